// Wallets on whole product pages, with a fake shop server and fake sandbox frames (tests/expressShop.ts, tests/wallet.ts).
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expressShop } from "../../../tests/expressShop.ts";
import { answers, openPage, shopPage } from "../../../tests/page.tsx";
import {
  alertText,
  area,
  declare,
  inSight,
  openSheet,
  settled,
  sheetDialog,
  walletButton,
} from "../../../tests/wallet.ts";

beforeEach(() => {
  jest.useFakeTimers();
  inSight();
});
afterEach(() => {
  jest.useRealTimers();
});

type Own = Parameters<typeof expressShop>[1];

async function open(name: string, own?: Own, settings: object = {}) {
  const page = shopPage<"product">(`product-${name}`);
  Object.assign(page.page.express ?? {}, settings);
  const shop = expressShop(page.page, own);
  await openPage(page);
  return shop;
}

const quantity = () =>
  within(screen.getByRole("main")).getAllByLabelText<HTMLInputElement>(/^Quantità di/)[0] as HTMLInputElement;
const type = (value: string) => fireEvent.change(quantity(), { target: { value } });
const hiddenArea = () => expect(document.querySelector("[data-place=product]")).not.toBeVisible();

test("a variable product has no buttons until a variation is chosen, which its settings are then requested for", async () => {
  const { callsOf } = await open("rice");
  const select = screen.getByRole("main").querySelector("form select") as HTMLSelectElement;
  const choose = (at: number) => fireEvent.change(select, { target: { value: select.options[at]?.value } });
  choose(0);
  hiddenArea();
  choose(1);
  await walletButton("Google Pay");
  expect(area()).toBeVisible();
  const [request] = callsOf("get_express_settings").map(
    ({ path }) => new URLSearchParams(path.replace(/.*\?/, "")),
  );
  expect(request?.get("attributes[attribute_pa_formato]")).toBe(select.options[1]?.value);
  expect(callsOf("get_selected_product_data")).toEqual([]);
  choose(0);
  hiddenArea();
  choose(2);
  await settled();
  const sheet = await openSheet("Apple Pay", await walletButton("Apple Pay"));
  expect(sheet.opened.items).toContainEqual({ name: "Riso Carnaroli (Formato: 1 kg)", amount: 673 });
  await sheet.confirm();
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(callsOf("add-item").map(({ body }) => body)).toEqual([
    { id: 64, quantity: 1, variation: [{ attribute: "attribute_pa_formato", value: "1-kg" }] },
  ]);
});

test("a product with a required choice has no buttons until it is made, and the wallet buys the choice", async () => {
  const { callsOf } = await open("speck");
  await waitFor(hiddenArea);
  fireEvent.click(screen.getByRole("radio", { name: "Intero" }));
  await walletButton("Link");
  expect(area()).toBeVisible();
  await settled();
  const sheet = await openSheet("Google Pay", await walletButton("Google Pay"));
  expect(sheet.total()).toBe(1821);
  await sheet.confirm();
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(callsOf("get_selected_product_data").map(({ form }) => form.get("addon-taglio"))).toEqual([
    "intero",
  ]);
  expect(callsOf("add_to_cart").map(({ form }) => form.get("addon-taglio"))).toEqual(["intero"]);
});

test("the wallet charges only the deposit now", async () => {
  const { callsOf } = await open("hamper");
  await walletButton("Google Pay");
  await settled();
  fireEvent.click(screen.getByRole("radio", { name: /Acconto e saldo/ }));
  await waitFor(() => expect(callsOf("get_selected_product_data")).toHaveLength(1));
  await settled();
  const sheet = await openSheet("Google Pay", await walletButton("Google Pay"));
  // A deposit of 30 % and delivery, on €128.00.
  expect([sheet.opened.total, sheet.total()]).toEqual([3840, 4540]);
  expect(sheet.lines()).toContainEqual(
    expect.objectContaining({ name: "Da pagare in seguito", amount: -8960 }),
  );
  await sheet.confirm();
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(callsOf("add_to_cart").map(({ form }) => form.get("wc_deposit_payment_plan"))).toEqual(["acconto"]);
  expect(callsOf("checkout")[0]?.body).toMatchObject({
    extensions: { bottega: { age_confirmed: true }, "wc-stripe/express-checkout": { amount: "4540" } },
  });
});

test("a subscription requires an account first, and the shopper returns after signing in", async () => {
  const { login } = answers("express");
  await open("monthly", undefined, { login_confirmation: login });
  const button = await walletButton("Google Pay");
  await settled();
  await button.emit("click");
  const accountDialog = () => screen.findByRole("dialog", { name: "Serve un account" });
  expect(await accountDialog()).toHaveTextContent("serve un account");
  fireEvent.click(within(await accountDialog()).getByRole("button", { name: "Annulla" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await button.emit("click");
  const link = within(await accountDialog()).getByRole("link", { name: "Accedi o registrati" });
  expect(link).toHaveAttribute("href", "/my-account/?redirect_to=%2Fprodotto%2Fcassetta-del-mese%2F");
  expect(sheetDialog("Google Pay")).toBeNull();
});

test("a wallet whose frame cannot be loaded is removed, and the others work", async () => {
  await open("box");
  const button = await walletButton("Google Pay");
  expect(area().querySelectorAll("[data-wallet]")).toHaveLength(4);
  fireEvent.load(document.querySelector("iframe[title='Apple Pay']") as HTMLElement);
  await waitFor(() => expect(area().querySelectorAll("[data-wallet]")).toHaveLength(3));
  expect(document.querySelector("[data-wallet=apple_pay]")).toBeNull();
  await (await openSheet("Google Pay", button)).confirm();
  await waitFor(() => expect(timesLeft).toBe(1));
});

test("a product that cannot be added to the cart shows a message, and nothing is paid", async () => {
  const { callsOf } = await open("box", (_, action) =>
    action === "add-item" ? { status: 500, body: {} } : null,
  );
  const button = await walletButton("Google Pay");
  await button.emit("click");
  declare();
  await button.emit("click");
  await waitFor(() =>
    expect(alertText()).toContain("Si è verificato un errore nell'aggiungere il prodotto al carrello."),
  );
  expect(sheetDialog("Google Pay")).toBeNull();
  expect(callsOf("checkout")).toEqual([]);
});

test("a product whose data cannot be read shows a message when the wallet is pressed", async () => {
  const { callsOf } = await open("box", (_, action) =>
    action === "get_selected_product_data" ? { body: { success: false, data: {} } } : null,
  );
  const button = await walletButton("Google Pay");
  type("3");
  await waitFor(() => expect(callsOf("get_selected_product_data")).toHaveLength(1));
  await settled();
  expect(alertText()).toBe("");
  await button.emit("click");
  expect(alertText()).toContain("Si è verificato un errore nel leggere i dati del prodotto.");
  expect(sheetDialog("Google Pay")).toBeNull();
});

test("scripts may change the line that a wallet adds to the cart", async () => {
  const { callsOf } = await open("box");
  const button = await walletButton("Google Pay");
  const two = (event: Event) => {
    (event as CustomEvent<{ quantity: number }>).detail.quantity = 2;
  };
  document.body.addEventListener("express_add_to_cart", two);
  const sheet = await openSheet("Google Pay", button);
  document.body.removeEventListener("express_add_to_cart", two);
  await sheet.confirm();
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(callsOf("add-item").map(({ body }) => body)).toEqual([{ id: 248, quantity: 2, variation: [] }]);
});
