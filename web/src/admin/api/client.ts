// The only place of the back office that calls the server.

import type { Lang } from "../texts.ts";
import type {
  FieldProblem,
  MailDetail,
  MailList,
  Me,
  NewNote,
  OrderDetail,
  OrderList,
  Problem,
  ProductChange,
  ProductDetail,
  ProductList,
  StatusChange,
} from "./types.ts";

const ROOT = "/api/admin";

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

async function ask(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
  const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": lang };
  if (method !== "GET") headers["X-Admin-Nonce"] = nonce;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(ROOT + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      credentials: "same-origin",
      signal: signal ?? null,
    });
  } catch {
    throw new Refused(0, "unreachable", "");
  }
  if (response.ok) return response.status === 204 ? null : await response.json();
  const problem = (await response.json().catch(() => null)) as Problem | null;
  if (response.status === 401 && problem?.code === "login_required") loginEnded();
  throw new Refused(response.status, problem?.code ?? "", problem?.message ?? "", problem?.errors);
}

/** Reads an address below `/api/admin`. */
function reader<T>(): (path: string, signal?: AbortSignal) => Promise<T> {
  return async (path, signal) => (await ask("GET", path, undefined, signal)) as T;
}

async function identified(answer: Promise<unknown>): Promise<Me> {
  const me = (await answer) as Me;
  nonce = me.nonce;
  return me;
}

export const readOrders = reader<OrderList>();
export const readOrder = reader<OrderDetail>();
export const readProducts = reader<ProductList>();
export const readProduct = reader<ProductDetail>();
export const readMailbox = reader<MailList>();
export const readMail = reader<MailDetail>();

export const readMe = () => identified(ask("GET", "/me"));
export const logIn = (login: string, password: string) =>
  identified(ask("POST", "/login", { login, password }));
export const logOut = () => ask("POST", "/logout");
export const setStatus = (id: number, change: StatusChange) =>
  ask("POST", `/orders/${id}/status`, change) as Promise<OrderDetail>;
export const addNote = (id: number, note: NewNote) =>
  ask("POST", `/orders/${id}/notes`, note) as Promise<OrderDetail>;
export const saveProduct = (id: number, change: ProductChange) =>
  ask("PUT", `/products/${id}`, change) as Promise<ProductDetail>;
export const resendMail = (id: number) => ask("POST", `/mail/${id}/resend`);
