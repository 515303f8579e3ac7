// A wallet's sheet is answered before the wallet gives up, or is failed, even when no request is ever answered.
import { act, renderHook } from "@testing-library/react";
import { answers, shopPage } from "../../../tests/page.tsx";
import { core } from "../../core/core.ts";
import type { ExpressSettings } from "../../core/types.ts";
import { emptyPerson } from "../wallets.ts";
import { expressCalls } from "./calls.ts";
import type { PurchaseSource } from "./purchaseSource.ts";
import { cartOffer } from "./purchaseSource.ts";
import type { ExpressTools } from "./tools.ts";
import { useExpress } from "./useExpress.ts";

/** Apple's limit for each answer of a page. */
const APPLE_PAY_MS = 30_000;
const limit = core().expressTimings().sheet_answer_ms;
const LATE = "Il server non ha risposto in tempo. Riprova.";

const express = shopPage<"cart">("cart").page.express as ExpressSettings;
const settings: ExpressSettings = {
  ...express,
  nonce: answers("express").session.nonce,
  login_confirmation: null,
  declarations: { ...express.declarations, terms: false, min_age_years: null },
};
const PAYER = {
  ...emptyPerson(),
  ...{ name: "Livia Conti", email: "livia@example.com", phone: "0115550100" },
  address: {
    ...emptyPerson().address,
    line1: "Via dei Mille 7",
    city: "Torino",
    state: "TO",
    country: "IT",
    postal_code: "10123",
  },
};

const fetched = globalThis.fetch;
let requests: { path: string; signal: AbortSignal }[] = [];
let answered: (path: string, body: BodyInit | null | undefined) => Response | null = () => null;

beforeEach(() => {
  jest.useFakeTimers();
  requests = [];
  answered = () => null;
  globalThis.fetch = (path, init) => {
    const signal = init?.signal as AbortSignal;
    requests.push({ path: String(path), signal });
    const answer = answered(String(path), init?.body);
    if (answer) return Promise.resolve(answer);
    return new Promise((_, fail) => {
      if (signal.aborted) fail(signal.reason);
      signal.addEventListener("abort", () => fail(signal.reason));
    });
  };
});
afterEach(() => {
  globalThis.fetch = fetched;
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Opens a sheet on the cart page. */
async function openSheet() {
  const calls = expressCalls(settings, "it", async () => settings);
  const source: PurchaseSource = {
    ...{ offer: cartOffer(settings), blocked: false, pending: false, version: 0, variationValid: null },
    ...{ unavailableReason: () => "", release: async () => "", email: () => "" },
  };
  const routes = { settings: { genericErrorMessage: "Riprova.", messages: {} } };
  const tools = { settings, lang: "it", calls, routes } as unknown as ExpressTools;
  const { result } = renderHook(() => useExpress(tools, source));
  await act(() => result.current.press("apple_pay", { open: () => {}, refuse: () => {} }));
  expect(result.current.purchase.phase).toBe("open");
  return result;
}

const change = () => ({ resolve: jest.fn(), reject: jest.fn() });
const confirmation = (createToken: () => Promise<never> | Promise<{ value: string }>) => ({
  payer: { billing: PAYER, shipping: PAYER, rate: cartOffer(settings).rates[0]?.id ?? "" },
  createToken,
  fail: jest.fn(),
  done: jest.fn(),
});
const createToken = async () => ({ value: "ctoken_1" });

test("the shop answers before Apple Pay gives up, with time left for the way to the sheet", () => {
  expect(limit).toBeLessThanOrEqual(APPLE_PAY_MS - 3000);
});

test("a change that the server does not answer is rejected in time, and its request is aborted", async () => {
  const sheet = await openSheet();
  for (const ask of [
    (answer: ReturnType<typeof change>) => sheet.current.changeAddress(PAYER.address, answer),
    (answer: ReturnType<typeof change>) => sheet.current.changeRate("flat_rate:1", answer),
  ]) {
    const answer = change();
    act(() => ask(answer));
    await pass(limit - 1);
    expect(answer.reject).not.toHaveBeenCalled();
    await pass(1);
    expect(answer.reject).toHaveBeenCalledTimes(1);
    expect(requests.at(-1)?.signal.aborted).toBe(true);
  }
  expect(requests).toHaveLength(2);
});

test("a change that waited for another one gets no extra time", async () => {
  const sheet = await openSheet();
  const [first, second] = [change(), change()];
  act(() => {
    sheet.current.changeAddress(PAYER.address, first);
    sheet.current.changeRate("flat_rate:1", second);
  });
  await pass(limit);
  expect([first.reject.mock.calls.length, second.reject.mock.calls.length]).toEqual([1, 1]);
});

test("a change that is answered in time is never aborted afterwards", async () => {
  const sheet = await openSheet();
  answered = () =>
    Response.json({
      result: "success",
      total: { label: "", amount: 4000, pending: false },
      displayItems: [],
    });
  const answer = change();
  act(() => sheet.current.changeRate("flat_rate:1", answer));
  await pass(0);
  expect(answer.resolve).toHaveBeenCalledTimes(1);
  await pass(limit);
  expect([answer.reject.mock.calls.length, requests[0]?.signal.aborted]).toEqual([0, false]);
});

for (const [step, answer] of [
  ["the addresses are not put in order", () => null],
  [
    "the order is not answered",
    (path: string, body: BodyInit | null | undefined) => {
      if (path.includes("/wc/store/"))
        return path.endsWith("/cart") ? Response.json({}, { headers: { Nonce: "n" } }) : null;
      const fields = [...(body as URLSearchParams)];
      const of = (kind: string) =>
        Object.fromEntries(
          fields.flatMap(([name, value]) =>
            name.startsWith(`data[${kind}]`) ? [[name.slice(7 + kind.length, -1), value]] : [],
          ),
        );
      return Response.json({
        billing_address: of("billing_address"),
        shipping_address: of("shipping_address"),
      });
    },
  ],
] as const)
  test(`where ${step} in time, the sheet is failed, the request aborted and the shopper notified`, async () => {
    answered = answer;
    const sheet = await openSheet();
    const confirmed = confirmation(createToken);
    act(() => void sheet.current.confirm("apple_pay", confirmed));
    await pass(limit - 1);
    expect(confirmed.fail).not.toHaveBeenCalled();
    const last = requests.at(-1);
    expect(last?.path).toContain(answer("x", new URLSearchParams()) ? "/checkout" : "normalize_address");
    await pass(1);
    expect([confirmed.fail.mock.calls.length, confirmed.done.mock.calls.length]).toEqual([1, 0]);
    expect(last?.signal.aborted).toBe(true);
    expect(sheet.current.purchase).toMatchObject({ phase: "idle", failure: expect.stringContaining(LATE) });
  });

test("a token that arrives too late places no order", async () => {
  const sheet = await openSheet();
  let give = (_token: { value: string }) => {};
  const confirmed = confirmation(() => new Promise((done) => (give = done)));
  act(() => void sheet.current.confirm("apple_pay", confirmed));
  await pass(limit);
  expect(confirmed.fail).toHaveBeenCalledTimes(1);
  give({ value: "ctoken_1" });
  await pass(limit);
  expect(requests).toEqual([]);
});
