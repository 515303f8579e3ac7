// Whether the cart is being ordered. Once it is, nothing of it may be sent any more: a change that comes late would open a new cart, or be
// refused by a nonce that has ended. What becomes of an order is known when it is answered; until then, changes wait.

let outcome: Promise<boolean> | null = null;

/** The cart is being ordered from now on. The returned function ends that: `spent` says whether the order is placed and the page is
 * about to be left. */
export function startOrdering(): (spent: boolean) => void {
  let end = (_spent: boolean) => {};
  outcome = new Promise((done) => {
    end = done;
  });
  return end;
}

/** Whether the cart is ordered: `false` where it is not, or no longer, being ordered; waits for the answer to an order. */
export const isSpent = (): Promise<boolean> | false => outcome ?? false;

/** The page is shown again, with the cart that there is now. */
export function endOrdering(): void {
  outcome = null;
}
