// What the instalments widgets are about: a price and its pieces, told by the page's own forms.

/** A price and how often it is paid. `null`: it is not known yet. */
export interface Amount {
  unit: number | null;
  quantity: number;
}

const NOTHING: Amount = { unit: null, quantity: 1 };
const amounts = new Map<string, Amount>();
const listeners = new Set<() => void>();

/** The amount of a widget. */
export function amountOf(key: string): Amount {
  return amounts.get(key) ?? NOTHING;
}

/** Tells what changed of a widget's amount. */
export function tellAmount(key: string, change: Partial<Amount>): void {
  const before = amountOf(key);
  const after = { ...before, ...change };
  if (after.unit === before.unit && after.quantity === before.quantity) return;
  amounts.set(key, after);
  for (const listener of listeners) listener();
}

/** Calls back after each change. */
export function onAmount(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The name of a widget's amount. */
export const amountKey = (kind: string, productId: number) => `${kind}-${productId}`;
