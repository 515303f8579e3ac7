// The only place of the back office that calls the server.

import type { Lang } from "../texts.ts";
import type {
  ActResult,
  AddressOffer,
  AddressTrial,
  AttributeRow,
  BookingList,
  BulkCoupons,
  CategoryDetail,
  CategoryFields,
  CategoryNode,
  CategoryOrder,
  ChangeList,
  CouponDetail,
  CouponFields,
  CouponList,
  CreditDetail,
  CreditList,
  CustomerDetail,
  CustomerList,
  Dashboard,
  FieldProblem,
  ImportStatus,
  IssueCredits,
  Issued,
  Made,
  MadeVariations,
  MailDetail,
  MailList,
  Me,
  NamedEntry,
  NewNote,
  NewProduct,
  NewRefund,
  OrderDetail,
  OrderList,
  PageDetail,
  PageFields,
  PageList,
  PaymentFields,
  PaymentKeysForm,
  PaymentList,
  PaymentSetupDetail,
  PictureRow,
  Preview,
  Problem,
  ProductChange,
  ProductDetail,
  ProductList,
  RefundPreview,
  ReviewList,
  SettingField,
  SettingSection,
  StatusChange,
  SubscriptionDetail,
  SubscriptionList,
  TagRow,
  TaxDetail,
  TaxFields,
  TermFields,
  VatOfDays,
  Withdrawal,
  ZoneFields,
  ZoneList,
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
  // A form with a file names its own type, with the mark that parts its fields.
  const upload = body instanceof FormData;
  if (body !== undefined && !upload) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(ROOT + path, {
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
/** VAT of a query's days by rate. */
export const readVat = reader<VatOfDays>();
/** The same as a file. */
export const exportVat = async (query: string) => (await send("GET", `/vat/export${query}`)).blob();
export const readBookings = reader<BookingList>();
/** The bookings of a query as a file. */
export const exportBookings = async (query: string) => (await send("GET", `/bookings/export${query}`)).blob();
export const readOrders = reader<OrderList>();
export const readOrder = reader<OrderDetail>();
export const readProducts = reader<ProductList>();
export const readProduct = reader<ProductDetail>();
export const readCoupons = reader<CouponList>();
export const readCoupon = reader<CouponDetail>();
export const readCategories = reader<NamedEntry[]>();
export const readCredits = reader<CreditList>();
export const readCredit = reader<CreditDetail>();
export const readSubscriptions = reader<SubscriptionList>();
export const readSubscription = reader<SubscriptionDetail>();
export const readCustomers = reader<CustomerList>();
export const readCustomer = reader<CustomerDetail>();
export const readMailbox = reader<MailList>();
export const readReviews = reader<ReviewList>();
export const readMail = reader<MailDetail>();

export const readSettings = reader<SettingSection>();
export const readChanges = reader<ChangeList>();
export const readZones = reader<ZoneList>();
export const readPayments = reader<PaymentList>();
export const readPaymentSetup = reader<PaymentSetupDetail>();
export const readTaxes = reader<TaxDetail>();

export const readCategoryTree = reader<CategoryNode[]>();
export const readCategory = reader<CategoryDetail>();
export const readTags = reader<TagRow[]>();
export const readAttributes = reader<AttributeRow[]>();
export const readPages = reader<PageList>();
export const readPage = reader<PageDetail>();
export const readImport = reader<ImportStatus | null>();
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
/** What a refund would give back; nothing is given. */
export const previewRefund = (id: number, refund: NewRefund) =>
  ask("POST", `/orders/${id}/refunds/preview`, refund) as Promise<RefundPreview>;
export const refundOrder = (id: number, refund: NewRefund) =>
  ask("POST", `/orders/${id}/refunds`, refund) as Promise<OrderDetail>;
/** Gives back again what failed of a refund: by the provider, or it was given by other means. */
export const refundAgain = (id: number, refund: number, by_hand: boolean) =>
  ask("POST", `/orders/${id}/refunds/${refund}`, { by_hand }) as Promise<OrderDetail>;
/** Captures what is set aside for an order; an empty amount: all. */
export const capturePayment = (id: number, amount: string) =>
  ask("POST", `/orders/${id}/capture`, { amount }) as Promise<OrderDetail>;
/** Lets go what is set aside for an order. */
export const releasePayment = (id: number) =>
  ask("POST", `/orders/${id}/release`, {}) as Promise<OrderDetail>;
/** Books a later payment of an order as arrived, or takes that back. */
export const bookInstalment = (id: number, position: number, paid: boolean) =>
  ask("POST", `/orders/${id}/instalments/${position}`, { paid }) as Promise<OrderDetail>;
/** Suspends, resumes or cancels a subscription. */
export const stepSubscription = (id: number, step: string) =>
  ask("POST", `/subscriptions/${id}/step`, { step }) as Promise<SubscriptionDetail>;
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
export const saveSettings = (section: string, values: Record<string, SettingField["value"]>) =>
  ask("PUT", `/settings/${section}`, { values }) as Promise<SettingSection>;
export const saveZones = (zones: ZoneFields[]) => ask("PUT", "/shipping", { zones }) as Promise<ZoneList>;
export const tryAddress = (trial: AddressTrial) =>
  ask("POST", "/shipping/trial", trial) as Promise<AddressOffer>;
export const savePayments = (methods: PaymentFields[]) =>
  ask("PUT", "/payments", { methods }) as Promise<PaymentList>;

/** Does what mends the set-up of the payment provider: `webhook` or `domain`. */
export const setUp = (remedy: string) =>
  ask("POST", `/payment-setup/${remedy}`) as Promise<PaymentSetupDetail>;

export const savePaymentKeys = (keys: PaymentKeysForm) =>
  ask("PUT", "/payment-keys", keys) as Promise<PaymentSetupDetail>;

export const forgetPaymentKeys = () => ask("DELETE", "/payment-keys") as Promise<PaymentSetupDetail>;
export const saveTaxes = (taxes: TaxFields) => ask("PUT", "/taxes", taxes) as Promise<TaxDetail>;
export const addCategory = (fields: CategoryFields) =>
  ask("POST", "/catalogue/categories", fields) as Promise<Made>;
export const saveCategory = (id: number, fields: CategoryFields) =>
  ask("PUT", `/catalogue/categories/${id}`, fields) as Promise<CategoryDetail>;
export const putCategoryPicture = (id: number, form: FormData) =>
  ask("POST", `/catalogue/categories/${id}/picture`, form) as Promise<CategoryDetail>;
export const deleteCategoryPicture = (id: number) =>
  ask("DELETE", `/catalogue/categories/${id}/picture`) as Promise<CategoryDetail>;
export const deleteCategory = (id: number) => ask("DELETE", `/catalogue/categories/${id}`);
export const orderCategories = (order: CategoryOrder) => ask("PUT", "/catalogue/category-order", order);
export const addTag = (fields: TermFields) => ask("POST", "/catalogue/tags", fields);
export const saveTag = (id: number, fields: TermFields) => ask("PUT", `/catalogue/tags/${id}`, fields);
export const deleteTag = (id: number) => ask("DELETE", `/catalogue/tags/${id}`);
export const addAttribute = (fields: TermFields) => ask("POST", "/catalogue/attributes", fields);
export const saveAttribute = (id: number, fields: TermFields) =>
  ask("PUT", `/catalogue/attributes/${id}`, fields);
export const deleteAttribute = (id: number) => ask("DELETE", `/catalogue/attributes/${id}`);
export const addValue = (attribute: number, fields: TermFields) =>
  ask("POST", `/catalogue/attributes/${attribute}/values`, fields);
export const orderValues = (attribute: number, ids: number[]) =>
  ask("PUT", `/catalogue/attributes/${attribute}/values`, { ids });
export const saveValue = (attribute: number, id: number, fields: TermFields) =>
  ask("PUT", `/catalogue/attributes/${attribute}/values/${id}`, fields);
export const deleteValue = (attribute: number, id: number) =>
  ask("DELETE", `/catalogue/attributes/${attribute}/values/${id}`);
export const addPage = (fields: PageFields) => ask("POST", "/pages", fields) as Promise<PageDetail>;
export const savePage = (id: number, version: number, fields: PageFields) =>
  ask("PUT", `/pages/${id}`, { version, fields }) as Promise<PageDetail>;
export const deletePage = (id: number) => ask("DELETE", `/pages/${id}`);
export const previewOf = (body: string) => ask("POST", "/pages/preview", { body }) as Promise<Preview>;
export const startImport = (form: FormData) => ask("POST", "/import", form) as Promise<ImportStatus>;
export const addProduct = (product: NewProduct) => ask("POST", "/products", product) as Promise<Made>;
export const actOnProducts = (ids: number[], action: string) =>
  ask("POST", "/products/acts", { ids, action }) as Promise<ActResult>;
export const duplicateProduct = (id: number) => ask("POST", `/products/${id}/duplicate`) as Promise<Made>;
export const generateVariations = (id: number, regular_price: string, stock_quantity: string) =>
  ask("POST", `/products/${id}/variations`, {
    values: {},
    regular_price,
    stock_quantity,
  }) as Promise<MadeVariations>;
export const addPicture = (id: number, form: FormData) =>
  ask("POST", `/products/${id}/pictures`, form) as Promise<ProductDetail>;
/** Gives a variation a picture of its own. */
export const putVariationPicture = (id: number, variation: number, form: FormData) =>
  ask("POST", `/products/${id}/variations/${variation}/picture`, form) as Promise<ProductDetail>;
export const savePictures = (id: number, pictures: PictureRow[]) =>
  ask("PUT", `/products/${id}/pictures`, {
    pictures: pictures.map(({ file, source, alt, alt_en }) => ({ file, source, alt, alt_en })),
  }) as Promise<ProductDetail>;
/** Where the products can be downloaded as a file. */
export const EXPORT = `${ROOT}/export`;
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
