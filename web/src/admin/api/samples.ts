// Sample server responses for tests, checked by the compiler against the API's types.

import { blank } from "./blank.ts";
import type {
  Dashboard,
  MailDetail,
  MailList,
  Me,
  OrderDetail,
  OrderList,
  ProductDetail,
  ProductList,
} from "./types.ts";

const MORNING = 1_795_248_900;

export const me: Me = {
  username: "titolare",
  email: "titolare@bottega.example",
  first_name: "Ada",
  last_name: "Rossi",
  role: "admin",
  shop_name: "Bottega",
  nonce: "nonce-of-this-login",
  waiting_companies: 0,
};

const billing = {
  first_name: "Livia",
  last_name: "Conti",
  company: "",
  address_1: "Via dei Mille 7",
  address_2: "Scala B",
  city: "Milano",
  state: "MI",
  postcode: "20129",
  country: "IT",
  phone: "+39 333 1234567",
  email: "livia@example.com",
};

export const order: OrderDetail = {
  id: 142,
  status: "on-hold",
  next: ["pending", "processing", "completed", "failed", "cancelled", "refunded"],
  created_at: MORNING,
  updated_at: MORNING,
  total_cents: 15_090,
  payment_title: "Bonifico bancario",
  shipping_title: "Corriere espresso",
  billing_address: billing,
  shipping_address: billing,
  billing_lines: ["Livia Conti", "Via dei Mille 7", "Scala B", "20129 Milano MI"],
  shipping_lines: ["Livia Conti", "Via dei Mille 7", "Scala B", "20129 Milano MI"],
  customer_note: "Citofonare Conti.\nGrazie!",
  extra_fields: [],
  origin: { label: "Accesso diretto", fields: [] },
  coupons: [],
  lines: [
    {
      product_id: 12,
      parent_id: 10,
      sku: "CAV-CROC-35",
      name: "Caviale croccante",
      attributes: [{ label: "Formato", value: "35 g" }],
      quantity: 2,
      unit_price_cents: 7200,
      total_cents: 14_400,
    },
  ],
  totals: [
    { kind: "subtotal", label: "Subtotale", cents: 14_400 },
    { kind: "shipping", label: "Spedizione: Corriere espresso", cents: 690 },
    { kind: "tax", label: "di cui IVA 10%", cents: 1309 },
    { kind: "total", label: "Totale", cents: 15_090 },
  ],
  vat: {
    charged: [{ rate: "10%", name: "IVA", net_cents: 13_718, tax_cents: 1372 }],
    refunded: [],
    left: [{ rate: "10%", name: "IVA", net_cents: 13_718, tax_cents: 1372 }],
    total: { net_cents: 13_718, tax_cents: 1372 },
  },
  due_now_cents: 0,
  instalments: [],
  subscriptions: [],
  refunds: [],
  open_refund: null,
  payments: [],
  open_capture: null,
  history: [
    {
      id: 1,
      kind: "status",
      from_status: null,
      to_status: "on-hold",
      note: "",
      author: "customer",
      created_at: MORNING,
    },
    {
      id: 2,
      kind: "note",
      from_status: null,
      to_status: null,
      note: "Chiamata fatta: paga lunedì.",
      author: "titolare",
      created_at: MORNING + 3600,
    },
  ],
  path: "/checkout/order-received/142/?key=wc_order_x",
};

export const orders: OrderList = {
  orders: [
    row(142, "on-hold", "Livia Conti", "livia@example.com", 15_090, 0),
    row(141, "processing", "Niccolò D'Angelo", "niccolo.dangelo@example.com", 8_450, 5400),
    row(140, "completed", "Łucja Ångström", "lucja@example.com", 123_400, 90_000),
    row(139, "cancelled", "Marta Bianchi", "marta@example.com", 2_380, 180_000),
  ],
  total: 4,
  page: 1,
  pages: 1,
  by_status: [
    { status: "on-hold", count: 1 },
    { status: "processing", count: 1 },
    { status: "completed", count: 1 },
    { status: "cancelled", count: 1 },
  ],
};

function row(id: number, status: string, name: string, email: string, cents: number, before: number) {
  return {
    id,
    status,
    billing_name: name,
    billing_email: email,
    total_cents: cents,
    payment_title: "Bonifico bancario",
    buyer_reference: "",
    delivery_day: "",
    created_at: MORNING - before,
  };
}

export const products: ProductList = {
  products: [
    {
      id: 10,
      kind: "variable",
      sku: "CAV-CROC",
      name: "Caviale croccante",
      status: "publish",
      categories: ["Caviale"],
      price_min_cents: 3400,
      price_max_cents: 7200,
      on_sale: false,
      stock: null,
      stock_status: "instock",
      variations: [
        { id: 11, sku: "CAV-CROC-15", name: "Caviale croccante - 15 g", stock: 31 },
        { id: 12, sku: "CAV-CROC-35", name: "Caviale croccante - 35 g", stock: 18 },
      ],
    },
    {
      id: 20,
      kind: "simple",
      sku: "OLI-COR-05",
      name: "Olio extravergine di Coratina",
      status: "publish",
      categories: ["Olio"],
      price_min_cents: 1450,
      price_max_cents: 1450,
      on_sale: true,
      stock: 0,
      stock_status: "outofstock",
      variations: [],
    },
    {
      id: 30,
      kind: "simple",
      sku: "TAR-EST",
      name: "Tartufo estivo",
      status: "draft",
      categories: ["Tartufo"],
      price_min_cents: null,
      price_max_cents: null,
      on_sale: false,
      stock: 4,
      stock_status: "instock",
      variations: [],
    },
  ],
  total: 3,
  by_status: [
    { status: "publish", count: 2 },
    { status: "draft", count: 1 },
  ],
  page: 1,
  pages: 1,
};

const item = {
  status: "publish",
  sale_price: "",
  sale_from: "",
  sale_to: "",
  stock_managed: true,
  stock_status: "instock",
  backorders: "no",
  low_stock_amount: null,
  quantity_min: null,
  quantity_max: null,
  quantity_step: null,
  purchase: { add_ons: [], deposit: null, booking: null },
};

export const product: ProductDetail = {
  ...item,
  id: 10,
  kind: "variable",
  path: "/prodotto/caviale-croccante/",
  sku: "CAV-CROC",
  name: "Caviale croccante",
  short_description: "Grani di caviale asciugati lentamente, finché scrocchiano sotto i denti.",
  description: "<p>Il caviale di storione bianco viene steso in strati sottili.</p>",
  texts: {
    name_en: "Crunchy Caviar",
    ingredients: "<b>Uova di storione</b>, sale.",
    allergens: "fish",
    net_weight_g: "",
    origin: "Italia, allevamento in Lombardia",
  },
  regular_price: "",
  stock_managed: false,
  stock_quantity: 0,
  details: {
    ...blank("DetailsFields"),
    sku: "CAV-CROC",
    slug: "caviale-croccante",
    visibility: "visible",
    reviews_allowed: true,
    tax_status: "taxable",
  },
  linked: [],
  pictures: [],
  prices: [],
  variations: [
    {
      ...item,
      id: 11,
      sku: "CAV-CROC-15",
      name: "Caviale croccante - 15 g",
      attributes: [{ label: "Formato", value: "15 g" }],
      texts: {},
      stock_of_parent: false,
      regular_price: "34.00",
      stock_quantity: 31,
    },
    {
      ...item,
      id: 12,
      sku: "CAV-CROC-35",
      name: "Caviale croccante - 35 g",
      attributes: [{ label: "Formato", value: "35 g" }],
      texts: {},
      stock_of_parent: false,
      regular_price: "72.00",
      stock_quantity: 18,
    },
  ],
  updated_at: MORNING,
};

const message = {
  id: 7,
  kind: "customer_on_hold_order",
  order_id: 142,
  recipient: "livia@example.com",
  subject: "Abbiamo ricevuto il tuo ordine 142",
  attempts: 1,
  sent_at: MORNING + 5,
  last_error: "",
  created_at: MORNING,
};

export const mailbox: MailList = {
  messages: [
    message,
    {
      ...message,
      id: 6,
      kind: "new_order",
      recipient: "ordini@bottega.example",
      subject: "[Bottega] Nuovo ordine 142: 150,90 €",
      attempts: 2,
      sent_at: null,
      last_error: "550 mailbox unavailable",
    },
  ],
  total: 2,
  page: 1,
  pages: 1,
  mail_server: true,
};

export const mail: MailDetail = {
  ...message,
  body_text: "Ciao Livia, grazie per il tuo ordine.",
  html_path: "/api/admin/mail/7/html",
};

const day = (date: string, revenue_cents: number) => ({ day: date, orders: 1, revenue_cents });

export const dashboard: Dashboard = {
  days: [day("2026-11-19", 8000), day("2026-11-20", 25_000), day("2026-11-21", -3000)],
  before: [day("2026-11-16", 20_000), day("2026-11-17", 0), day("2026-11-18", 0)],
  recent: { orders: 3, revenue_cents: 30_000 },
  earlier: { orders: 3, revenue_cents: 20_000 },
  change_percent: 50,
  by_status: [{ status: "processing", count: 1 }],
  best_sellers: [{ product_id: 10, name: "Caviale", pieces: 4 }],
  low_stock: [{ product_id: 10, name: "Caviale, 35 g", quantity: 1 }],
  low_stock_count: 1,
  to_send: orders.orders.slice(0, 1),
  reviews_waiting: 2,
  comments_waiting: 1,
  mail_server: true,
};
