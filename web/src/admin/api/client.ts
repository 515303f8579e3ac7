// The only place of the back office that calls the server. What an address takes and answers is in the generated types: no caller
// says it. A package that does the same (openapi-fetch) would know nothing of the mark, the language and refusals.

import type { Lang } from "../words/texts.ts";
import type { Address, Answer, Caller, Given, Method } from "./shapes.ts";
import type { FieldProblem, Problem } from "./types.ts";

/** A request that the server refused, or that did not reach it (status 0). */
export class Refused extends Error {
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

/** Sets the language of the server's answers. */
export function speak(wanted: Lang): void {
  lang = wanted;
}

/** Says what to do when the server asks for a login. */
export function onLoginEnded(act: () => void): void {
  loginEnded = act;
}

interface Parts {
  path?: Record<string, string | number>;
  query?: URLSearchParams | Record<string, string | number | null | undefined>;
  body?: unknown;
}

function written(address: string, { path = {}, query = {} }: Parts): string {
  const filled = address.replace(/\{(\w+)\}/g, (_, name: string) => String(path[name] ?? ""));
  const pairs = query instanceof URLSearchParams ? [query.toString()] : Object.entries(query).map(pair);
  const text = pairs.filter(Boolean).join("&");
  return text ? `${filled}?${text}` : filled;
}

const pair = ([name, value]: [string, unknown]) =>
  value == null ? "" : `${name}=${encodeURIComponent(String(value))}`;

async function send(method: string, url: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": lang };
  if (method !== "GET") headers["X-Admin-Nonce"] = nonce;
  // A form with a file names its own type, with the mark that parts its fields.
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
    throw new Refused(0, "unreachable", "");
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  if (response.status === 401 && problem?.code === "login_required") loginEnded();
  throw new Refused(response.status, problem?.code ?? "", problem?.message ?? "", problem?.errors);
}

async function ask(method: string, url: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
  const response = await send(method, url, body, signal);
  if (response.status === 204) return null;
  return response.headers.get("Content-Type")?.startsWith("application/json")
    ? response.json()
    : response.blob();
}

// What the server answers is what its description says: here alone that is taken for granted, and a test of the server holds it.
const caller = <M extends Method>(method: M) =>
  ((address: string, wanted: Parts = {}) =>
    ask(method.toUpperCase(), written(address, wanted), wanted.body)) as Caller<M>;

export const get = caller("get");
export const post = caller("post");
export const put = caller("put");
export const del = caller("delete");

/** A question that is asked later, or again. */
export interface Question<T> {
  /** The same question has the same address. */
  url: string;
  ask: (signal?: AbortSignal) => Promise<T>;
}

/** What `get` asks, to be asked by `useData`. */
export function question<P extends Address<"get">>(
  address: P,
  ...given: Given<"get", P>
): Question<Answer<"get", P>> {
  const url = written(address, given[0] ?? {});
  return { url, ask: (signal) => ask("GET", url, undefined, signal) as Promise<Answer<"get", P>> };
}

/** Remembers the mark that changes are sent with. */
export function mark(given: string): void {
  nonce = given;
}
