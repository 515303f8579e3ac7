// Small steps of an express purchase.

import { attributionNow } from "../../context/attribution.ts";
import type { ExpressDeclared, ExpressOrderForm, ExpressSettings, Wallet } from "../../core/types.ts";
import type { WalletPayer } from "../wallets.ts";
import type { Offer } from "./place.ts";
import { typedIn } from "./place.ts";

/** What became of a promise within a time. */
export type Settled = { settled: "done" } | { settled: "late" } | { settled: "failed"; error: unknown };

/** Waits for a promise, but no longer than so many milliseconds. */
export function within(promise: Promise<void>, limitMs: number): Promise<Settled> {
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

/** What must be declared for an offer before a wallet opens. */
export interface Asked {
  terms: boolean;
  /** Years; `null`: any age will do. */
  minAge: number | null;
  /** Offered, not demanded. */
  files: boolean;
}

export const askedFor = ({ declarations }: ExpressSettings, { minAge }: Offer): Asked => ({
  terms: declarations.terms,
  minAge,
  files: declarations.files_consent,
});

/** Whether all of it is declared. */
export const isDeclared = (asked: Asked, declared: Required<ExpressDeclared>): boolean =>
  (!asked.terms || declared.terms) && (asked.minAge === null || declared.age_confirmed);

/** Boxes that are not ticked: a form says nothing of them, and the order has to tell a box that is there from one that is not. */
const unticked = (form: HTMLFormElement): [string, string][] =>
  [...form.elements].flatMap((field) =>
    field instanceof HTMLInputElement &&
    field.type === "checkbox" &&
    !field.checked &&
    !field.name.endsWith("[]")
      ? [[field.name, ""]]
      : [],
  );

/** The custom checkout fields of the page's forms, in page order, as they stand. */
function customFields({ custom_checkout_fields: fields }: ExpressSettings) {
  const wanted = new Map(fields.map(({ name, location }) => [name, location]));
  if (wanted.size === 0) return [];
  const forms = [...document.forms].flatMap((form) => [...new FormData(form), ...unticked(form)]);
  return forms.flatMap(([name, value]) => {
    const location = wanted.get(name);
    return location && typeof value === "string" ? [{ name, value, location }] : [];
  });
}

/** All that the order of a wallet is made of. */
export function orderForm(
  settings: ExpressSettings,
  bought: {
    wallet: Wallet;
    payer: WalletPayer;
    token: string;
    shipping: boolean;
    shownCents: number;
    /** An order that is placed already is paid. */
    paysForOrder: boolean;
    declared: Required<ExpressDeclared>;
    asked: Asked;
  },
): ExpressOrderForm {
  const { payer, asked, declared } = bought;
  return {
    billing: payer.billing,
    shipping: bought.shipping ? payer.shipping : null,
    shipping_rate: payer.rate,
    express_payment_type: bought.wallet,
    confirmation_token: bought.token,
    customer_note: typedIn("order_comments") || typedIn("order-notes"),
    custom_fields: customFields(settings),
    attribution: attributionNow(),
    shown_cents: bought.shownCents,
    declared: asked.terms || asked.minAge !== null || asked.files ? declared : null,
    needs_shipping: bought.shipping,
    pays_for_order: bought.paysForOrder || settings.is_pay_for_order,
  };
}
