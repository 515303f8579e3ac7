// The only place where the back office calls the server. Argument and response types come from the generated types, so callers do
// not state them. A package for this purpose (openapi-fetch) would not handle the nonce, the language and the API's errors.

import type { Lang } from "../words/texts.ts";
import type { ApiPath, ApiResponse, CallArguments, Caller, Method } from "./callTypes.ts";
import type { FieldProblem, Problem } from "./types.ts";

/** An error response of the server, or a request that did not reach it (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: FieldProblem[] = [],
  ) {
    super(message);
  }
}

let lang: Lang = "it";
let nonce = "";
let loginEnded: () => void = () => {};

/** Sets the language of the server's responses. */
export function setLanguage(language: Lang): void {
  lang = language;
}

/** Registers the callback for when the server requires a login. */
export function onLoginEnded(act: () => void): void {
  loginEnded = act;
}

interface Parts {
  path?: Record<string, string | number>;
  query?: URLSearchParams | Record<string, string | number | null | undefined>;
  body?: unknown;
}

function buildUrl(address: string, { path = {}, query = {} }: Parts): string {
  const filled = address.replace(/\{(\w+)\}/g, (_, name: string) => String(path[name] ?? ""));
  const params =
    query instanceof URLSearchParams ? [query.toString()] : Object.entries(query).map(encodeParam);
  const text = params.filter(Boolean).join("&");
  return text ? `${filled}?${text}` : filled;
}

const encodeParam = ([name, value]: [string, unknown]) =>
  value == null ? "" : `${name}=${encodeURIComponent(String(value))}`;

async function send(method: string, url: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": lang };
  if (method !== "GET") headers["X-Admin-Nonce"] = nonce;
  // The browser sets the content type of a multipart form, including its boundary.
  const upload = body instanceof FormData;
  if (body !== undefined && !upload) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : upload ? body : JSON.stringify(body),
      credentials: "same-origin",
      signal: signal ?? null,
    });
  } catch {
    throw new ApiError(0, "unreachable", "");
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  if (response.status === 401 && problem?.code === "login_required") loginEnded();
  throw new ApiError(response.status, problem?.code ?? "", problem?.message ?? "", problem?.errors);
}

async function request(method: string, url: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
  const response = await send(method, url, body, signal);
  if (response.status === 204) return null;
  return response.headers.get("Content-Type")?.startsWith("application/json")
    ? response.json()
    : response.blob();
}

// The response is cast to its OpenAPI type here and nowhere else; schemathesis checks that the server honours it.
const caller = <M extends Method>(method: M) =>
  ((address: string, parts: Parts = {}) =>
    request(method.toUpperCase(), buildUrl(address, parts), parts.body)) as Caller<M>;

export const get = caller("get");
export const post = caller("post");
export const put = caller("put");
export const del = caller("delete");

/** A GET request that can be sent later and repeatedly. */
export interface ApiQuery<T> {
  /** Identifies the query: its URL. */
  queryKey: string[];
  queryFn: (context: { signal?: AbortSignal }) => Promise<T>;
}

/** Describes a GET request for `useQuery`. */
export function apiQuery<P extends ApiPath<"get">>(
  address: P,
  ...args: CallArguments<"get", P>
): ApiQuery<ApiResponse<"get", P>> {
  const url = buildUrl(address, args[0] ?? {});
  return {
    queryKey: [url],
    queryFn: ({ signal }) => request("GET", url, undefined, signal) as Promise<ApiResponse<"get", P>>,
  };
}

/** Stores the nonce that is sent with every change. */
export function setNonce(value: string): void {
  nonce = value;
}
