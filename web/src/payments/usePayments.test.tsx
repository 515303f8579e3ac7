// Which ways of payment a page offers, and what an order waits for. The provider's script is not there: the sandbox's frames are not run.
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

function desk(due: number, given: GatewaySettings | null = settings) {
  const { shell } = pageData("home");
  const wrapper = ({ children }: { children: ReactNode }) => (
    <PageProvider shell={shell}>{children}</PageProvider>
  );
  return renderHook(({ due }) => usePayments(given, due), { wrapper, initialProps: { due } });
}

test("a way of payment comes and goes with the amount and the country, without a new page", async () => {
  const { result, rerender } = desk(49);
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

test("an order that is sent while the page still loads waits for its method's fields", async () => {
  const { result } = desk(4_720);
  const collected = result.current?.collect("stripe");
  await waitFor(() => expect(result.current?.loaded).not.toBeNull());
  act(() => result.current?.setCollector("card", async () => ({ fields: { a: "1" } })));
  expect(await collected).toEqual({ fields: { a: "1" } });
});

test("what is none of the provider's gives no fields, and a page without it has no desk", async () => {
  const { result } = desk(4_720);
  await waitFor(() => expect(result.current?.loaded).not.toBeNull());
  expect(await result.current?.collect("bacs")).toEqual({ text: settings.genericErrorMessage });
  expect(desk(4_720, null).result.current).toBeNull();
});

test("while the form has no country, that of the buyer as known decides on ways of payment", async () => {
  const known = (billing_country: string) => ({
    ...settings,
    customerData: { ...settings.customerData, billing_country },
  });
  for (const [country, hidden] of [
    ["SE", true],
    ["DE", false],
  ] as const) {
    const { result } = desk(4_720, known(country));
    await waitFor(() => expect(result.current?.loaded).not.toBeNull());
    expect(result.current?.isHidden("stripe_klarna", "")).toBe(hidden);
    // The form's own country goes before.
    expect(result.current?.isHidden("stripe_klarna", hidden ? "DE" : "SE")).toBe(!hidden);
  }
});

test("an outcome that is incomplete frees the page and tells nothing", async () => {
  const { result } = desk(4_720);
  await waitFor(() => expect(result.current?.loaded).not.toBeNull());
  act(() => result.current?.begin());
  expect(result.current?.processing).toBe(true);
  act(() => result.current?.fail(""));
  expect([result.current?.processing, result.current?.failed]).toEqual([false, null]);
});

for (const sandboxOrigin of [null, "http://localhost:9"])
  test(`a method that stands within another one is never shown ${sandboxOrigin ? "in the sandbox" : "beside the provider's fields"}`, async () => {
    const card = settings.paymentMethodsConfig.card as GatewaySettings["paymentMethodsConfig"][string];
    const within = { ...card, gatewayId: "stripe_link", standsWithin: true };
    const { result } = desk(4_720, {
      ...settings,
      sandboxOrigin,
      paymentMethodsConfig: { card, link: within },
    });
    // Before the scripts are there too: nothing appears and goes again.
    expect(result.current?.loaded).toBeNull();
    const hidden = () => ["stripe", "stripe_link"].map((id) => result.current?.isHidden(id, "IT"));
    expect(hidden()).toEqual([false, true]);
    // The provider's own script is loaded from nowhere here.
    if (!sandboxOrigin) return;
    await waitFor(() => expect(result.current?.loaded).not.toBeNull());
    expect(hidden()).toEqual([false, true]);
  });
