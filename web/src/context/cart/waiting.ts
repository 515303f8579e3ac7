// Changes of the cart that were made without a connection: kept by the browser, sent in their order once there is one. Each has a
// name by which the server knows it: one whose answer was lost is sent again and made once. They are for one cart: what a guest
// changed goes with his cart into the account that he logs in to, what was changed in an account ends with its login.

import { type CartCall, readCart, sendCall } from "../../api/cart.ts";
import { StoreApiError } from "../../api/storeApi.ts";
import type { Cart } from "../../core/types.ts";
import { accountMark } from "../account.ts";

/** In local storage, which tells other tabs of a change. */
export const WAITING = "bottega_cart_waiting";
/** What a change is answered with that waits. */
export const WAITS = "waits";
/** What is told of one that waited in vain. */
export const GIVEN_UP = "given_up";

/** After so long nobody expects a change any more. */
const KEPT_MS = 2 * 86_400_000;
/** An answer that has not come by then is waited for no longer. */
const TRY_LIMIT_MS = 10_000;
/** A change that the shop fails at so often is given up: those behind it would wait for ever. */
const MAX_FAILURES = 5;
/** Where the shop answers and does not take changes, the next try comes later, each time twice as much. */
const PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

interface Waiting extends CartCall {
  /** The account in whose cart it was made; empty: a guest's. */
  whose: string;
  since_ms: number;
  /** How often the shop failed at it. */
  failures: number;
}

/** It is being asked whether the shop answers. */
let asking = false;
let pause_ms = 0;
let nextTry_ms = 0;

/** Storage may be forbidden or full: then nothing can wait. */
function quietly<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

function kept(): Waiting[] {
  const read = quietly(() => JSON.parse(localStorage.getItem(WAITING) ?? "[]") as unknown);
  return Array.isArray(read) ? (read as Waiting[]) : [];
}

const isOld = ({ since_ms }: Waiting) => !(Date.now() - since_ms < KEPT_MS);

/** What waits for whoever is here. */
function read(): Waiting[] {
  const whose = accountMark();
  const own = kept().filter((one) => !isOld(one) && (one.whose === whose || one.whose === ""));
  return own.map((one) => ({ ...one, whose }));
}

function write(calls: Waiting[]): boolean {
  const done = quietly(() => {
    if (calls.length === 0) localStorage.removeItem(WAITING);
    else localStorage.setItem(WAITING, JSON.stringify(calls));
    return true;
  });
  return done === true;
}

/** How many changes wait. */
export const waitingCount = (): number => read().length;

/** Lets go what is somebody else's or too old, when a page begins; whether anything of who is here was too old. */
export function tidyWaiting(): boolean {
  const whose = accountMark();
  const all = kept();
  if (all.length > 0) write(read());
  return all.some((one) => isOld(one) && one.whose === whose);
}

/** Whether it is time to try again, and nobody tries. */
export const mayTry = (): boolean => !asking && Date.now() >= nextTry_ms;

/** Tries again at once: the connection is another one. */
export function tryAtOnce(): void {
  pause_ms = 0;
  nextTry_ms = 0;
}

/** Whether the shop answers; the answer says who is logged in by now. */
export async function shopAnswers(): Promise<boolean> {
  asking = true;
  try {
    return (await refusalOf(() => readCart(tryLimit()))) === null;
  } finally {
    asking = false;
  }
}

/** Ends the waiting for an answer to what nobody looks at. */
export const tryLimit = (): AbortSignal => AbortSignal.timeout(TRY_LIMIT_MS);

/** Whether an answer says nothing of what was asked: none came, the shop is not there, too much was asked, or somebody in between
 * answers in its place. */
const unanswered = ({ code, status }: StoreApiError): boolean =>
  code === "network" ||
  code === "invalid_json" ||
  code === "rate_limit_exceeded" ||
  status >= 500 ||
  status === 429;

/** Whether the shop took a change and failed at it. */
const failed = ({ code, status }: StoreApiError): boolean =>
  code !== "invalid_json" && status >= 500 && ![502, 503, 504].includes(status);

/** Without an answer the connection is asked about as often as ever. */
function pauseAfter({ code }: StoreApiError): void {
  if (code === "network") return;
  pause_ms = Math.min(LONGEST_PAUSE_MS, pause_ms * 2 || PAUSE_MS);
  nextTry_ms = Date.now() + pause_ms;
}

/** One tab at a time: two would send the same. */
function alone<T>(act: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(WAITING, act) : act();
}

/** Sends a change. Without a connection, or behind others that wait, it is kept: then it is refused as one that waits. */
export async function sendOrWait<T = Cart>(
  call: CartCall,
  send: () => Promise<T> = () => sendCall(call) as Promise<T>,
): Promise<T> {
  const wait = (error: unknown) => {
    const waiting = { ...call, whose: accountMark(), since_ms: Date.now(), failures: 0 };
    if (!write([...read(), waiting])) throw error;
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

/** Sends what waits, in its order; `done` hears each cart that is answered. What the server refuses is let go, and so is what it
 * fails at again and again; where no answer comes, the rest goes on waiting. Gives the last refusal. */
export function sendWaiting(done: (cart: Cart) => void = () => {}): Promise<StoreApiError | null> {
  return alone(async () => {
    let refusal: StoreApiError | null = null;
    if (!(await shopAnswers())) return null;
    for (let call = read()[0]; call; call = read()[0]) {
      const { name, path, body } = call;
      const error = await refusalOf(async () => done(await sendCall({ name, path, body }, tryLimit())));
      const failures = call.failures + (error && failed(error) ? 1 : 0);
      const givenUp = failures >= MAX_FAILURES;
      if (error && unanswered(error) && !givenUp) {
        write(read().map((one) => (one.name === name ? { ...one, failures } : one)));
        break;
      }
      if (!error || !unanswered(error)) tryAtOnce();
      if (error) refusal = givenUp ? new StoreApiError(GIVEN_UP, "", 0, {}) : error;
      write(read().filter((one) => one.name !== name));
    }
    return refusal;
  });
}

/** What a request was refused with. */
async function refusalOf(ask: () => Promise<unknown>): Promise<StoreApiError | null> {
  try {
    await ask();
    return null;
  } catch (error) {
    if (!(error instanceof StoreApiError)) throw error;
    if (unanswered(error)) pauseAfter(error);
    return error;
  }
}
