// The store API. The only place that calls fetch for it: keeps the nonce that each answer renews, and turns refusals
// into typed errors.

import { inLanguage } from "../core/address.ts";
import type { Cart } from "../core/types.ts";
import { plainAnswer } from "./plainCart.ts";

const BASE = "/wp-json/wc/store/v1";

/** A refusal of the store API, or a request that never got an answer (`code` is then `network`) or one that cannot be read (`invalid_json`). */
export class StoreApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: Record<string, unknown>;

  constructor(code: string, message: string, status: number, data: Record<string, unknown>) {
    super(message);
    this.name = "StoreApiError";
    this.code = code;
    this.status = status;
    this.data = data;
  }

  /** The cart as it now is; sent with refusals that are about its content. */
  get cart(): Cart | null {
    return (this.data.cart as Cart | undefined) ?? null;
  }
}

interface Session {
  nonce: string;
  cartToken: string;
}

const session: Session = { nonce: "", cartToken: "" };

/** Takes over the nonce that came with a page, so that the first write needs no request before it. */
export function adoptNonce(nonce: string): void {
  session.nonce = nonce;
}

function headersFor(writes: boolean): Record<string, string> {
  // Answers then bring what prices depend on.
  const headers: Record<string, string> = { Accept: "application/json", "Bottega-Pricing": "1" };
  if (writes) headers["Content-Type"] = "application/json";
  if (session.nonce) headers.Nonce = session.nonce;
  // The token names a cart on its own. It is only sent where the session cookie cannot, as it would outlive a login in
  // another tab.
  if (session.cartToken && !navigator.cookieEnabled) headers["Cart-Token"] = session.cartToken;
  return headers;
}

function remember(response: Response): void {
  session.nonce = response.headers.get("Nonce") ?? session.nonce;
  session.cartToken = response.headers.get("Cart-Token") ?? session.cartToken;
}

/** An answer that has not come by then is given up. An order waits for the payment provider, which may be asked several times. */
export const ANSWER_LIMIT_MS = 60_000;

async function send(
  method: string,
  path: string,
  body: unknown,
  signal?: AbortSignal,
  more?: Record<string, string>,
): Promise<Response> {
  const response = await fetch(inLanguage(BASE + path), {
    method,
    // A change of the cart reaches the shop even when its page is left.
    keepalive: method !== "GET" && path.startsWith("/cart/"),
    // Who gives a signal has his own end of waiting.
    signal: signal ?? AbortSignal.timeout(ANSWER_LIMIT_MS),
    credentials: "same-origin",
    headers: { ...headersFor(method !== "GET"), ...more },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  remember(response);
  return response;
}

async function answerOf<T>(response: Response): Promise<T> {
  const read: unknown = await response.json().catch(() => {
    throw new StoreApiError("invalid_json", "", response.status, {});
  });
  const body = plainAnswer(read);
  if (response.ok) return body as T;
  const { code, message, data } = (body ?? {}) as Partial<StoreApiError>;
  // An order whose payment was refused is answered as an order, with the refusal among its details.
  throw new StoreApiError(
    code ?? "unknown",
    message ?? "",
    response.status,
    data ?? (body as Record<string, unknown>) ?? {},
  );
}

/** Sends a request to the store API. A write without a nonce first reads the cart to get one; a refused nonce (a page
 * may have been open for a day) is renewed and the write sent once more. */
export async function storeRequest<T>(
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  headers?: Record<string, string>,
): Promise<T> {
  try {
    if (method === "GET") return await answerOf<T>(await send(method, path, body, signal));
    if (!session.nonce) await send("GET", "/cart", undefined, signal);
    let response = await send(method, path, body, signal, headers);
    if (await nonceRefused(response)) {
      session.nonce = "";
      await send("GET", "/cart", undefined, signal);
      response = await send(method, path, body, signal, headers);
    }
    return await answerOf<T>(response);
  } catch (error) {
    if (error instanceof StoreApiError) throw error;
    throw new StoreApiError("network", "", 0, {});
  }
}

async function nonceRefused(response: Response): Promise<boolean> {
  if (response.status !== 403 && response.status !== 401) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: string } | null;
  return body?.code === "woocommerce_rest_invalid_nonce" || body?.code === "woocommerce_rest_missing_nonce";
}
