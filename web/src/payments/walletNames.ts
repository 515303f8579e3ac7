import type { Wallet } from "../core/types.ts";

/** The names under which shoppers know the wallets; no language translates them. */
export const WALLET_NAMES: Record<Wallet, string> = {
  apple_pay: "Apple Pay",
  google_pay: "Google Pay",
  amazon_pay: "Amazon Pay",
  link: "Link",
};
