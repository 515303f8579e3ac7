// Which wallets are shown. The provider's script is not run: each button records its props.
import { act, screen } from "@testing-library/react";
import { show } from "../../../tests/fixture.tsx";
import type { ExpressSettings, Wallet } from "../../core/types.ts";
import type { WalletButtonProps } from "../wallets.ts";
import type { PurchaseSource } from "./purchaseSource.ts";
import type { ExpressTools } from "./tools.ts";
import { WalletButtons } from "./WalletButtons.tsx";

/** Renders the area with three wallets; returns the props of their buttons, and whether the area is visible. */
function area(
  part: { settings?: Partial<ExpressSettings>; source?: Partial<PurchaseSource> } = {},
  loaded: "ready" | "loading" = "ready",
) {
  const buttons = new Map<Wallet, WalletButtonProps>();
  const visibility: boolean[] = [];
  const tools = {
    settings: {
      stripe: { is_payment_request_enabled: true, is_link_enabled: true, is_amazon_pay_enabled: false },
      button: { height: 44, radius: 4, theme: "dark", kind: "buy" },
      checkout: { currency_code: "eur", needs_payer_phone: true },
      declarations: { terms: false, files_consent: false },
      login_confirmation: null,
      is_pay_for_order: false,
      taxes_based_on_billing: false,
      allowed_shipping_countries: [],
      ...part.settings,
    } as unknown as ExpressSettings,
    lang: "it",
    routes: { settings: {} },
    provider: {
      renderWallet: (props: WalletButtonProps) => {
        buttons.set(props.wallet, props);
        return <button type="button">{props.wallet}</button>;
      },
    },
  } as unknown as ExpressTools;
  const source: PurchaseSource = {
    offer: {
      total: { label: "Bottega", amount: 3400, pending: false },
      ...{ items: [], shipping: true, rates: [], minAge: null },
    },
    ...{ blocked: false, pending: false, version: 0, variationValid: null },
    unavailableReason: () => "",
    release: async () => "",
    email: () => "",
    ...part.source,
  };
  const { unmount } = show(
    <WalletButtons tools={tools} source={source} onVisibleChange={(now) => visibility.push(now)} />,
  );
  const reportReady = () => {
    for (const button of buttons.values()) button.onReady(true);
  };
  if (loaded === "ready") act(reportReady);
  return { buttons, visibility, unmount };
}
const names = () => screen.queryAllByRole("button").map((button) => button.textContent);
const TAXES = /Le imposte finali possono variare in base al tuo indirizzo di fatturazione/;

test("an unavailable wallet is removed with its container, and the last one hides the area", () => {
  const { buttons, visibility } = area();
  expect(names()).toEqual(["apple_pay", "google_pay", "link"]);
  act(() => buttons.get("apple_pay")?.onReady(false));
  expect(names()).toEqual(["google_pay", "link"]);
  expect(document.querySelector("[data-wallet=apple_pay]")).toBeNull();
  act(() => buttons.get("google_pay")?.onReady(true));
  act(() => buttons.get("google_pay")?.onLoadError());
  expect(visibility.at(-1)).toBe(true);
  act(() => buttons.get("link")?.onLoadError());
  expect(names()).toEqual([]);
  expect(visibility.at(-1)).toBe(false);
});

test("a button becomes visible once its wallet is ready, and its space is reserved until then", () => {
  const { buttons } = area({}, "loading");
  expect(names()).toEqual([]);
  expect(document.querySelectorAll("[data-wallet]")).toHaveLength(3);
  act(() => buttons.get("google_pay")?.onReady(true));
  expect(names()).toEqual(["google_pay"]);
  act(() => buttons.get("link")?.onReady(false));
  expect(names()).toEqual(["google_pay"]);
  act(() => buttons.get("apple_pay")?.onReady(true));
  expect(names()).toEqual(["apple_pay", "google_pay"]);
});

for (const [name, source] of [
  [
    "nothing to pay",
    { offer: { total: { label: "", amount: 0, pending: false } } as PurchaseSource["offer"] },
  ],
  ["a variation that is not complete", { variationValid: false }],
] as const)
  test(`${name} hides the area`, () => {
    const full = { items: [], shipping: true, rates: [], minAge: null };
    const sourcePart: Partial<PurchaseSource> =
      "offer" in source ? { offer: { ...full, ...source.offer } } : source;
    const { visibility } = area({ source: sourcePart });
    expect([names(), visibility.at(-1)]).toEqual([[], false]);
  });

test("the notice that taxes may change appears only where they depend on the billing address", () => {
  area();
  expect(screen.queryByText(TAXES)).toBeNull();
  area({ settings: { taxes_based_on_billing: true } });
  expect(screen.getByText(TAXES)).toBeVisible();
});

test("while the cart is pending the buttons are dimmed but can be pressed, while a product is pending they cannot", () => {
  for (const [source, inert] of [
    [{ pending: true }, false],
    [{ blocked: true }, true],
  ] as const) {
    const { unmount } = area({ source });
    const row = screen.getByText("google_pay").closest("[aria-busy]") as HTMLElement;
    expect([row.getAttribute("aria-busy"), row.inert]).toEqual(["true", inert]);
    expect(screen.getAllByRole("status").map((one) => one.textContent)).toContainEqual(
      expect.stringMatching(/\S/),
    );
    unmount();
  }
});

test("on an order's page buttons need its key and the payer's address", () => {
  const details = { orderKey: "wc_order_1", billingEmail: "livia@example.com" };
  for (const [part, seen] of [
    [{}, 3],
    [{ orderKey: null }, 0],
    [{ billingEmail: null }, 0],
  ] as const) {
    const pay_for_order = { orderDetails: { ...details, ...part } } as never;
    const { unmount } = area({ settings: { is_pay_for_order: true, pay_for_order } });
    expect(names()).toHaveLength(seen);
    unmount();
  }
});
