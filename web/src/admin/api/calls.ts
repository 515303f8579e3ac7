// The changes that the back office requests.

import { del, get, post, put, setNonce } from "./client.ts";
import type {
  AddressTrial,
  BreachFields,
  BulkCoupons,
  CategoryFields,
  CategoryOrder,
  CompanyTerms,
  CorrectionForm,
  CouponForm,
  CreditForm,
  EInvoiceMark,
  ErasureDone,
  FieldChange,
  Me,
  MessageTemplateForm,
  NewField,
  NewNote,
  NewProduct,
  NewReceivedPayment,
  NewRefund,
  OfferForm,
  PageFields,
  PaymentFields,
  PaymentKeysForm,
  PictureRow,
  ProductChange,
  RoleFields,
  ServiceFields,
  SettingField,
  StatusChange,
  TaxForm,
  TermForm,
  ThemeFields,
  TradePriceChange,
  Withdrawal,
  ZoneForm,
} from "./types.ts";

function storeNonce(me: Me): Me {
  setNonce(me.nonce);
  return me;
}

export const readMe = async () => storeNonce(await get("/api/admin/me"));
export const logIn = async (login: string, password: string) =>
  storeNonce(await post("/api/admin/login", { body: { login, password } }));
export const logOut = () => post("/api/admin/logout");
export const setStatus = (id: number, change: StatusChange) =>
  post("/api/admin/orders/{id}/status", { path: { id }, body: change });
export const addNote = (id: number, note: NewNote) =>
  post("/api/admin/orders/{id}/notes", { path: { id }, body: note });
export const saveProduct = (id: number, change: ProductChange) =>
  put("/api/admin/products/{id}", { path: { id }, body: change });
/** Calculates a refund without making it. */
export const previewRefund = (id: number, refund: NewRefund) =>
  post("/api/admin/orders/{id}/refunds/preview", { path: { id }, body: refund });
export const refundOrder = (id: number, refund: NewRefund) =>
  post("/api/admin/orders/{id}/refunds", { path: { id }, body: refund });
/** Retries the failed part of a refund with the provider, or with `by_hand` records that it was paid by other means. */
export const refundAgain = (id: number, refund: number, by_hand: boolean) =>
  post("/api/admin/orders/{id}/refunds/{refund}", { path: { id, refund }, body: { by_hand } });
/** Captures an order's authorized payment; an empty amount captures all of it. */
export const capturePayment = (id: number, amount: string) =>
  post("/api/admin/orders/{id}/capture", { path: { id }, body: { amount } });
/** Releases an order's authorized payment. */
export const releasePayment = (id: number) => post("/api/admin/orders/{id}/release", { path: { id } });
/** Marks an instalment of an order as paid or unpaid. */
export const bookInstalment = (id: number, position: number, paid: boolean) =>
  post("/api/admin/orders/{id}/instalments/{position}", { path: { id, position }, body: { paid } });
/** Suspends, resumes or cancels a subscription. */
export const stepSubscription = (id: number, step: string) =>
  post("/api/admin/subscriptions/{id}/step", { path: { id }, body: { step } });
export const addCoupon = (coupon: CouponForm) => post("/api/admin/coupons", { body: coupon });
export const saveCoupon = (id: number, coupon: CouponForm) =>
  put("/api/admin/coupons/{id}", { path: { id }, body: coupon });
export const duplicateCoupon = (id: number) => post("/api/admin/coupons/{id}/duplicate", { path: { id } });
export const deleteCoupon = (id: number) => del("/api/admin/coupons/{id}", { path: { id } });
export const addOffer = (offer: OfferForm) => post("/api/admin/offers", { body: offer });
export const saveOffer = (id: number, version: number, fields: OfferForm) =>
  put("/api/admin/offers/{id}", { path: { id }, body: { version, fields } });
export const deleteOffer = (id: number) => del("/api/admin/offers/{id}", { path: { id } });
/** Sends a draft to its buyer. */
export const sendOffer = (id: number, version: number) =>
  post("/api/admin/offers/{id}/send", { path: { id }, body: { version } });
export const withdrawOffer = (id: number) => post("/api/admin/offers/{id}/withdraw", { path: { id } });
export const duplicateOffer = (id: number) => post("/api/admin/offers/{id}/duplicate", { path: { id } });
/** Calculates the totals of an offer without saving it. */
export const previewOffer = (offer: OfferForm) => post("/api/admin/offers/preview", { body: offer });
/** Creates coupons in bulk; returns a file with their codes. */
export const createCoupons = (bulk: BulkCoupons) => post("/api/admin/coupons/bulk", { body: bulk });
export const issueCredits = (credits: CreditForm) => post("/api/admin/credits", { body: credits });
export const withdrawCredit = (id: number, withdrawal: Withdrawal) =>
  post("/api/admin/credits/{id}/withdraw", { path: { id }, body: withdrawal });
export const saveSettings = (section: string, values: Record<string, SettingField["value"]>) =>
  put("/api/admin/settings/{section}", { path: { section }, body: { values } });
export const saveZones = (zones: ZoneForm[]) => put("/api/admin/shipping", { body: { zones } });
export const tryAddress = (trial: AddressTrial) => post("/api/admin/shipping/trial", { body: trial });
export const savePayments = (methods: PaymentFields[]) => put("/api/admin/payments", { body: { methods } });

export const saveTheme = (fields: ThemeFields, preview_origin: string) =>
  put("/api/admin/theme", { body: { fields, preview_origin } });
/** Uploads a picture that can be chosen as the logo. */
export const addLogo = (form: FormData) => post("/api/admin/theme/logo", { body: form });

/** Replaces the services that set cookies or show content. */
export const saveConsentServices = (services: ServiceFields[]) =>
  put("/api/admin/consent-services", { body: { services } });

/** Stops marketing e-mails to a captured address. */
export const unsubscribeCapturedEmail = (id: number) =>
  post("/api/admin/captured-emails/{id}/unsubscribe", { path: { id } });
/** Deletes a captured address. */
export const forgetCapturedEmail = (id: number) => del("/api/admin/captured-emails/{id}", { path: { id } });

/** Ends a newsletter subscription; the proof of consent is retained. */
export const endSubscription = (id: number) =>
  post("/api/admin/newsletter/{id}/unsubscribe", { path: { id } });
/** Deletes a subscriber together with the proof of consent. */
export const deleteSubscriber = (id: number) => del("/api/admin/newsletter/{id}", { path: { id } });

export type Remedy = "webhook" | "domain";
/** Whether the name is a step that repairs the payment provider's set-up. */
export const isRemedy = (name: string | null | undefined): name is Remedy =>
  name === "webhook" || name === "domain";
/** Repairs the set-up of the payment provider. */
export const setUp = (remedy: Remedy) => post(`/api/admin/payment-setup/${remedy}`);

export const savePaymentKeys = (keys: PaymentKeysForm) => put("/api/admin/payment-keys", { body: keys });

export const forgetPaymentKeys = () => del("/api/admin/payment-keys");
export const saveTaxes = (taxes: TaxForm) => put("/api/admin/taxes", { body: taxes });
/** Sets prices of a role or company, all of them or none. */
export const saveTradePrices = (owner: string, changes: TradePriceChange[]) =>
  put("/api/admin/trade-prices/{owner}", { path: { owner }, body: { changes } });
/** Sets prices of a role or company by a discount on the full prices of a category. */
export const discountTradePrices = (owner: string, category_id: number, off_per_cent: string) =>
  post("/api/admin/trade-prices/{owner}/discount", { path: { owner }, body: { category_id, off_per_cent } });
export const importTradePrices = (owner: string, form: FormData) =>
  post("/api/admin/trade-prices/{owner}/file", { path: { owner }, body: form });
/** URL of the price file of a role or company. */
export const tradePriceFile = (owner: string) => `/api/admin/trade-prices/${owner}/file`;
export const addCategory = (fields: CategoryFields) =>
  post("/api/admin/catalogue/categories", { body: fields });
export const saveCategory = (id: number, fields: CategoryFields) =>
  put("/api/admin/catalogue/categories/{id}", { path: { id }, body: fields });
export const putCategoryPicture = (id: number, form: FormData) =>
  post("/api/admin/catalogue/categories/{id}/picture", { path: { id }, body: form });
export const deleteCategoryPicture = (id: number) =>
  del("/api/admin/catalogue/categories/{id}/picture", { path: { id } });
export const deleteCategory = (id: number) => del("/api/admin/catalogue/categories/{id}", { path: { id } });
export const orderCategories = (order: CategoryOrder) =>
  put("/api/admin/catalogue/category-order", { body: order });
export const addTag = (fields: TermForm) => post("/api/admin/catalogue/tags", { body: fields });
export const saveTag = (id: number, fields: TermForm) =>
  put("/api/admin/catalogue/tags/{id}", { path: { id }, body: fields });
export const deleteTag = (id: number) => del("/api/admin/catalogue/tags/{id}", { path: { id } });
export const addAttribute = (fields: TermForm) => post("/api/admin/catalogue/attributes", { body: fields });
export const saveAttribute = (id: number, fields: TermForm) =>
  put("/api/admin/catalogue/attributes/{id}", { path: { id }, body: fields });
export const deleteAttribute = (id: number) => del("/api/admin/catalogue/attributes/{id}", { path: { id } });
export const addValue = (attribute: number, fields: TermForm) =>
  post("/api/admin/catalogue/attributes/{id}/values", { path: { id: attribute }, body: fields });
export const orderValues = (attribute: number, ids: number[]) =>
  put("/api/admin/catalogue/attributes/{id}/values", { path: { id: attribute }, body: { ids } });
export const saveValue = (attribute: number, id: number, fields: TermForm) =>
  put("/api/admin/catalogue/attributes/{id}/values/{value}", {
    path: { id: attribute, value: id },
    body: fields,
  });
export const deleteValue = (attribute: number, id: number) =>
  del("/api/admin/catalogue/attributes/{id}/values/{value}", { path: { id: attribute, value: id } });
export const addPage = (fields: PageFields) => post("/api/admin/pages", { body: fields });
export const savePage = (id: number, version: number, fields: PageFields) =>
  put("/api/admin/pages/{id}", { path: { id }, body: { version, fields } });
export const deletePage = (id: number) => del("/api/admin/pages/{id}", { path: { id } });
export const previewHtml = (body: string) => post("/api/admin/pages/preview", { body: { body } });
export const startImport = (form: FormData) => post("/api/admin/import", { body: form });
export const addProduct = (product: NewProduct) => post("/api/admin/products", { body: product });
export const actOnProducts = (ids: number[], action: string) =>
  post("/api/admin/products/acts", { body: { ids, action } });
export const duplicateProduct = (id: number) => post("/api/admin/products/{id}/duplicate", { path: { id } });
export const generateVariations = (id: number, regular_price: string, stock_quantity: string) =>
  post("/api/admin/products/{id}/variations", {
    path: { id },
    body: {
      values: {},
      regular_price,
      stock_quantity,
    },
  });
export const addPicture = (id: number, form: FormData) =>
  post("/api/admin/products/{id}/pictures", { path: { id }, body: form });
/** Uploads a variation's own picture. */
export const putVariationPicture = (id: number, variation: number, form: FormData) =>
  post("/api/admin/products/{id}/variations/{variation}/picture", { path: { id, variation }, body: form });
export const savePictures = (id: number, pictures: PictureRow[]) =>
  put("/api/admin/products/{id}/pictures", {
    path: { id },
    body: {
      pictures: pictures.map(({ file, source, alt, alt_en }) => ({ file, source, alt, alt_en })),
    },
  });
/** URL of the product export. */
export const EXPORT = "/api/admin/export";
export const setRole = (id: number, role: string) =>
  post("/api/admin/customers/{id}/role", { path: { id }, body: { role } });
export const blockCustomer = (id: number, blocked: boolean) =>
  post("/api/admin/customers/{id}/block", { path: { id }, body: { blocked } });
export const sendPasswordLink = (id: number) =>
  post("/api/admin/customers/{id}/password-link", { path: { id } });
export const issueInvoice = (id: number) => post("/api/admin/orders/{id}/invoice", { path: { id } });
/** Sends an electronic invoice, or records that it was sent by hand. */
export const sendEInvoice = (id: number) => post("/api/admin/einvoices/{id}/send", { path: { id } });
/** Records the response of the exchange system. */
export const markEInvoice = (id: number, mark: EInvoiceMark) =>
  post("/api/admin/einvoices/{id}/mark", { path: { id }, body: mark });
/** Corrects the buyer of a rejected electronic invoice. */
export const correctEInvoice = (id: number, correction: CorrectionForm) =>
  put("/api/admin/einvoices/{id}/correction", { path: { id }, body: correction });
/** URL of an electronic invoice's file. */
export const einvoicePath = (id: number) => `/api/admin/einvoices/${id}/file`;
/** URL of an order document. */
export const documentPath = (id: number, file: string) => `/api/admin/orders/${id}/documents/${file}`;
export const replyToReview = (id: number, reply: string) =>
  put("/api/admin/reviews/{id}/reply", { path: { id }, body: { reply } });
export const decideReview = (id: number, state: string) =>
  post("/api/admin/reviews/{id}/state", { path: { id }, body: { state } });
/** Removes the name and e-mail address of a review's author from everything they have written. */
export const forgetReviewer = (id: number) => post("/api/admin/reviews/{id}/forget-writer", { path: { id } });
/** Removes the name and e-mail address of a comment's author from everything they have written. */
export const forgetCommenter = (id: number) =>
  post("/api/admin/comments/{id}/forget-writer", { path: { id } });
/** Publishes a reply to a comment in the shop's name. */
export const answerComment = (id: number, reply: string) =>
  post("/api/admin/comments/{id}/answers", { path: { id }, body: { reply } });
export const decideComment = (id: number, state: string) =>
  post("/api/admin/comments/{id}/state", { path: { id }, body: { state } });
/** Replies in a conversation; the buyer is notified by e-mail. */
export const answerConversation = (id: number, form: FormData) =>
  post("/api/admin/conversations/{id}/answers", { path: { id }, body: form });
/** Closes or reopens a conversation. */
export const setConversationState = (id: number, state: string) =>
  post("/api/admin/conversations/{id}/state", { path: { id }, body: { state } });
/** URL of a file in a conversation. */
export const conversationFilePath = (id: number, file: number) =>
  `/api/admin/conversations/${id}/files/${file}`;
export const addTemplate = (fields: MessageTemplateForm) =>
  post("/api/admin/message-templates", { body: fields });
export const saveTemplate = (id: number, version: number, fields: MessageTemplateForm) =>
  put("/api/admin/message-templates/{id}", { path: { id }, body: { version, fields } });
export const deleteTemplate = (id: number) => del("/api/admin/message-templates/{id}", { path: { id } });
export const erasureDone = (done: ErasureDone) =>
  post("/api/admin/personal-data/erasures/done", { body: done });
export const addBreach = (fields: BreachFields) =>
  post("/api/admin/personal-data/breaches", { body: fields });
export const saveBreach = (id: number, version: number, fields: BreachFields) =>
  put("/api/admin/personal-data/breaches/{id}", { path: { id }, body: { version, fields } });
export const checkVatAgain = (id: number) => post("/api/admin/vat-checks/{id}/again", { path: { id } });
export const resendMail = (id: number) => post("/api/admin/mail/{id}/resend", { path: { id } });
export const addRole = (role: RoleFields) => post("/api/admin/roles", { body: role });
export const saveRole = (id: number, role: RoleFields) =>
  put("/api/admin/roles/{id}", { path: { id }, body: role });
export const deleteRole = (id: number) => del("/api/admin/roles/{id}", { path: { id } });
export const addField = (field: NewField) => post("/api/admin/registration-fields", { body: field });
export const saveField = (id: number, field: FieldChange) =>
  put("/api/admin/registration-fields/{id}", { path: { id }, body: field });
export const deleteField = (id: number) => del("/api/admin/registration-fields/{id}", { path: { id } });
export const orderFields = (ids: number[]) => put("/api/admin/registration-field-order", { body: { ids } });
/** Approves or rejects a company, or leaves it pending; notifies its main account. */
export const decideCompany = (id: number, state: string, reason: string) =>
  post("/api/admin/companies/{id}/state", { path: { id }, body: { state, reason } });
export const saveCompanyTerms = (id: number, terms: CompanyTerms) =>
  put("/api/admin/companies/{id}/terms", { path: { id }, body: terms });
/** Records a payment received from a company. */
export const noteReceivedPayment = (id: number, payment: NewReceivedPayment) =>
  post("/api/admin/companies/{id}/payments", { path: { id }, body: payment });
/** Reverses a payment that was recorded by mistake. */
export const reversePayment = (id: number, payment: number, note: string) =>
  post("/api/admin/companies/{id}/payments/{payment}/take-back", { path: { id, payment }, body: { note } });
export const addCompanyNote = (id: number, text: string) =>
  post("/api/admin/companies/{id}/notes", { path: { id }, body: { text } });
