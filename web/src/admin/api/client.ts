// The only place of the back office that calls the server.

import type { Lang } from "../texts.ts";
import type {
  BulkCoupons,
  CouponDetail,
  CouponFields,
  CouponList,
  CreditDetail,
  CreditList,
  CustomerDetail,
  CustomerList,
  Dashboard,
  FieldProblem,
  IssueCredits,
  Issued,
  Made,
  MailDetail,
  MailList,
  Me,
  NamedEntry,
  NewNote,
  NewRefund,
  OrderDetail,
  OrderList,
  Problem,
  ProductChange,
  ProductDetail,
  ProductList,
  ReviewList,
  StatusChange,
  Withdrawal,
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

async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
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
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  if (response.status === 401 && problem?.code === "login_required") loginEnded();
  throw new Refused(response.status, problem?.code ?? "", problem?.message ?? "", problem?.errors);
}

async function ask(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
  const response = await send(method, path, body, signal);
  return response.status === 204 ? null : await response.json();
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

export const readDashboard = reader<Dashboard>();
export const readOrders = reader<OrderList>();
export const readOrder = reader<OrderDetail>();
export const readProducts = reader<ProductList>();
export const readProduct = reader<ProductDetail>();
export const readCoupons = reader<CouponList>();
export const readCoupon = reader<CouponDetail>();
export const readCategories = reader<NamedEntry[]>();
export const readCredits = reader<CreditList>();
export const readCredit = reader<CreditDetail>();
export const readCustomers = reader<CustomerList>();
export const readCustomer = reader<CustomerDetail>();
export const readMailbox = reader<MailList>();
export const readReviews = reader<ReviewList>();
export const readMail = reader<MailDetail>();

/** The orders of a query as a file. */
export const exportOrders = async (query: string) => (await send("GET", `/orders/export${query}`)).blob();

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
export const refundOrder = (id: number, refund: NewRefund) =>
  ask("POST", `/orders/${id}/refunds`, refund) as Promise<OrderDetail>;
export const addCoupon = (coupon: CouponFields) => ask("POST", "/coupons", coupon) as Promise<Made>;
export const saveCoupon = (id: number, coupon: CouponFields) =>
  ask("PUT", `/coupons/${id}`, coupon) as Promise<CouponDetail>;
export const duplicateCoupon = (id: number) => ask("POST", `/coupons/${id}/duplicate`) as Promise<Made>;
export const deleteCoupon = (id: number) => ask("DELETE", `/coupons/${id}`);
/** Makes many coupons; gives the file of their codes. */
export const makeCoupons = async (bulk: BulkCoupons) => (await send("POST", "/coupons/bulk", bulk)).blob();
export const issueCredits = (credits: IssueCredits) => ask("POST", "/credits", credits) as Promise<Issued>;
export const withdrawCredit = (id: number, withdrawal: Withdrawal) =>
  ask("POST", `/credits/${id}/withdraw`, withdrawal) as Promise<CreditDetail>;
export const setRole = (id: number, role: string) =>
  ask("POST", `/customers/${id}/role`, { role }) as Promise<CustomerDetail>;
export const blockCustomer = (id: number, blocked: boolean) =>
  ask("POST", `/customers/${id}/block`, { blocked }) as Promise<CustomerDetail>;
export const sendPasswordLink = (id: number) => ask("POST", `/customers/${id}/password-link`);
export const issueInvoice = (id: number) => ask("POST", `/orders/${id}/invoice`) as Promise<OrderDetail>;
/** Address of a paper about an order. */
export const documentPath = (id: number, file: string) => `${ROOT}/orders/${id}/documents/${file}`;
export const replyToReview = (id: number, reply: string) => ask("PUT", `/reviews/${id}/reply`, { reply });
export const decideReview = (id: number, state: string) => ask("POST", `/reviews/${id}/state`, { state });
export const resendMail = (id: number) => ask("POST", `/mail/${id}/resend`);
