// Prices and quantities for the instalments widgets, reported by the page's own forms.

/** A unit price and its quantity. The price is `null` while it is unknown. */
export interface Amount {
  unit: number | null;
  quantity: number;
}

const NOTHING: Amount = { unit: null, quantity: 1 };
const amounts = new Map<string, Amount>();
const listeners = new Set<() => void>();

export function getAmount(key: string): Amount {
  return amounts.get(key) ?? NOTHING;
}

/** Updates a widget's amount and notifies the listeners. */
export function updateAmount(key: string, change: Partial<Amount>): void {
  const before = getAmount(key);
  const after = { ...before, ...change };
  if (after.unit === before.unit && after.quantity === before.quantity) return;
  amounts.set(key, after);
  for (const listener of listeners) listener();
}

/** Subscribes to changes; returns the function that unsubscribes. */
export function onAmount(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const amountKey = (kind: string, productId: number) => `${kind}-${productId}`;
