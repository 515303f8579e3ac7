import { core } from "../../core/core.ts";
import type { Cart, ExpressItem, ExpressSettings, ExpressTotal, WalletRate } from "../../core/types.ts";

/** What is bought now. */
export interface Offer {
  total: ExpressTotal;
  items: ExpressItem[];
  /** It is delivered. */
  shipping: boolean;
  /** Ways of delivery as the sheet opens with them. */
  rates: WalletRate[];
  /** Whoever buys it declares to be so old; `null`: anybody may. */
  minAge: number | null;
}

/** How a purchase ended: given up before there was an order, with an order that is not paid, or bought. */
export type Ending = "given_up" | "placed" | "bought";

/** Where the buttons stand. */
export interface Place {
  offer: Offer;
  /** What is bought is being asked for: no button can be pressed. */
  blocked: boolean;
  /** The same of a cart that is on its way: a press waits for it. */
  pending: boolean;
  /** Counts the times that the buttons were to be made anew. */
  version: number;
  /** On a variable product: a variation is chosen that can be bought. `null`: there is nothing to choose. */
  variationValid: boolean | null;
  /** Why a press gives only a sentence; empty: it does not. */
  refusal: () => string;
  /** Puts what is bought into the cart. Rejects with the reason. */
  begin?: () => Promise<void>;
  /** The cart that is bought, as far as it is known. */
  cart?: () => Cart | null;
  /** The purchase is over; gives what the shopper is to be told, or nothing. */
  release: (ending: Ending) => Promise<string>;
  /** The payer's e-mail address as far as known. */
  email: () => string;
}

/** The lines as wallets show them: none when they would exceed the total. */
export const sheetItems = ({ total, items }: Pick<Offer, "total" | "items">) =>
  core().displayItems(items, total.amount, 0);

/** What the page's settings say of a cart. */
export function cartOffer({ checkout, declarations }: ExpressSettings): Offer {
  const known = checkout.shippingOptions;
  return {
    total: checkout.total,
    items: checkout.displayItems,
    shipping: checkout.requestShipping,
    rates: known.length > 0 ? known : [checkout.default_shipping_option],
    minAge: declarations.min_age_years,
  };
}

/** What was typed into a field of the page; empty: there is none. */
export function typedIn(name: string): string {
  const field = document.getElementsByName(name)[0];
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value.trim() : "";
}
