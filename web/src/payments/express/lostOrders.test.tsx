// Wallet orders whose response is lost, with a fake shop server and fake sandbox frames (tests/expressShop.ts, tests/wallet.ts).
import { waitFor } from "@testing-library/react";
import { expressShop } from "../../../tests/expressShop.ts";
import { answers, openPage, shopPage } from "../../../tests/page.tsx";
import { alertText, inSight, openSheet, settled, walletButton } from "../../../tests/wallet.ts";

const STORED = "bottega-express-key";
const placed = answers("orders").placed;

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  inSight();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Outcome of each order that is sent, in turn; further orders are placed. */
type Fate = "lost" | "broken" | { status: number; body: unknown };

/** `ordered`: the order has emptied the cart on the server. */
async function open(fates: Fate[], ordered = false) {
  const page = shopPage<"cart">("cart");
  Object.assign(page.page.express?.declarations ?? {}, { terms: false, min_age_years: null });
  const shop = expressShop(page.page, (_call, action) => {
    if (action !== "checkout") return null;
    const fate = fates.shift();
    if (fate === "lost") return Promise.reject(new TypeError("Failed to fetch"));
    if (fate === "broken") return { status: 502, body: null };
    return fate ?? { body: placed };
  });
  await openPage(page);
  if (!ordered) shop.holds(page.page.cart);
  const button = await walletButton("Google Pay");
  await settled();
  const pay = async () => (await openSheet("Google Pay", button)).confirm();
  const keys = () => shop.callsOf("checkout").map(({ headers }) => headers.get("Idempotency-Key"));
  return { ...shop, pay, keys };
}

for (const fate of ["lost", "broken"] as const)
  test(`an order whose response is ${fate} is sent again under its key, and the page goes on to the order`, async () => {
    const { pay, keys } = await open([fate]);
    await pay();
    await waitFor(() => expect(timesLeft).toBe(1));
    expect(keys()).toEqual([keys()[0], keys()[0]]);
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(localStorage.getItem(STORED)).toBeNull();
  });

test("without a response the key is stored, the shopper sees a message, and the next press sends the same key", async () => {
  const { pay, keys } = await open(["lost", "lost"]);
  await pay();
  await waitFor(() => expect(alertText()).toContain("non paghi due volte"));
  expect(timesLeft).toBe(0);
  expect(localStorage.getItem(STORED)).toBe(keys()[0]);
  await pay();
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(new Set(keys()).size).toBe(1);
});

test("if the order has emptied the cart nevertheless, the page goes to the checkout, which redirects to the order", async () => {
  const { pay, keys } = await open(["lost", "lost"], true);
  await pay();
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(localStorage.getItem(STORED)).toBe(keys()[0]);
});

test("a reloaded page or another tab sends the key of the purchase whose outcome is unknown", async () => {
  localStorage.setItem(STORED, "0123");
  const { pay, keys } = await open([]);
  await pay();
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(keys()).toEqual(["0123"]);
});

test("the page goes to the order that the key has already placed", async () => {
  const data = { status: 409, order_path: "/checkout/order-received/7/?key=wc_order_a" };
  const { pay, keys } = await open([
    { status: 409, body: { code: "order_already_placed", message: "Già inviato", data } },
  ]);
  await pay();
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(keys()).toHaveLength(1);
  expect(localStorage.getItem(STORED)).toBeNull();
});

test("a refusal ends the purchase: the next one has a key of its own", async () => {
  const { pay, keys } = await open([
    {
      status: 400,
      body: { code: "woocommerce_rest_payment_error", message: "Rifiutata.", data: { status: 400 } },
    },
  ]);
  await pay();
  await waitFor(() => expect(alertText()).toContain("Rifiutata."));
  expect(localStorage.getItem(STORED)).toBeNull();
  await pay();
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(new Set(keys()).size).toBe(2);
});
