// When a wallet's sheet opens and how long it waits while the cart's responses are held back. Only the network is faked.
import { act, renderHook } from "@testing-library/react";
import { pageOf } from "../../../tests/fixture.tsx";
import { consumeNotes, type Note, resetNotes } from "../../context/analytics/notes.ts";
import type { ExpressSettings } from "../../core/types.ts";
import { deferred } from "../deferred.ts";
import { CHECKOUT_ERROR } from "../usePayments.ts";
import { emptyPerson, type WalletClick } from "../wallets.ts";
import type { Offer, PurchaseSource } from "./purchaseSource.ts";
import type { ExpressTools } from "./tools.ts";
import { useExpress } from "./useExpress.ts";

const [race, wait] = [700, 1000];
const cart = pageOf("cart", "cart").cart;
const RATE = { id: "flat_rate:1", displayName: "Corriere", amount: 590 };

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A product's buttons whose cart answers when the test releases it. */
function product({ pending = false, onFailure }: { pending?: boolean; onFailure?: jest.Mock } = {}) {
  const added = deferred<void>();
  const failing = deferred<Error>();
  const calls = {
    shippingOptions: jest.fn(async () => ({
      result: "success",
      displayItems: [],
      total: { label: "", amount: 4000, pending: false },
    })),
    updateShipping: jest.fn(async () => {
      throw new Error("no answer");
    }),
    logErrors: jest.fn(),
  };
  const offer: Offer = {
    total: { label: "Bottega", amount: 3400, pending: false },
    items: [],
    shipping: true,
    rates: [RATE],
    minAge: null,
  };
  const source: PurchaseSource = {
    offer,
    blocked: false,
    pending,
    version: 0,
    variationValid: null,
    unavailableReason: () => "",
    addToCart: () =>
      Promise.race([
        added.get(),
        failing.get().then((error) => {
          throw error;
        }),
      ]),
    cart: () => cart,
    release: async () => "",
    email: () => "",
  };
  const settings = {
    login_confirmation: null,
    declarations: { terms: false, files_consent: false },
    custom_checkout_fields: [],
    checkout: {},
  } as unknown as ExpressSettings;
  const routes = { settings: { genericErrorMessage: "Riprova.", messages: {} } };
  const tools = { settings, lang: "it", calls, routes } as unknown as ExpressTools;
  const { result, rerender } = renderHook(({ source }) => useExpress(tools, source, onFailure), {
    initialProps: { source },
  });
  const becomes = (part: Partial<PurchaseSource>) => rerender({ source: { ...source, ...part } });
  const click = { open: jest.fn(), refuse: jest.fn() } satisfies WalletClick;
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const press = () =>
    act(async () => {
      void result.current.press("google_pay", click);
    });
  return { result, click, calls, added, failing, offer, becomes, pass, press };
}

test("the sheet opens as soon as the product is in the cart, and analytics is notified", async () => {
  const { click, added, pass, press } = product();
  await press();
  await pass(race - 1);
  expect(click.open).not.toHaveBeenCalled();
  const notes: Note[] = [];
  consumeNotes((one) => notes.push(one));
  added.set();
  await pass(0);
  expect(click.open).toHaveBeenCalledTimes(1);
  expect(notes).toEqual([{ kind: "sheet", cart }]);
  resetNotes();
});

test("a slow cart holds the sheet no longer than the race, and its change of address waits once more", async () => {
  const { result, click, calls, pass, press } = product();
  await press();
  await pass(race - 1);
  expect(click.open).not.toHaveBeenCalled();
  await pass(1);
  expect(click.open).toHaveBeenCalledTimes(1);
  const answer = { resolve: jest.fn(), reject: jest.fn() };
  act(() => result.current.changeAddress(emptyPerson().address, answer));
  await pass(wait - 1);
  expect(calls.shippingOptions).not.toHaveBeenCalled();
  await pass(1);
  expect(answer.resolve).toHaveBeenCalledWith({ amount: 4000, items: [] });
});

test("a confirmation waits for a slow cart too, and no longer", async () => {
  const { result, added, pass, press } = product();
  await press();
  await pass(race);
  const createToken = jest.fn(async () => ({ failure: { code: "card_declined" } }));
  const confirmation = {
    payer: { billing: emptyPerson(), shipping: null, rate: "" },
    createToken: createToken as never,
    fail: jest.fn(),
    done: jest.fn(),
  };
  await act(async () => {
    void result.current.confirm("google_pay", confirmation);
  });
  await pass(wait - 1);
  expect(createToken).not.toHaveBeenCalled();
  await pass(1);
  expect(createToken).toHaveBeenCalledTimes(1);
  expect(confirmation.fail).toHaveBeenCalledTimes(1);
  // The line must reach the cart before it can be removed from it again.
  expect(result.current.purchase.phase).toBe("paying");
  added.set();
  await pass(0);
  expect(result.current.purchase.failure).toBe("La carta è stata rifiutata.");
});

test("a cart that refuses the product opens no sheet, and its reason is shown once", async () => {
  const notes = jest.fn();
  document.body.addEventListener(CHECKOUT_ERROR, notes);
  const { result, click, failing, pass, press } = product();
  await press();
  failing.set(new Error("sold out"));
  await pass(0);
  expect(click.open).not.toHaveBeenCalled();
  expect(click.refuse).toHaveBeenCalledTimes(1);
  expect(result.current.purchase).toMatchObject({ phase: "idle", failure: "Riprova.", failures: 1 });
  expect(notes).toHaveBeenCalledTimes(1);
  document.body.removeEventListener(CHECKOUT_ERROR, notes);
});

test("where the page shows failures itself, the buttons do not", async () => {
  const onFailure = jest.fn();
  const { result, failing, pass, press } = product({ onFailure });
  await press();
  failing.set(new Error("sold out"));
  await pass(0);
  expect(onFailure.mock.calls).toEqual([["Riprova."]]);
  expect(result.current.purchase).toMatchObject({ phase: "idle", failure: "" });
});

test("an address that the shop cannot deliver to is rejected in the sheet, and the total stays", async () => {
  const { result, added, pass, press } = product();
  added.set();
  await press();
  const answer = { resolve: jest.fn(), reject: jest.fn() };
  act(() => result.current.changeRate("flat_rate:2", answer));
  await pass(0);
  expect(answer.reject).toHaveBeenCalledTimes(1);
  expect(answer.resolve).not.toHaveBeenCalled();
  expect(result.current.offer.total.amount).toBe(3400);
});

test("a press while the cart is pending waits for it, and opens with its new total", async () => {
  const { click, added, offer, becomes, pass, press } = product({ pending: true });
  added.set();
  await press();
  await pass(race - 1);
  expect(click.open).not.toHaveBeenCalled();
  becomes({ pending: false, offer: { ...offer, total: { ...offer.total, amount: 5100 } } });
  await pass(0);
  expect(click.open.mock.calls).toEqual([[{ items: [], rates: [RATE] }]]);
  expect(click.refuse).not.toHaveBeenCalled();
});

for (const [name, part, failure] of [
  ["does not come in time says so,", null, "Il server non ha risposto in tempo. Riprova."],
  ["makes the buttons anew", { pending: false, version: 1 }, ""],
] as const)
  test(`a cart that ${name} opens nothing, and the next press is free`, async () => {
    const { result, click, becomes, pass, press } = product({ pending: true });
    await press();
    if (part) becomes(part);
    await pass(race);
    expect([click.open.mock.calls.length, click.refuse.mock.calls.length]).toEqual([0, 1]);
    expect(result.current.purchase).toMatchObject({ phase: "idle", failure });
  });
