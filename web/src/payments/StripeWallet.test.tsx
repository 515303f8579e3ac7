// A wallet's button rendered by the provider's script, replaced here by a fake that is as strict as the original.

import type { Stripe } from "@stripe/stripe-js";
import { act, render } from "@testing-library/react";
import { FakeStripe } from "../../tests/stripe/fake.ts";
import { core } from "../core/core.ts";
import { StripeWallet } from "./StripeWallet.tsx";
import type { Confirmation, WalletButtonProps, WalletClick } from "./wallets.ts";

const RATE = { id: "flat:1", amount: 690, displayName: "Corriere" };
const ITEMS = [{ name: "Zafferano", amount: 3400 }];
/** The same lines as the shop holds them, each with a `key`. */
const KEYED = ITEMS.map((item) => ({ ...item, key: "product" }));
const ADDRESS = { city: "Torino", state: "TO", country: "IT", postal_code: "10123" };

function button(part: Partial<WalletButtonProps> = {}) {
  const stripe = new FakeStripe();
  const never = () => {
    throw new Error("not expected");
  };
  const wallet = part.wallet ?? "google_pay";
  const props: WalletButtonProps = {
    wallet,
    visibility: core().walletShown(wallet, true, true),
    look: core().buttonAppearance({ type: "buy", theme: "light-outline", height: 90, radius: 4, wallet }),
    ...{ amount: 3400, currency: "eur", label: "Bottega", shipping: true, phone: true },
    ...{ countries: ["IT"], email: "", saves: false },
    ...{ onReady: never, onLoadError: never, onClick: never, onAddress: never, onRate: never },
    ...{ onConfirm: never, onCancel: never },
    ...part,
  };
  const rendered = render(<StripeWallet {...props} stripe={stripe as unknown as Stripe} />);
  const group = stripe.groups.at(-1) as FakeStripe["groups"][number];
  const again = (change: Partial<WalletButtonProps>) =>
    rendered.rerender(<StripeWallet {...props} {...change} stripe={stripe as unknown as Stripe} />);
  return { stripe, group, element: group.created[0] as (typeof group.created)[number], again };
}

for (const wallet of ["apple_pay", "google_pay", "amazon_pay", "link"] as const)
  for (const [theme, type] of [
    ["dark", "buy"],
    ["light", "default"],
    ["light-outline", "donate"],
  ] as const)
    test(`the button of ${wallet} (${theme}, ${type}) has options that the script accepts`, () => {
      const look = core().buttonAppearance({ type, theme, height: 20, radius: 4, wallet });
      const { element } = button({ wallet, look });
      const { paymentMethods } = element.options as { paymentMethods: Record<string, string> };
      expect(Object.values(paymentMethods).filter((rendered) => rendered !== "never")).toHaveLength(1);
    });

test("a mounted button is updated with the options that the script can change", () => {
  const { element, group, again } = button();
  again({ amount: 4090, countries: ["IT", "FR"], phone: false });
  expect(group.options.amount).toBe(4090);
  expect(element.options).toMatchObject({
    allowedShippingCountries: ["IT", "FR"],
    phoneNumberRequired: false,
  });
});

test("a wallet is available only if the script offers it, under the script's own name", () => {
  const ready: boolean[] = [];
  const { element } = button({ onReady: (here) => ready.push(here) });
  act(() => element.emit("ready", { availablePaymentMethods: { googlePay: true } }));
  act(() => element.emit("ready", { availablePaymentMethods: { applePay: true } }));
  act(() => element.emit("ready", { availablePaymentMethods: undefined }));
  expect(ready).toEqual([true, false, false]);
});

test("the sheet opens with lines and rates, and without rates where nothing is delivered", async () => {
  const open = (click: WalletClick) => click.open({ items: KEYED, rates: [RATE] });
  const { group } = button({ onClick: open });
  expect(await group.press()).toEqual({ lineItems: ITEMS, shippingRates: [RATE] });
  const { group: files } = button({ onClick: open, shipping: false, countries: [] });
  expect(await files.press()).toEqual({ lineItems: ITEMS });
});

test("a change updates the amount before its lines, which may exceed the old amount", async () => {
  const { group } = button({
    onAddress: ({ country }, answer) => {
      expect(country).toBe("IT");
      answer.resolve({
        amount: 4090,
        items: [...KEYED, { name: "Corriere", amount: 690, key: "total_shipping" }],
        rates: [RATE],
      });
    },
    onRate: (rate, answer) =>
      rate === RATE.id ? answer.resolve({ amount: 4090, items: KEYED }) : answer.reject(),
  });
  expect(await group.change("shippingaddresschange", { address: ADDRESS })).toMatchObject({
    shippingRates: [RATE],
  });
  expect(group.options.amount).toBe(4090);
  expect(await group.change("shippingratechange", { shippingRate: RATE })).toEqual({ lineItems: ITEMS });
  await expect(group.change("shippingratechange", { shippingRate: { id: "gone" } })).rejects.toThrow(
    "rejected",
  );
});

/** Confirms as the wallet's owner; returns the confirmation that the page receives. */
async function confirmed(stripe: FakeStripe, part: Partial<WalletButtonProps>, event: object = {}) {
  let seen: Confirmation | undefined;
  const rendered = button({ ...part, onConfirm: (confirmation) => (seen = confirmation) });
  rendered.stripe.answers = stripe.answers;
  act(() =>
    rendered.element.emit("confirm", {
      billingDetails: { name: "Livia Conti", address: { ...ADDRESS, line1: "Via dei Mille 7", line2: null } },
      ...{ shippingAddress: undefined, shippingRate: undefined, paymentFailed: () => {} },
      ...event,
    }),
  );
  return { confirmation: seen as unknown as Confirmation, ...rendered };
}

test("a token is created from the submitted details, and an error of the script is reported", async () => {
  const stripe = new FakeStripe();
  stripe.answers = { createConfirmationToken: { confirmationToken: { id: "ctoken_1" } } };
  const { confirmation } = await confirmed(stripe, {});
  expect(confirmation.payer.billing).toMatchObject({
    name: "Livia Conti",
    email: "",
    address: { line2: "" },
  });
  expect(await confirmation.createToken()).toEqual({ value: "ctoken_1" });
  stripe.answers = { createConfirmationToken: { error: { type: "card_error", code: "card_declined" } } };
  const again = await confirmed(stripe, {});
  expect((await again.confirmation.createToken()).failure).toMatchObject({ code: "card_declined" });
});

test("a method that will be saved is set up for later use, another one is not", () => {
  expect(button({ saves: true }).group.options.setupFutureUsage).toBe("off_session");
  expect(button().group.options.setupFutureUsage ?? null).toBeNull();
});

for (const wallet of ["apple_pay", "google_pay", "amazon_pay", "link"] as const)
  test(`the sheet of ${wallet} is for a payment, requires email and address, and offers no other wallet`, () => {
    const { element, group } = button({ wallet, shipping: false, phone: false, countries: [] });
    expect(group.options.mode).toBe("payment");
    expect(element.options).toMatchObject({
      ...{ emailRequired: true, billingAddressRequired: true, phoneNumberRequired: false },
      ...{ shippingAddressRequired: false, business: { name: "Bottega" } },
    });
    const { paymentMethods } = element.options as { paymentMethods: Record<string, string> };
    const own = { apple_pay: "applePay", google_pay: "googlePay", amazon_pay: "amazonPay", link: "link" }[
      wallet
    ];
    expect(paymentMethods).toEqual({
      ...{ applePay: "never", googlePay: "never", amazonPay: "never", link: "never" },
      ...{ paypal: "never", klarna: "never" },
      [own]: wallet.endsWith("e_pay") ? "always" : "auto",
    });
  });

test("a failed payment is reported to the wallet with the reason fail", async () => {
  const paymentFailed = jest.fn();
  const { confirmation } = await confirmed(new FakeStripe(), {}, { paymentFailed });
  expect(paymentFailed).not.toHaveBeenCalled();
  confirmation.fail();
  expect(paymentFailed.mock.calls).toEqual([[{ reason: "fail" }]]);
});

test.each([
  ["apple_pay", ["card"]],
  ["google_pay", ["card"]],
  ["amazon_pay", ["amazon_pay"]],
  ["link", ["card", "link"]],
] as const)(
  "the button of %s is open to what its wallet hands over, and to nothing else",
  (wallet, types) => {
    expect(button({ wallet }).group.options.allowedPaymentMethodTypes).toEqual(types);
  },
);

test("the buttons have the corners and the spacing of the shop", () => {
  const look = core().buttonAppearance({ type: "buy", theme: "dark", radius: 7, wallet: "google_pay" });
  expect(button({ look }).group.options.appearance).toEqual({
    variables: { borderRadius: "7px", spacingUnit: "6px" },
  });
});

test("a light theme is a white button", () => {
  const look = core().buttonAppearance({ type: "buy", theme: "light", wallet: "google_pay" });
  const { element } = button({ look });
  expect(element.options).toMatchObject({ buttonTheme: { googlePay: "white" }, buttonHeight: 48 });
});
