// The confirmation token for the choices in a sheet.

import { call, plainError } from "./shop.js";

/**
 * Payment method data of a wallet: a card that names its wallet, or for Amazon Pay the wallet itself with the card in it.
 */
function method(wallet, card) {
  if (wallet === "amazon_pay") return [["type", "amazon_pay"], ["card][token", card]];
  return [["type", "card"], ["card][token", card], ["card][wallet][type", wallet]];
}

/** Creates the token; returns its id or an error. */
export async function createToken(key, wallet, { address, ...person }, card, network) {
  const payer = [
    ...Object.entries(person).map(([name, value]) => [`billing_details][${name}`, value]),
    ...Object.entries(address).map(([name, value]) => [`billing_details][address][${name}`, value]),
  ].filter(([, value]) => value !== "");
  const pairs = [...method(wallet, card), ...payer].map(([name, value]) => [`payment_method_data[${name}]`, value]);
  const answer = await call(key, "POST", "/v1/confirmation_tokens", pairs, network);
  return answer.error ? { error: plainError(answer.error) } : { confirmationToken: { id: answer.id } };
}
