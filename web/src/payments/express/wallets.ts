import type { ExpressSettings, Wallet } from "../../core/types.ts";

/** The wallets that the shop accepts, in the order of their buttons. */
export function enabledWallets(provider: ExpressSettings["stripe"]): Wallet[] {
  const accepted: Record<Wallet, boolean> = {
    apple_pay: provider.is_payment_request_enabled,
    google_pay: provider.is_payment_request_enabled,
    amazon_pay: provider.is_amazon_pay_enabled,
    link: provider.is_link_enabled,
  };
  return (Object.keys(accepted) as Wallet[]).filter((wallet) => accepted[wallet]);
}
