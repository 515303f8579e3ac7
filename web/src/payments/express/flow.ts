// Small steps of an express purchase.

import { attributionNow } from "../../context/attribution.ts";
import type { ExpressDeclared, ExpressOrderForm, ExpressSettings, Wallet } from "../../core/types.ts";
import type { WalletPayer } from "../wallets.ts";
import type { Offer } from "./purchaseSource.ts";
import { fieldValue } from "./purchaseSource.ts";

/** Outcome of a promise within a time limit. */
export type Settled = { settled: "done" } | { settled: "late" } | { settled: "failed"; error: unknown };

/** Waits for a promise, at most `limitMs` milliseconds. */
export function settleWithin(promise: Promise<void>, limitMs: number): Promise<Settled> {
  return new Promise((done) => {
    const timer = setTimeout(() => done({ settled: "late" }), limitMs);
    const end = (settled: Settled) => {
      clearTimeout(timer);
      done(settled);
    };
    promise.then(
      () => end({ settled: "done" }),
      (error: unknown) => end({ settled: "failed", error }),
    );
  });
}

/** The declarations that an offer needs before a wallet opens. */
export interface OfferDeclarations {
  terms: boolean;
  /** Minimum age in years; `null` if there is none. */
  minAge: number | null;
  /** Whether to offer the consent to file processing, which is optional. */
  files: boolean;
}

export const offerDeclarations = (
  { declarations }: ExpressSettings,
  { minAge }: Offer,
): OfferDeclarations => ({
  terms: declarations.terms,
  minAge,
  files: declarations.files_consent,
});

/** Whether all required declarations have been made. */
export const isDeclared = (declarations: OfferDeclarations, declared: Required<ExpressDeclared>): boolean =>
  (!declarations.terms || declared.terms) && (declarations.minAge === null || declared.age_confirmed);

/** Checkboxes that are not ticked. FormData omits them, but the order must tell an unticked box from one that does not exist. */
const untickedBoxes = (form: HTMLFormElement): [string, string][] =>
  [...form.elements].flatMap((field) =>
    field instanceof HTMLInputElement &&
    field.type === "checkbox" &&
    !field.checked &&
    !field.name.endsWith("[]")
      ? [[field.name, ""]]
      : [],
  );

/** Current values of the custom checkout fields of the page's forms, in page order. */
function customFields({ custom_checkout_fields: fields }: ExpressSettings) {
  const wanted = new Map(fields.map(({ name, location }) => [name, location]));
  if (wanted.size === 0) return [];
  const forms = [...document.forms].flatMap((form) => [...new FormData(form), ...untickedBoxes(form)]);
  return forms.flatMap(([name, value]) => {
    const location = wanted.get(name);
    return location && typeof value === "string" ? [{ name, value, location }] : [];
  });
}

/** Builds the input of a wallet's order. */
export function orderForm(
  settings: ExpressSettings,
  bought: {
    wallet: Wallet;
    payer: WalletPayer;
    token: string;
    shipping: boolean;
    shownCents: number;
    /** Pays for an order that is already placed. */
    paysForOrder: boolean;
    declared: Required<ExpressDeclared>;
    declarations: OfferDeclarations;
  },
): ExpressOrderForm {
  const { payer, declarations, declared } = bought;
  return {
    billing: payer.billing,
    shipping: bought.shipping ? payer.shipping : null,
    shipping_rate: payer.rate,
    express_payment_type: bought.wallet,
    confirmation_token: bought.token,
    customer_note: fieldValue("order_comments") || fieldValue("order-notes"),
    custom_fields: customFields(settings),
    attribution: attributionNow(),
    shown_cents: bought.shownCents,
    declared: declarations.terms || declarations.minAge !== null || declarations.files ? declared : null,
    needs_shipping: bought.shipping,
    pays_for_order: bought.paysForOrder || settings.is_pay_for_order,
  };
}
