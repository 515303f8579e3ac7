// Stores what is typed at the checkout in the browser while the tab is open, for a day at most, so that leaving the page,
// returning or signing in loses nothing. Passwords are never stored, nor declarations that each order needs anew (terms, age).

import { core } from "../../core/core.ts";
import type { Address, AddressKind, CheckoutForm, InvoiceForm } from "../../core/types.ts";

/** The tab belongs to one shopper, whoever is signed in. */
const itemName = () => core().storageKey("bottega_checkout", null);
const KINDS: readonly AddressKind[] = ["billing", "shipping"];

/** The form with its invoice part. */
export interface Typed {
  form: CheckoutForm;
  invoice: InvoiceForm;
}

type Leaf = string | boolean;

/** The stored fields: each one that was changed, with the server's value at that time. */
interface StoredForm {
  /** Whether a signed-in customer typed it; then it is not shown after signing out. */
  account: boolean;
  fields: Record<string, { was: Leaf; now: Leaf }>;
}

/** Storage may be forbidden or full; then nothing is stored. */
function quietly<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

const prefixed = (prefix: string, values: object): [string, Leaf][] =>
  Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value as Leaf]);

/** Returns the fields to store, by name. Payment and delivery methods are not stored, as they are sent to the server at once. */
function storableFields({ form, invoice }: Typed): Map<string, Leaf> {
  return new Map<string, Leaf>([
    ...prefixed("billing", form.billing),
    ...prefixed("shipping", form.shipping),
    ...prefixed("extra", form.extra),
    ...prefixed("invoice", invoice),
    ["ship_to_different_address", form.ship_to_different_address],
    ["order_comments", form.order_comments],
    ["buyer_reference", form.buyer_reference],
    ["delivery_day", form.delivery_day],
    ["create_account", form.create_account],
  ]);
}

/** Stores the differences from the form as the server knows it. */
export function storeForm(server: Typed, typed: Typed, account: boolean): void {
  const before = storableFields(server);
  const changed = [...storableFields(typed)]
    .map(([name, now]) => [name, { was: before.get(name) ?? "", now }] as const)
    .filter(([, { was, now }]) => was !== now);
  if (changed.length === 0) {
    clearForm();
    return;
  }
  const stored: StoredForm = { account, fields: Object.fromEntries(changed) };
  const until = Date.now() + core().checkoutTimings().stored_form_ms;
  const text = core().encodeStored(JSON.stringify(stored), until);
  if (text) quietly(() => sessionStorage.setItem(itemName(), text));
}

/** Removes the stored form. */
export function clearForm(): void {
  quietly(() => sessionStorage.removeItem(itemName()));
}

/**
 * Returns the server's form with the stored values; `null` if nothing was stored. The location fields of an address are restored
 * all or not at all: if the server has received another location since (from the cart's calculator or a sign-in), that one is
 * newer, and a mixture of both would be wrong.
 */
export function loadForm(server: Typed, account: boolean): Typed | null {
  const text = quietly(() => sessionStorage.getItem(itemName())) ?? "";
  const { value_json, remove } = core().decodeStored(text, Date.now());
  if (text && remove) clearForm();
  const stored = value_json ? (JSON.parse(value_json) as StoredForm) : null;
  if (!stored?.fields) return null;
  if (stored.account && !account) {
    clearForm();
    return null;
  }
  const now = storableFields(server);
  const fields = new Map(Object.entries(stored.fields).filter(([name]) => now.has(name)));
  if (account) fields.delete("create_account");
  for (const kind of KINDS) {
    const location = core()
      .refreshingFields()
      .map((field) => `${kind}.${field}`);
    const hasMoved = location.some((name) => {
      const field = fields.get(name);
      return field && now.get(name) !== field.was && now.get(name) !== field.now;
    });
    if (hasMoved) for (const name of location) fields.delete(name);
  }
  if (fields.size === 0) return null;
  const part = <T extends object>(prefix: string, values: T): T => {
    const restored = Object.keys(values).flatMap((name) => {
      const field = fields.get(`${prefix}.${name}`);
      return field ? [[name, field.now] as const] : [];
    });
    return { ...values, ...Object.fromEntries(restored) };
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
