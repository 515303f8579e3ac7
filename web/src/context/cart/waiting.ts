// Changes of the cart that were made without a connection: kept by the browser, sent in their order once there is one. Each has a
// name by which the server knows it: one whose answer was lost is sent again and made once.

import { type CartCall, sendCall } from "../../api/cart.ts";
import { StoreApiError } from "../../api/storeApi.ts";
import type { Cart } from "../../core/types.ts";

const KEPT = "bottega_cart_waiting";
/** What a change is answered with that waits. */
export const WAITS = "waits";

/** Storage may be forbidden or full: then nothing can wait. */
function quietly<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

function read(): CartCall[] {
  const kept = quietly(() => JSON.parse(localStorage.getItem(KEPT) ?? "[]") as unknown);
  return Array.isArray(kept) ? (kept as CartCall[]) : [];
}

function write(calls: CartCall[]): boolean {
  const done = quietly(() => {
    if (calls.length === 0) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, JSON.stringify(calls));
    return true;
  });
  return done === true;
}

/** How many changes wait. */
export const waitingCount = (): number => read().length;

const unanswered = (error: unknown): error is StoreApiError =>
  error instanceof StoreApiError && (error.code === "network" || error.status >= 500 || error.status === 429);

/** One tab at a time: two would send the same. */
function alone<T>(act: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(KEPT, act) : act();
}

/** Sends a change. Without a connection, or behind others that wait, it is kept: then it is refused as one that waits. */
export async function sendOrWait<T = Cart>(
  call: CartCall,
  send: () => Promise<T> = () => sendCall(call) as Promise<T>,
): Promise<T> {
  const wait = (error: unknown) => {
    if (!write([...read(), call])) throw error;
    return new StoreApiError(WAITS, "", 0, {});
  };
  if (waitingCount() > 0) throw wait(new StoreApiError("network", "", 0, {}));
  try {
    return await send();
  } catch (error) {
    const lost = error instanceof StoreApiError && error.code === "network" && !navigator.onLine;
    throw lost ? wait(error) : error;
  }
}

/** Sends what waits, in its order. What the server refuses is let go; where no answer comes, the rest goes on waiting. Gives the last
 * refusal. */
export function sendWaiting(): Promise<StoreApiError | null> {
  return alone(async () => {
    let refusal: StoreApiError | null = null;
    for (let call = read()[0]; call; call = read()[0]) {
      try {
        await sendCall(call);
      } catch (error) {
        if (unanswered(error)) break;
        if (!(error instanceof StoreApiError)) throw error;
        refusal = error;
      }
      const sent = call.name;
      write(read().filter((one) => one.name !== sent));
    }
    return refusal;
  });
}
