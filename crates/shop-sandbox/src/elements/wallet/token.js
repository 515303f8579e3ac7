// The confirmation token of what was chosen in a sheet.

import { call, plainError } from "./shop.js";

/**
 * What a wallet gives to be charged: a card, which tells the wallet that it came from, or (the marketplace's) the wallet itself
 * with the card in it.
 */
function method(wallet, card) {
  if (wallet === "amazon_pay") return [["type", "amazon_pay"], ["card][token", card]];
  return [["type", "card"], ["card][token", card], ["card][wallet][type", wallet]];
}

/** Makes the token; gives its id or an error. */
export async function createToken(key, wallet, { address, ...person }, card, network) {
  const payer = [
    ...Object.entries(person).map(([name, value]) => [`billing_details][${name}`, value]),
    ...Object.entries(address).map(([name, value]) => [`billing_details][address][${name}`, value]),
  ].filter(([, value]) => value !== "");
  const pairs = [...method(wallet, card), ...payer].map(([name, value]) => [`payment_method_data[${name}]`, value]);
  const answer = await call(key, "POST", "/v1/confirmation_tokens", pairs, network);
  return answer.error ? { error: plainError(answer.error) } : { confirmationToken: { id: answer.id } };
}
