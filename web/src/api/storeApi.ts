// The only place that calls the store API: stores the nonce, which every response renews, and turns error responses into typed
// errors.

import { inLanguage } from "../core/address.ts";
import type { Cart } from "../core/types.ts";
import { decodeResponse } from "./decodeCart.ts";

const BASE = "/wp-json/wc/store/v1";

/** An error of the store API, a request without a response (code `network`) or with an unreadable one (code `invalid_json`). */
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

  /** Current cart; sent with errors that concern its content. */
  get cart(): Cart | null {
    return (this.data.cart as Cart | undefined) ?? null;
  }
}

interface Session {
  nonce: string;
  cartToken: string;
}

const session: Session = { nonce: "", cartToken: "" };

/** Stores the nonce that came with a page, so that the first write needs no request before it. */
export function storeNonce(nonce: string): void {
  session.nonce = nonce;
}

function headersFor(writes: boolean): Record<string, string> {
  // Requests the data that prices depend on.
  const headers: Record<string, string> = { Accept: "application/json", "Bottega-Pricing": "1" };
  if (writes) headers["Content-Type"] = "application/json";
  if (session.nonce) headers.Nonce = session.nonce;
  // The token alone identifies a cart. It is only sent where the session cookie cannot be, as it would outlive a login in another
  // tab.
  if (session.cartToken && !navigator.cookieEnabled) headers["Cart-Token"] = session.cartToken;
  return headers;
}

function storeSession(response: Response): void {
  session.nonce = response.headers.get("Nonce") ?? session.nonce;
  session.cartToken = response.headers.get("Cart-Token") ?? session.cartToken;
}

/** Timeout of a request. It is long because an order waits for the payment provider, which the server may call several times. */
export const REQUEST_TIMEOUT_MS = 60_000;

async function send(
  method: string,
  path: string,
  body: unknown,
  signal?: AbortSignal,
  more?: Record<string, string>,
): Promise<Response> {
  const response = await fetch(inLanguage(BASE + path), {
    method,
    // A change to the cart reaches the server even if the visitor leaves the page.
    keepalive: method !== "GET" && path.startsWith("/cart/"),
    // A caller that passes a signal has its own timeout.
    signal: signal ?? AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    credentials: "same-origin",
    headers: { ...headersFor(method !== "GET"), ...more },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  storeSession(response);
  return response;
}

async function parseResponse<T>(response: Response): Promise<T> {
  const json: unknown = await response.json().catch(() => {
    throw new StoreApiError("invalid_json", "", response.status, {});
  });
  const body = decodeResponse(json);
  if (response.ok) return body as T;
  const { code, message, data } = (body ?? {}) as Partial<StoreApiError>;
  // An order whose payment was declined comes back as an order, with the reason in its details.
  throw new StoreApiError(
    code ?? "unknown",
    message ?? "",
    response.status,
    data ?? (body as Record<string, unknown>) ?? {},
  );
}

/** Sends a request to the store API. A write without a nonce first fetches the cart to get one; a rejected nonce (a page may have
 * been open for a day) is renewed and the write is sent once more. */
export async function storeRequest<T>(
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  headers?: Record<string, string>,
): Promise<T> {
  try {
    if (method === "GET") return await parseResponse<T>(await send(method, path, body, signal));
    if (!session.nonce) await send("GET", "/cart", undefined, signal);
    let response = await send(method, path, body, signal, headers);
    if (await isNonceRejected(response)) {
      session.nonce = "";
      await send("GET", "/cart", undefined, signal);
      response = await send(method, path, body, signal, headers);
    }
    return await parseResponse<T>(response);
  } catch (error) {
    if (error instanceof StoreApiError) throw error;
    throw new StoreApiError("network", "", 0, {});
  }
}

async function isNonceRejected(response: Response): Promise<boolean> {
  if (response.status !== 403 && response.status !== 401) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: string } | null;
  return body?.code === "woocommerce_rest_invalid_nonce" || body?.code === "woocommerce_rest_missing_nonce";
}
