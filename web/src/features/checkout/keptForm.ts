// What is typed at the checkout, kept by the browser while its tab is open, for a day at most: leaving the page, coming back or
// logging in there loses nothing. Never a password, nor what must be said anew for each order (terms, age).

import { core } from "../../core/core.ts";
import type { Address, AddressKind, CheckoutForm, InvoiceForm } from "../../core/types.ts";

/** The tab is of one shopper, whoever is logged in. */
const itemName = () => core().storageKey("bottega_checkout", null);
const KINDS: readonly AddressKind[] = ["billing", "shipping"];

/** The form with its part about the invoice. */
export interface Typed {
  form: CheckoutForm;
  invoice: InvoiceForm;
}

type Leaf = string | boolean;

/** What is kept: each field that was changed, with the value that the server had for it. */
interface Kept {
  /** Whether it was typed by somebody who was logged in: not shown to who comes after the logout. */
  account: boolean;
  fields: Record<string, { was: Leaf; now: Leaf }>;
}

/** Storage may be forbidden or full: then nothing is kept. */
function quietly<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

const of = (prefix: string, values: object): [string, Leaf][] =>
  Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value as Leaf]);

/** The fields that are kept, by name. The payment and the delivery are not: the server hears of them at once. */
function fieldsOf({ form, invoice }: Typed): Map<string, Leaf> {
  return new Map<string, Leaf>([
    ...of("billing", form.billing),
    ...of("shipping", form.shipping),
    ...of("extra", form.extra),
    ...of("invoice", invoice),
    ["ship_to_different_address", form.ship_to_different_address],
    ["order_comments", form.order_comments],
    ["buyer_reference", form.buyer_reference],
    ["delivery_day", form.delivery_day],
    ["create_account", form.create_account],
  ]);
}

/** Keeps what differs from the form as the server knows it. */
export function keepForm(server: Typed, typed: Typed, account: boolean): void {
  const before = fieldsOf(server);
  const changed = [...fieldsOf(typed)]
    .map(([name, now]) => [name, { was: before.get(name) ?? "", now }] as const)
    .filter(([, { was, now }]) => was !== now);
  if (changed.length === 0) {
    forgetForm();
    return;
  }
  const kept: Kept = { account, fields: Object.fromEntries(changed) };
  const until = Date.now() + core().checkoutTimings().kept_form_ms;
  const text = core().encodeStored(JSON.stringify(kept), until);
  if (text) quietly(() => sessionStorage.setItem(itemName(), text));
}

/** Forgets it: the order is placed. */
export function forgetForm(): void {
  quietly(() => sessionStorage.removeItem(itemName()));
}

/**
 * The server's form with what was kept; null: nothing was. A place is taken over whole or not at all: where the server has
 * learnt of another one since (from the cart's calculator, or a login), that one is the newer, and half of each is nowhere.
 */
export function keptForm(server: Typed, account: boolean): Typed | null {
  const text = quietly(() => sessionStorage.getItem(itemName())) ?? "";
  const { value_json, remove } = core().decodeStored(text, Date.now());
  if (text && remove) forgetForm();
  const kept = value_json ? (JSON.parse(value_json) as Kept) : null;
  if (!kept?.fields) return null;
  if (kept.account && !account) {
    forgetForm();
    return null;
  }
  const now = fieldsOf(server);
  const fields = new Map(Object.entries(kept.fields).filter(([name]) => now.has(name)));
  if (account) fields.delete("create_account");
  for (const kind of KINDS) {
    const place = core()
      .refreshingFields()
      .map((field) => `${kind}.${field}`);
    const moved = place.some((name) => {
      const field = fields.get(name);
      return field && now.get(name) !== field.was && now.get(name) !== field.now;
    });
    if (moved) for (const name of place) fields.delete(name);
  }
  if (fields.size === 0) return null;
  const part = <T extends object>(prefix: string, values: T): T => {
    const taken = Object.keys(values).flatMap((name) => {
      const field = fields.get(`${prefix}.${name}`);
      return field ? [[name, field.now] as const] : [];
    });
    return { ...values, ...Object.fromEntries(taken) };
  };
  const { form, invoice } = server;
  const single = <T extends Leaf>(name: string, value: T): T =>
    (fields.get(name)?.now as T | undefined) ?? value;
  return {
    form: {
      ...form,
      billing: part<Address>("billing", form.billing),
      shipping: part<Address>("shipping", form.shipping),
      extra: part("extra", form.extra),
      ship_to_different_address: single("ship_to_different_address", form.ship_to_different_address),
      order_comments: single("order_comments", form.order_comments),
      buyer_reference: single("buyer_reference", form.buyer_reference),
      delivery_day: single("delivery_day", form.delivery_day),
      create_account: single("create_account", form.create_account),
    },
    invoice: part("invoice", invoice),
  };
}
