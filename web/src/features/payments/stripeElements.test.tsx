// What the provider's own script is started with: the script is the provider's and is not run here.
import { render } from "@testing-library/react";
import { pageOf } from "../../../tests/fixture.tsx";
import type { GatewaySettings } from "../../core/types.ts";
import type { FieldsProps, Provider } from "./elements.ts";

const shown: { elements?: Record<string, unknown>; payment?: Record<string, unknown> } = {};
const script: Record<string, jest.Mock> = {};

jest.mock("@stripe/stripe-js", () => ({ loadStripe: async () => script }));
jest.mock("@stripe/react-stripe-js", () => ({
  Elements: ({ options, children }: { options: Record<string, unknown>; children: unknown }) => {
    shown.elements = options;
    return children;
  },
  PaymentElement: ({ options }: { options: Record<string, unknown> }) => {
    shown.payment = options;
    return null;
  },
  useStripe: () => script,
  useElements: () => ({ submit: async () => ({}) }),
}));

import { stripeProvider } from "./stripeElements.tsx";

const settings: GatewaySettings = {
  ...(pageOf("checkout-card", "checkout").gateway as GatewaySettings),
  key: "pk_test_1",
};

const fields = (part: Partial<FieldsProps> = {}): FieldsProps => ({
  method: "card",
  title: "Carta",
  intent: { mode: "payment", amount: 4720, currency: "eur" },
  look: {} as FieldsProps["look"],
  billing: {
    name: "Livia Conti",
    email: "livia@example.com",
    phone: "011 555 0100",
    address: {
      city: "Torino",
      country: "IT",
      line1: "Via dei Mille 7",
      line2: "",
      postal_code: "10123",
      state: "TO",
    },
  },
  saves: false,
  onReady: () => {},
  onLoadError: () => {},
  ...part,
});

async function opened(part: Partial<FieldsProps> = {}): Promise<Provider> {
  const provider = await stripeProvider(settings, "it");
  render(provider.renderFields(fields(part)));
  return provider;
}

test("without a key there is no provider, and a sentence says why", async () => {
  await expect(stripeProvider({ ...settings, key: "" }, "it")).rejects.toThrow(
    "Non è disponibile nessuna chiave API per Stripe",
  );
});

test("an amount opens the fields for a payment, none for a setup", async () => {
  await opened();
  expect(shown.elements).toMatchObject({
    mode: "payment",
    amount: 4720,
    currency: "eur",
    paymentMethodCreation: "manual",
    allowedPaymentMethodTypes: ["card"],
  });
  await opened({ intent: { mode: "setup" } as FieldsProps["intent"] });
  expect(shown.elements).toMatchObject({ mode: "setup", currency: "eur" });
  expect(shown.elements).not.toHaveProperty("amount");
});

test("device wallets are never in the fields, and what the form asks is not asked again", async () => {
  await opened();
  const { wallets, fields: asked, defaultValues } = shown.payment as Record<string, Record<string, unknown>>;
  expect(wallets).toEqual({ applePay: "never", googlePay: "never" });
  expect(asked?.billingDetails).toMatchObject({
    name: "never",
    email: "never",
    phone: "auto",
    address: { country: "never", line1: "never", city: "never", postalCode: "never" },
  });
  expect(defaultValues?.billingDetails).toMatchObject({ phone: "011 555 0100", email: "livia@example.com" });
});

test("the terms of a method are shown when it is kept, and else not", async () => {
  await opened({ saves: true });
  expect(shown.payment?.terms).toEqual({ card: "always" });
  await opened({ saves: false, method: "sepa_debit" });
  expect(shown.payment?.terms).toEqual({ sepaDebit: "never" });
});

test("an intent that holds a refusal has failed, though the script tells of no error", async () => {
  const refused = {
    id: "pi_1",
    status: "requires_payment_method",
    last_payment_error: { code: "card_declined" },
  };
  script.retrievePaymentIntent = jest.fn(async () => ({
    paymentIntent: {
      id: "pi_1",
      status: "requires_action",
      next_action: { type: "wechat_pay_display_qr_code" },
    },
  }));
  script.handleNextAction = jest.fn(async () => ({ paymentIntent: refused }));
  const provider = await stripeProvider(settings, "it");
  const { failure } = await provider.confirmWallet("pi_1_secret_2", false);
  expect(failure?.code).toBe("card_declined");
  script.handleNextAction = jest.fn(async () => ({ paymentIntent: { ...refused, status: "succeeded" } }));
  expect((await provider.confirmWallet("pi_1_secret_2", false)).made?.status).toBe("succeeded");
});
