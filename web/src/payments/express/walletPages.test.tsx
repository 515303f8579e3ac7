// Each wallet on each page: a product, the cart, the checkout and a placed order. The shop server and the sandbox frames are
// fakes (tests/expressShop.ts, tests/wallet.ts).
import { screen, waitFor } from "@testing-library/react";
import { actionOf, expressShop } from "../../../tests/expressShop.ts";
import { openPage, shopPage } from "../../../tests/page.tsx";
import type { Call } from "../../../tests/server.ts";
import { inSight, openSheet, type Sheet, walletButton } from "../../../tests/wallet.ts";
import type { PageData } from "../../core/types.ts";

beforeEach(() => {
  jest.useFakeTimers();
  inSight();
});
afterEach(() => {
  jest.useRealTimers();
});

const WALLETS = [
  ["Apple Pay", "apple_pay"],
  ["Google Pay", "google_pay"],
  ["Amazon Pay", "amazon_pay"],
  ["Link", "link"],
] as const;

async function open(data: PageData, wallet: string) {
  const shop = expressShop(data.page as { express?: unknown });
  await openPage(data);
  return { ...shop, sheet: await openSheet(wallet, await walletButton(wallet)) };
}

/** Changes the address, then the delivery method; returns the amount that is then payable. */
async function moved(sheet: Sheet): Promise<number> {
  expect(await sheet.move("berlin")).toBe("resolve");
  expect(sheet.rates()).toEqual(["Corriere internazionale"]);
  const abroad = sheet.total();
  expect(await sheet.move("milan")).toBe("resolve");
  expect(sheet.rates()).toEqual(["Corriere espresso", "Ritiro in bottega"]);
  const home = sheet.total();
  expect(home).not.toBe(abroad);
  expect(await sheet.rate("Ritiro in bottega")).toBe("resolve");
  expect(sheet.total()).toBeLessThan(home);
  return sheet.total();
}

/** The expected order request: the total that the sheet showed, this wallet, local pickup. */
const ordered = (wallet: string, total: number) => ({
  shipping_address: { address_1: "Via dei Mille 7", method: ["local_pickup:3"] },
  payment_data: expect.arrayContaining([
    { key: "express_payment_type", value: wallet },
    { key: "wc-stripe-confirmation-token", value: "ctoken_1" },
  ]),
  extensions: { "wc-stripe/express-checkout": { amount: String(total) } },
});

for (const [name, wallet] of WALLETS) {
  for (const [does, page] of [
    ["buys a product", "product-box"],
    ["pays the cart", "cart"],
    ["pays at the checkout", "checkout"],
  ] as const)
    test(`${name} ${does}, with a changed address and delivery method`, async () => {
      const { sheet, callsOf } = await open(shopPage(page), name);
      expect(sheet.opened).toMatchObject({ wallet, shippingAddressRequired: true });
      const total = await moved(sheet);
      await sheet.confirm("rapida@example.com");
      await waitFor(() => expect(timesLeft).toBe(1));
      expect(callsOf("checkout").map(({ body }) => body)).toMatchObject([ordered(wallet, total)]);
      const requests = ["get_shipping_options", "update_shipping_method"]
        .flatMap(callsOf)
        .map(({ form }) => form);
      expect(requests.map((form) => form.get("is_product_page"))).toEqual(
        Array(4).fill(String(page === "product-box")),
      );
    });

  test(`${name} pays a placed order`, async () => {
    const { sheet, calls } = await open(shopPage("order-pay"), name);
    const due = screen.getByRole("button", { name: /^Paga/ }).querySelector("span")?.textContent;
    expect(due).toContain("23,00");
    expect(sheet.opened).toMatchObject({ wallet, total: 2300, shippingAddressRequired: false });
    await sheet.confirm("rapida@example.com");
    await waitFor(() => expect(timesLeft).toBe(1));
    const sent = calls.filter(({ path }) => path.includes("/checkout/"));
    expect(sent.map(({ path }) => path)).toEqual([
      expect.stringMatching(/\/checkout\/7\?key=wc_order_\w+&billing_email=livia\.conti%40example\.com$/),
    ]);
    expect(sent[0]?.body).toMatchObject({
      payment_data: expect.arrayContaining([{ key: "express_payment_type", value: wallet }]),
    });
  });
}

/** Returns the calls from the owner's confirmation on. */
async function confirmed(data: PageData): Promise<Call[]> {
  const { sheet, calls } = await open(data, "Google Pay");
  const before = calls.length;
  await sheet.confirm("rapida@example.com");
  await waitFor(() => expect(timesLeft).toBe(1));
  return calls.slice(before).filter(({ path }) => /normalize_address|\/checkout/.test(path));
}

test("addresses are normalised by the shop before the order is sent, which is marked as a wallet's", async () => {
  const data = shopPage<"cart">("cart");
  Object.assign(data.page.express?.nonce ?? {}, {
    normalize_address: "nonce-of-addresses",
    wc_store_api_express_checkout: "nonce-of-orders",
  });
  const requests = await confirmed(data);
  expect(requests.map(actionOf)).toEqual(["normalize_address", "checkout"]);
  const [normalised, order] = requests;
  expect(normalised?.form.get("security")).toBe("nonce-of-addresses");
  for (const kind of ["billing", "shipping"])
    expect(normalised?.form.get(`data[${kind}_address][address_1]`)).toBe("Via dei Mille 7");
  expect(order?.headers.get("X-WCSTRIPE-EXPRESS-CHECKOUT")).toBe("true");
  expect(order?.headers.get("X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE")).toBe("nonce-of-orders");
});

test("a placed order is paid with its own delivery address, whatever the wallet sends", async () => {
  const data = shopPage<"order_pay">("order-pay");
  const { email: _none, ...address } = data.page.express?.pay_for_order?.orderDetails.shippingAddress ?? {};
  Object.assign(address, { first_name: "Anna", last_name: "Neri", address_1: "Via Po 1" });
  Object.assign(data.page.express?.pay_for_order?.orderDetails.shippingAddress ?? {}, address);
  const requests = await confirmed(data);
  expect(requests.at(-1)?.body).toMatchObject({ shipping_address: address });
});
