// Changes of the cart that were made without a connection: the browser stores them and sends them in order once there is one.
// Each has an idempotency key, so that a change whose response was lost is sent again but applied once. They belong to one cart:
// a guest's changes follow the guest into the account that they sign in to, an account's changes end with its session.

import { type CartCall, fetchCart, sendCall } from "../../api/cart.ts";
import { StoreApiError } from "../../api/storeApi.ts";
import type { Cart } from "../../core/types.ts";
import { accountMark } from "../account.ts";

/** In local storage, which notifies other tabs of changes. */
export const WAITING = "bottega_cart_waiting";
/** Error code of a change that waits for a connection. */
export const WAITS = "waits";
/** Error code of a change that was abandoned after waiting. */
export const GIVEN_UP = "given_up";

/** Nobody expects a change after this time. */
const MAX_AGE_MS = 2 * 86_400_000;
/** Time limit of a request in the background. */
const TRY_LIMIT_MS = 10_000;
/** A change is abandoned after this many server errors, as it would block those behind it forever. */
const MAX_FAILURES = 5;
/** Pause before the next attempt if the shop responds but does not accept changes; it doubles each time. */
const PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

interface Waiting extends CartCall {
  /** Mark of the account whose cart was changed; empty for a guest. */
  whose: string;
  since_ms: number;
  /** Number of server errors so far. */
  failures: number;
}

/** Whether a probe of the shop is running. */
let isProbing = false;
let pause_ms = 0;
let nextTry_ms = 0;

/** Storage may be forbidden or full; then nothing can wait. */
function quietly<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

function loadAll(): Waiting[] {
  const parsed = quietly(() => JSON.parse(localStorage.getItem(WAITING) ?? "[]") as unknown);
  return Array.isArray(parsed) ? (parsed as Waiting[]) : [];
}

const isOld = ({ since_ms }: Waiting) => !(Date.now() - since_ms < MAX_AGE_MS);

/** Returns the current visitor's waiting changes. */
function loadOwn(): Waiting[] {
  const whose = accountMark();
  const own = loadAll().filter((one) => !isOld(one) && (one.whose === whose || one.whose === ""));
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

/** Number of waiting changes. */
export const waitingCount = (): number => loadOwn().length;

/**
 * Drops other accounts' changes and expired ones when a page starts; returns whether any of the current account's had expired.
 */
export function pruneWaiting(): boolean {
  const whose = accountMark();
  const all = loadAll();
  if (all.length > 0) write(loadOwn());
  return all.some((one) => isOld(one) && one.whose === whose);
}

/** Whether the next attempt is due and none is running. */
export const canRetry = (): boolean => !isProbing && Date.now() >= nextTry_ms;

/** Makes the next attempt due now because the connection has changed. */
export function retryNow(): void {
  pause_ms = 0;
  nextTry_ms = 0;
}

/** Probes whether the shop responds; the response also updates the account cookie. */
export async function probeShop(): Promise<boolean> {
  isProbing = true;
  try {
    return (await errorOf(() => fetchCart(retryTimeout()))) === null;
  } finally {
    isProbing = false;
  }
}

/** Returns the abort signal that limits a request in the background. */
export const retryTimeout = (): AbortSignal => AbortSignal.timeout(TRY_LIMIT_MS);

/**
 * Whether an error leaves open if the request was processed: no response, shop unavailable, rate limited, or a proxy responded
 * instead.
 */
const isUnanswered = ({ code, status }: StoreApiError): boolean =>
  code === "network" ||
  code === "invalid_json" ||
  code === "rate_limit_exceeded" ||
  status >= 500 ||
  status === 429;

/** Whether the shop itself failed to process a change. */
const isServerFailure = ({ code, status }: StoreApiError): boolean =>
  code !== "invalid_json" && status >= 500 && ![502, 503, 504].includes(status);

/** Without a response there is no pause, so that the return of the connection is noticed soon. */
function pauseAfter({ code }: StoreApiError): void {
  if (code === "network") return;
  pause_ms = Math.min(LONGEST_PAUSE_MS, pause_ms * 2 || PAUSE_MS);
  nextTry_ms = Date.now() + pause_ms;
}

/** Runs in one tab at a time, as two tabs would send the same changes. */
function withLock<T>(act: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(WAITING, act) : act();
}

/**
 * Sends a change. Without a connection, or behind other waiting changes, it is stored and the promise rejects with the code
 * `WAITS`.
 */
export async function sendOrWait<T = Cart>(
  call: CartCall,
  send: () => Promise<T> = () => sendCall(call) as Promise<T>,
): Promise<T> {
  const wait = (error: unknown) => {
    const waiting = { ...call, whose: accountMark(), since_ms: Date.now(), failures: 0 };
    if (!write([...loadOwn(), waiting])) throw error;
    return new StoreApiError(WAITS, "", 0, {});
  };
  if (waitingCount() > 0) throw wait(new StoreApiError("network", "", 0, {}));
  try {
    return await send();
  } catch (error) {
    const isOffline = error instanceof StoreApiError && error.code === "network" && !navigator.onLine;
    throw isOffline ? wait(error) : error;
  }
}

/**
 * Sends the waiting changes in order; `done` receives each returned cart. Changes that the server refuses, or fails at
 * repeatedly, are dropped; if no response arrives, the rest continue to wait. Resolves to the last error.
 */
export function sendWaiting(done: (cart: Cart) => void = () => {}): Promise<StoreApiError | null> {
  return withLock(async () => {
    let lastError: StoreApiError | null = null;
    if (!(await probeShop())) return null;
    for (let call = loadOwn()[0]; call; call = loadOwn()[0]) {
      const { name, path, body } = call;
      const error = await errorOf(async () => done(await sendCall({ name, path, body }, retryTimeout())));
      const failures = call.failures + (error && isServerFailure(error) ? 1 : 0);
      const isAbandoned = failures >= MAX_FAILURES;
      if (error && isUnanswered(error) && !isAbandoned) {
        write(loadOwn().map((one) => (one.name === name ? { ...one, failures } : one)));
        break;
      }
      if (!error || !isUnanswered(error)) retryNow();
      if (error) lastError = isAbandoned ? new StoreApiError(GIVEN_UP, "", 0, {}) : error;
      write(loadOwn().filter((one) => one.name !== name));
    }
    return lastError;
  });
}

/** Runs a request and resolves to its error, or to `null`. */
async function errorOf(request: () => Promise<unknown>): Promise<StoreApiError | null> {
  try {
    await request();
    return null;
  } catch (error) {
    if (!(error instanceof StoreApiError)) throw error;
    if (isUnanswered(error)) pauseAfter(error);
    return error;
  }
}
