// Tracks whether the cart is being ordered. Once it is ordered, no change may be sent any more: a late change would open a new
// cart, or be refused because its nonce has expired. The outcome is known when the order is answered; until then, changes wait.

let outcome: Promise<boolean> | null = null;

/**
 * Marks the cart as being ordered. The returned function ends that: `spent` is whether the order is placed and the page is about
 * to be left.
 */
export function startOrdering(): (spent: boolean) => void {
  let end = (_spent: boolean) => {};
  outcome = new Promise((done) => {
    end = done;
  });
  return end;
}

/** Resolves to whether the cart was ordered once the order is answered; `false` if no order is under way. */
export const isSpent = (): Promise<boolean> | false => outcome ?? false;

/** Resets the state because the page is shown again with a current cart. */
export function endOrdering(): void {
  outcome = null;
}
