// The button of a wallet: the shop chooses its look, and the name is written in plain letters.

import { el, emit } from "./shop.js";
import { walletWords } from "./wallet-words.js";

const WALLETS = ["apple_pay", "google_pay", "amazon_pay", "link"];

/** Shows the button. `available`: whether the wallet can be used here. */
export function showButton({ wallet = "", locale = "it", look = {} }) {
  if (!WALLETS.includes(wallet)) return { available: false };
  const button = el("button", { type: "button", class: "wallet-button" });
  button.addEventListener("click", () => emit("click", {}));
  document.body.replaceChildren(button);
  updateButton({ wallet, locale, look });
  return { available: true };
}

/** Changes the texts and the look. */
export function updateButton({ wallet, locale, look }) {
  const button = document.querySelector("button");
  if (!button) return {};
  const words = walletWords(locale);
  document.documentElement.lang = locale;
  button.dataset.theme = look.theme ?? "black";
  const name = words.wallets[wallet];
  const whole = (words.button[look.type] ?? words.button.buy)(name);
  // A narrow button shows only the wallet's name.
  button.setAttribute("aria-label", whole);
  button.replaceChildren(el("span", { class: "whole" }, whole), el("span", { class: "short" }, name));
  button.style.setProperty("--height", `${Number(look.height) || 48}px`);
  button.style.setProperty("--radius", `${Number(look.radius) || 0}px`);
  return {};
}
