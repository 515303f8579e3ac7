import { core } from "../../core/core.ts";
import type { Cart, ExpressItem, ExpressSettings, ExpressTotal, WalletRate } from "../../core/types.ts";

/** What a wallet would buy now. */
export interface Offer {
  total: ExpressTotal;
  items: ExpressItem[];
  /** Whether it is delivered. */
  shipping: boolean;
  /** Delivery methods that the sheet opens with. */
  rates: WalletRate[];
  /** Minimum age that the buyer must declare; `null` if there is none. */
  minAge: number | null;
}

/** How a purchase ended: abandoned before there was an order, with an unpaid order, or paid. */
export type Ending = "given_up" | "placed" | "bought";

/** What the wallet buttons of a page sell: a product, the cart, or an order that is to be paid. */
export interface PurchaseSource {
  offer: Offer;
  /** Whether the offer is being refreshed, so that no button can be pressed. */
  blocked: boolean;
  /** Whether the cart is being refreshed; a press waits for it. */
  pending: boolean;
  /** Incremented whenever the buttons must be created again. */
  version: number;
  /** Whether a variation that can be bought is chosen; `null` if the product has no variations. */
  variationValid: boolean | null;
  /** Returns why nothing can be bought now, as a sentence; empty if it can. */
  unavailableReason: () => string;
  /** Puts the product into the cart. Rejects with the reason. */
  addToCart?: () => Promise<void>;
  /** Returns the cart that is bought, as far as it is known. */
  cart?: () => Cart | null;
  /** Cleans up after the purchase; resolves to a message for the shopper, or to an empty string. */
  release: (ending: Ending) => Promise<string>;
  /** Returns the payer's email address as far as it is known. */
  email: () => string;
}

/** Returns the lines for the wallet's sheet: none if they would exceed the total. */
export const sheetItems = ({ total, items }: Pick<Offer, "total" | "items">) =>
  core().displayItems(items, total.amount, 0);

/** Builds the cart's offer from the page's settings. */
export function cartOffer({ checkout, declarations }: ExpressSettings): Offer {
  const rates = checkout.shippingOptions;
  return {
    total: checkout.total,
    items: checkout.displayItems,
    shipping: checkout.requestShipping,
    rates: rates.length > 0 ? rates : [checkout.default_shipping_option],
    minAge: declarations.min_age_years,
  };
}

/** Returns the trimmed value of a field of the page; empty if there is no such field. */
export function fieldValue(name: string): string {
  const field = document.getElementsByName(name)[0];
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value.trim() : "";
}
