// Wallets on the cart page, with a fake shop server and fake sandbox frames (tests/expressShop.ts, tests/wallet.ts).
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expressShop } from "../../../tests/expressShop.ts";
import { answers, openPage, shopPage } from "../../../tests/page.tsx";
import {
  declarations,
  inSight,
  openSheet,
  playSheet,
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

async function open(declared: object = {}, own?: Parameters<typeof expressShop>[1]) {
  const page = shopPage<"cart">("cart");
  const { express } = page.page;
  Object.assign(express?.declarations ?? {}, declared);
  const shop = expressShop(page.page, own);
  await openPage(page);
  return { ...shop, button: await walletButton("Google Pay") };
}

for (const [place, at, province] of [
  ["the name of a region", "tivoli", "RM"],
  ["a town with a curly apostrophe", "aquila", "AQ"],
] as const)
  test(`${place} becomes a province`, async () => {
    const { callsOf, button } = await open();
    const sheet = await openSheet("Google Pay", button);
    expect(await sheet.move(at)).toBe("resolve");
    await sheet.confirm();
    await waitFor(() => expect(timesLeft).toBe(1));
    const state = { state: province };
    expect(callsOf("checkout").map(({ body }) => body)).toMatchObject([
      { shipping_address: state, billing_address: state },
    ]);
  });

test("the required declarations are requested before the sheet opens", async () => {
  const { callsOf, button } = await open({ min_age_years: 18 });
  await settled();
  const box = (name: RegExp) => within(declarations() as HTMLElement).getByRole("checkbox", { name });
  await button.emit("click");
  await waitFor(() => expect(box(/almeno 18 anni/)).toHaveFocus());
  fireEvent.click(box(/accetto/));
  await button.emit("click");
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.click(box(/almeno 18 anni/));
  expect(declarations()).toHaveTextContent("Tutto pronto");
  await button.emit("click");
  await waitFor(() => expect(sheetDialog("Google Pay")).not.toBeNull());
  await (await playSheet("Google Pay")).confirm();
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(callsOf("checkout")[0]?.body).toMatchObject({
    extensions: { bottega: { terms: true, age_confirmed: true } },
  });
});

test("a changed quantity in the cart changes the wallet's total", async () => {
  const { two } = answers("carts");
  let pieces = 1;
  const { callsOf, button, holds } = await open({}, (_, action) => {
    if (action === "update-item") pieces = 2;
    if (action === "update-item") return { body: two };
    return action === "get_shipping_options" && pieces === 2 ? { body: answers("express").two } : null;
  });
  holds(shopPage<"cart">("cart").page.cart);
  const first = await openSheet("Google Pay", button);
  const one = first.lines()[0];
  expect(first.total()).toBe(2300);
  await first.cancel();
  expect(sheetDialog("Google Pay")).toBeNull();
  holds(two);
  const quantity = within(screen.getByRole("main")).getAllByLabelText(/^Quantità di/)[0] as HTMLElement;
  fireEvent.change(quantity, { target: { value: "2" } });
  fireEvent.blur(quantity);
  await waitFor(() =>
    expect(callsOf("update-item").map(({ body }) => body)).toMatchObject([{ quantity: 2 }]),
  );
  await waitFor(() => expect(callsOf("get_cart_details")).toHaveLength(1));
  const sheet = await openSheet("Google Pay", button);
  expect(sheet.opened.total).toBe(3900);
  expect(sheet.lines()[0]).toEqual({ name: "Cucchiaino di madreperla (x2)", amount: 2623 });
  expect(sheet.lines()[0]).not.toEqual(one);
  await sheet.confirm();
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(callsOf("checkout")[0]?.body).toMatchObject({
    extensions: { "wc-stripe/express-checkout": { amount: "3900" } },
  });
});
