// Which payment methods a page offers, and what an order waits for. The provider's script and the sandbox's frames are not run.
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { pageData, pageOf } from "../../tests/fixture.tsx";
import { PageProvider } from "../context/PageContext.tsx";
import type { GatewaySettings } from "../core/types.ts";
import { usePayments } from "./usePayments.ts";

const page = pageOf("checkout-card", "checkout").gateway as GatewaySettings;
const card = page.paymentMethodsConfig.card as GatewaySettings["paymentMethodsConfig"][string];
const settings: GatewaySettings = {
  ...page,
  paymentMethodsConfig: {
    card,
    klarna: { ...card, gatewayId: "stripe_klarna", countries: ["IT", "DE"] },
  },
};

function renderPayments(due: number, given: GatewaySettings | null = settings) {
  const { shell } = pageData("home");
  const wrapper = ({ children }: { children: ReactNode }) => (
    <PageProvider shell={shell}>{children}</PageProvider>
  );
  return renderHook(({ due }) => usePayments(given, due), { wrapper, initialProps: { due } });
}

test("payment methods appear and disappear with the amount and the country, without a reload", async () => {
  const { result, rerender } = renderPayments(49);
  await waitFor(() => expect(result.current?.loaded).not.toBeNull());
  expect(result.current?.isHidden("stripe_klarna", "IT")).toBe(true);
  rerender({ due: 4_720 });
  expect(result.current?.isHidden("stripe_klarna", "IT")).toBe(false);
  expect(result.current?.isHidden("stripe_klarna", "SE")).toBe(true);
  expect(result.current?.isHidden("bacs", "SE")).toBe(false);
  expect(result.current?.settings).toMatchObject({ cartTotal: 4_720, isPaymentNeeded: true });
  rerender({ due: 0 });
  expect(result.current?.settings).toMatchObject({ cartTotal: 0, isPaymentNeeded: false });
});

test("an order that is submitted while the page loads waits for its method's fields", async () => {
  const { result } = renderPayments(4_720);
  const collected = result.current?.collect("stripe");
  await waitFor(() => expect(result.current?.loaded).not.toBeNull());
  act(() => result.current?.setCollector("card", async () => ({ fields: { a: "1" } })));
  expect(await collected).toEqual({ fields: { a: "1" } });
});

test("a method that is not the provider's has no fields, and a page without a provider has no payments", async () => {
  const { result } = renderPayments(4_720);
  await waitFor(() => expect(result.current?.loaded).not.toBeNull());
  expect(await result.current?.collect("bacs")).toEqual({ text: settings.genericErrorMessage });
  expect(renderPayments(4_720, null).result.current).toBeNull();
});

test("while the form has no country, the customer's known country decides on the payment methods", async () => {
  const buyerCountry = (billing_country: string) => ({
    ...settings,
    customerData: { ...settings.customerData, billing_country },
  });
  for (const [country, hidden] of [
    ["SE", true],
    ["DE", false],
  ] as const) {
    const { result } = renderPayments(4_720, buyerCountry(country));
    await waitFor(() => expect(result.current?.loaded).not.toBeNull());
    expect(result.current?.isHidden("stripe_klarna", "")).toBe(hidden);
    // The country in the form takes precedence.
    expect(result.current?.isHidden("stripe_klarna", hidden ? "DE" : "SE")).toBe(!hidden);
  }
});

test("an incomplete outcome unblocks the page without a message", async () => {
  const { result } = renderPayments(4_720);
  await waitFor(() => expect(result.current?.loaded).not.toBeNull());
  act(() => result.current?.begin());
  expect(result.current?.processing).toBe(true);
  act(() => result.current?.fail(""));
  expect([result.current?.processing, result.current?.failed]).toEqual([false, null]);
});

for (const sandboxOrigin of [null, "http://localhost:9"])
  test(`a method that is part of another one is never listed ${sandboxOrigin ? "in the sandbox" : "beside the provider's fields"}`, async () => {
    const card = settings.paymentMethodsConfig.card as GatewaySettings["paymentMethodsConfig"][string];
    const within = { ...card, gatewayId: "stripe_link", standsWithin: true };
    const { result } = renderPayments(4_720, {
      ...settings,
      sandboxOrigin,
      paymentMethodsConfig: { card, link: within },
    });
    // The rule holds before the scripts are loaded too, so that nothing appears and disappears again.
    expect(result.current?.loaded).toBeNull();
    const hidden = () => ["stripe", "stripe_link"].map((id) => result.current?.isHidden(id, "IT"));
    expect(hidden()).toEqual([false, true]);
    // Nothing serves the provider's own script here.
    if (!sandboxOrigin) return;
    await waitFor(() => expect(result.current?.loaded).not.toBeNull());
    expect(hidden()).toEqual([false, true]);
  });
