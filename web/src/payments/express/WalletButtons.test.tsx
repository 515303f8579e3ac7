// Which wallets are shown. The provider's script is not run: each button keeps what it was given.
import { act, screen } from "@testing-library/react";
import { show } from "../../../tests/fixture.tsx";
import type { ExpressSettings, Wallet } from "../../core/types.ts";
import type { WalletButtonProps } from "../wallets.ts";
import type { Place } from "./place.ts";
import type { ExpressTools } from "./tools.ts";
import { WalletButtons } from "./WalletButtons.tsx";

/** The area with three wallets; gives what their buttons were told, and whether the area is shown. */
function area(
  part: { settings?: Partial<ExpressSettings>; place?: Partial<Place> } = {},
  loaded: "ready" | "loading" = "ready",
) {
  const buttons = new Map<Wallet, WalletButtonProps>();
  const shown: boolean[] = [];
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
  const place: Place = {
    offer: {
      total: { label: "Bottega", amount: 3400, pending: false },
      ...{ items: [], shipping: true, rates: [], minAge: null },
    },
    ...{ blocked: false, pending: false, version: 0, variationValid: null },
    refusal: () => "",
    release: async () => "",
    email: () => "",
    ...part.place,
  };
  const { unmount } = show(<WalletButtons tools={tools} place={place} onShown={(now) => shown.push(now)} />);
  const tellReady = () => {
    for (const button of buttons.values()) button.onReady(true);
  };
  if (loaded === "ready") act(tellReady);
  return { buttons, shown, unmount };
}
const names = () => screen.queryAllByRole("button").map((button) => button.textContent);
const TAXES = /Le imposte finali possono variare in base al tuo indirizzo di fatturazione/;

test("a wallet that has no method here goes with its place, and the last one takes the area with it", () => {
  const { buttons, shown } = area();
  expect(names()).toEqual(["apple_pay", "google_pay", "link"]);
  act(() => buttons.get("apple_pay")?.onReady(false));
  expect(names()).toEqual(["google_pay", "link"]);
  expect(document.querySelector("[data-wallet=apple_pay]")).toBeNull();
  act(() => buttons.get("google_pay")?.onReady(true));
  act(() => buttons.get("google_pay")?.onLoadError());
  expect(shown.at(-1)).toBe(true);
  act(() => buttons.get("link")?.onLoadError());
  expect(names()).toEqual([]);
  expect(shown.at(-1)).toBe(false);
});

test("a button is seen once its wallet is ready, not before, and its place is kept meanwhile", () => {
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

for (const [name, place] of [
  ["nothing to pay", { offer: { total: { label: "", amount: 0, pending: false } } as Place["offer"] }],
  ["a variation that is not complete", { variationValid: false }],
] as const)
  test(`${name} hides the area`, () => {
    const full = { items: [], shipping: true, rates: [], minAge: null };
    const given: Partial<Place> = "offer" in place ? { offer: { ...full, ...place.offer } } : place;
    const { shown } = area({ place: given });
    expect([names(), shown.at(-1)]).toEqual([[], false]);
  });

test("that taxes may change with the billing address is told where they rest on it, and only there", () => {
  area();
  expect(screen.queryByText(TAXES)).toBeNull();
  area({ settings: { taxes_based_on_billing: true } });
  expect(screen.getByText(TAXES)).toBeVisible();
});

test("while the cart is on its way the buttons are pale and can be pressed, while a product is they cannot", () => {
  for (const [place, inert] of [
    [{ pending: true }, false],
    [{ blocked: true }, true],
  ] as const) {
    const { unmount } = area({ place });
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
