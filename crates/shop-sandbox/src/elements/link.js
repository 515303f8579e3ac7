// The one-click method within the card fields: a known account pays without them, and a typed card can create an account.

import { brandOf, digitsOf, emailError } from "./checks.js";
import { accounts, el, saveAccount } from "./shop.js";
import { CARDS } from "./wallet-samples.js";

/** The one-click account of an email; `null` if there is none. */
export const accountOf = (email) => accounts()[String(email ?? "").trim().toLowerCase()] ?? null;

/** Draws the choice of the method; nothing for an address that can have no account. */
export function drawChoice(box, email, words, chosen, choose) {
  if (emailError(String(email ?? "")) !== "") {
    box.replaceChildren();
    return;
  }
  const account = accountOf(email);
  const input = el("input", { type: "checkbox", id: "with-link", checked: chosen ? "" : undefined });
  input.addEventListener("change", () => choose(input.checked));
  box.replaceChildren(el("label", { class: "choice" }, input, el("span", {}, account ? words.payByLink(account.card) : words.saveWithLink)));
}

/** The parameters of a method of the account: its own card, or the one that was typed. */
export function linkParams(email, cardParams) {
  const card = CARDS.find(({ label }) => label === accountOf(email)?.card);
  const own = accountOf(email) ? (card ? [["card[token]", card.token]] : []) : cardParams;
  return [["type", "link"], ["link[email]", email], ...own];
}

/** Saves a typed card as the account of an address. */
export function saveTypedCard(email, number) {
  const brand = brandOf(number).name;
  const name = brand.charAt(0).toUpperCase() + brand.slice(1);
  if (!accountOf(email)) saveAccount(email, { card: `${name} •••• ${digitsOf(number).slice(-4)}` });
}
