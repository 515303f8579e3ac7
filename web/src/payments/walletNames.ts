import type { Wallet } from "../core/types.ts";

/** Brand names of the wallets, which are never translated. */
export const WALLET_NAMES: Record<Wallet, string> = {
  apple_pay: "Apple Pay",
  google_pay: "Google Pay",
  amazon_pay: "Amazon Pay",
  link: "Link",
};
