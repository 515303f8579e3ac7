// The provider's own script, replaced by a fake that is as strict as the original: it refuses unknown options by name.
import { act, render, screen } from "@testing-library/react";
import { pageOf } from "../../tests/fixture.tsx";
import { FakeStripe, fakeLoadStripe } from "../../tests/stripe/fake.ts";
import { core } from "../core/core.ts";
import type { GatewaySettings, SavingForm } from "../core/types.ts";
import type { Fields, FieldsProps, Provider } from "./elements.ts";

let stripe = new FakeStripe();
jest.mock("@stripe/stripe-js", () => ({
  loadStripe: (key: string, options: object) => fakeLoadStripe(stripe)(key, options),
}));

import { stripeProvider } from "./stripeElements.tsx";

const settings: GatewaySettings = {
  ...(pageOf("checkout-card", "checkout").gateway as GatewaySettings),
  key: "pk_test_1",
};
/** As on pages without a form for the payer's address. */
const withoutForm: GatewaySettings = { ...settings, enabledBillingFields: [] };
const LIVIA: FieldsProps["billing"] = {
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
};
const KNOWN_PAYER: FieldsProps["billing"] = {
  ...{ name: "", email: "livia@example.com", phone: null },
  address: { city: "", country: "IT", line1: "", line2: "", postal_code: "", state: "" },
};

/** The terms of a method that is used once, according to the rules. */
const termsFor = (method: string, chosen: Partial<SavingForm> = {}) =>
  core().savingPlan({ method, methods: [method], logged_in: true, ...chosen } as SavingForm).terms;

const fields = (part: Partial<FieldsProps> = {}): FieldsProps => ({
  method: "card",
  types: [part.method ?? "card"],
  title: "Carta",
  intent: { mode: "payment", amount: 4720, currency: "eur" },
  look: { theme: "stripe", variables: {}, rules: {} },
  billing: LIVIA,
  saves: false,
  terms: termsFor(part.method ?? "card"),
  onReady: () => {},
  onLoadError: () => {},
  ...part,
});

beforeEach(() => {
  stripe = new FakeStripe();
});

/** Opens the fields of a method; returns their calls, and the fake script. */
async function opened(part: Partial<FieldsProps> = {}, page = settings) {
  const provider = await stripeProvider(page, "it");
  let mounted: Fields | undefined;
  const props = fields({ ...part, onReady: (mountedFields) => (mounted = mountedFields) });
  const rendered = render(provider.renderFields(props));
  const group = stripe.groups.at(-1) as FakeStripe["groups"][number];
  const element = group.created[0] as (typeof group.created)[number];
  act(() => element.emit("ready"));
  const again = (change: Partial<FieldsProps>) =>
    rendered.rerender(provider.renderFields({ ...props, ...change }));
  return { provider, group, element, calls: mounted as unknown as Fields, again };
}

test("without a key there is no provider, and the error says why", async () => {
  await expect(stripeProvider({ ...settings, key: "" }, "it")).rejects.toThrow(
    "Non è disponibile nessuna chiave API per Stripe",
  );
});

test("the script is started without a version, because it refuses any but its own", async () => {
  const named: GatewaySettings = { ...settings, apiVersion: "2024-06-20" };
  await expect(stripeProvider(named, "it")).resolves.toBeDefined();
});

const METHODS = Object.keys({
  ...{ card: 0, link: 0, sepa_debit: 0, us_bank_account: 0, acss_debit: 0, bacs_debit: 0, au_becs_debit: 0 },
  ...{ blik: 0, bancontact: 0, eps: 0, ideal: 0, p24: 0, boleto: 0, oxxo: 0, multibanco: 0, alipay: 0 },
  ...{ wechat_pay: 0, cashapp: 0, amazon_pay: 0, affirm: 0, afterpay_clearpay: 0, klarna: 0 },
});
for (const page of [settings, withoutForm])
  for (const saves of [true, false])
    test(`fields of every method mount and create a method (${page === settings ? "checkout" : "account"}, ${saves ? "saved" : "used once"})`, async () => {
      for (const method of METHODS) {
        stripe.answers = { createPaymentMethod: { paymentMethod: { id: "pm_1" } } };
        const { calls, element } = await opened(
          { method, saves, billing: page === settings ? LIVIA : KNOWN_PAYER },
          page,
        );
        expect(await calls.submit()).toBeNull();
        expect(await calls.createPaymentMethod(page === settings ? LIVIA : KNOWN_PAYER)).toEqual({
          value: "pm_1",
        });
        expect(element.options.layout).toMatchObject({ type: "accordion" });
      }
    });

test("an amount opens the fields for a payment, none for a setup", async () => {
  const { group } = await opened();
  expect(group.options).toMatchObject({
    mode: "payment",
    amount: 4720,
    currency: "eur",
    paymentMethodCreation: "manual",
  });
  const { group: setup } = await opened({ intent: { mode: "setup" } as FieldsProps["intent"] });
  expect(setup.options).toMatchObject({ mode: "setup", currency: "eur" });
  expect(setup.options).not.toHaveProperty("amount");
});

test("the card fields include the one-click method where both are offered", async () => {
  const { group } = await opened({ types: ["card", "link"] });
  expect(group.options.allowedPaymentMethodTypes).toEqual(["card", "link"]);
});

test("mounted fields follow the page's amount, terms and later use", async () => {
  const { group, element, again } = await opened();
  expect(element.options.terms).toEqual({ card: "never" });
  const terms = termsFor("card", { forced_by_shop: true });
  again({ intent: { mode: "payment", amount: 5000, currency: "eur" }, saves: true, terms });
  expect(group.options).toMatchObject({ amount: 5000, setupFutureUsage: "off_session" });
  expect(element.options.terms).toEqual({ card: "always" });
  again({ intent: { mode: "payment", amount: 5000, currency: "eur" }, saves: false });
  expect(group.options.setupFutureUsage).toBeNull();
});

test("device wallets are never in the fields, and details that the form collects are not collected again", async () => {
  const { element } = await opened();
  const {
    wallets,
    fields: formFields,
    defaultValues,
  } = element.options as Record<string, Record<string, unknown>>;
  expect(wallets).toEqual({ applePay: "never", googlePay: "never" });
  expect(formFields?.billingDetails).toMatchObject({
    ...{ name: "never", email: "never", phone: "auto" },
    address: { country: "never", line1: "never", city: "never", postalCode: "never" },
  });
  expect(defaultValues?.billingDetails).toMatchObject({ phone: "011 555 0100", email: "livia@example.com" });
});

test("empty strings are never sent: empty details of the form are null, details that the script collects are omitted", async () => {
  stripe.answers = {
    createPaymentMethod: { paymentMethod: { id: "pm_1" } },
    createConfirmationToken: { confirmationToken: { id: "ctoken_1" } },
  };
  const sent = () => JSON.stringify(stripe.calls.at(-1)?.data.params);
  const { calls } = await opened();
  await calls.submit();
  await calls.createPaymentMethod(LIVIA);
  expect(stripe.calls.at(-1)?.data.params).toMatchObject({ billing_details: { address: { line2: null } } });
  const account = await opened({ billing: KNOWN_PAYER }, withoutForm);
  await account.calls.submit();
  await account.calls.createConfirmationToken(KNOWN_PAYER);
  expect(sent()).toBe(
    '{"payment_method_data":{"billing_details":{"email":"livia@example.com","address":{"country":"IT"}}}}',
  );
});

test("an error of the script keeps its code, and an exception is never swallowed", async () => {
  stripe.answers = { createPaymentMethod: { error: { type: "card_error", code: "incorrect_number" } } };
  const { calls } = await opened();
  await expect(calls.createPaymentMethod(LIVIA)).rejects.toThrow("elements.submit() must be called");
  await calls.submit();
  expect((await calls.createPaymentMethod(LIVIA)).failure).toMatchObject({ code: "incorrect_number" });
});

const intent = (part: object) => ({ id: "pi_1", status: "requires_action", payment_method: "pm_1", ...part });
const PI = "pi_1_secret_2";
const SETI = "seti_1_secret_2";
const provided = () => stripeProvider(settings, "it");

test("an intent with a refusal has failed even if the script reports no error", async () => {
  const refusal = { status: "requires_payment_method", last_payment_error: { code: "card_declined" } };
  const next_action = { type: "wechat_pay_display_qr_code" };
  stripe.answers = {
    retrievePaymentIntent: { paymentIntent: intent({ next_action }) },
    handleNextAction: { paymentIntent: intent(refusal) },
  };
  const provider = await provided();
  expect((await provider.confirmWallet(PI, false)).failure?.code).toBe("card_declined");
  stripe.answers.handleNextAction = { paymentIntent: intent({ ...refusal, status: "requires_action" }) };
  expect((await provider.confirmWallet(PI, false)).failure?.code).toBe("card_declined");
  stripe.answers.handleNextAction = { paymentIntent: intent({ ...refusal, status: "succeeded" }) };
  expect((await provider.confirmWallet(PI, false)).value?.status).toBe("succeeded");
});

for (const [name, secret, call, confirm] of [
  ["payment", PI, "retrievePaymentIntent", (one: Provider) => one.confirmPayment(PI)],
  ["setup", SETI, "retrieveSetupIntent", (one: Provider) => one.confirmSetup(SETI)],
] as const)
  test(`the reason why a ${name} could not be read is reported`, async () => {
    stripe.answers = {
      [call]: { error: { type: "api_connection_error", code: "lock_timeout", message: "Riprova" } },
    };
    const { failure } = await confirm(await provided());
    expect(failure).toMatchObject({ type: "api_connection_error", code: "lock_timeout", message: "Riprova" });
    expect(stripe.calls.map((one) => [one.call, one.data.clientSecret])).toEqual([[call, secret]]);
  });

test("an intent that requires confirmation is confirmed in the page, with a return URL", async () => {
  const waits = { status: "requires_confirmation" };
  stripe.answers = {
    retrievePaymentIntent: { paymentIntent: intent(waits) },
    confirmPayment: { paymentIntent: intent({ status: "succeeded" }) },
    retrieveSetupIntent: { setupIntent: intent({ ...waits, id: "seti_1" }) },
    confirmSetup: { setupIntent: intent({ id: "seti_1", status: "succeeded" }) },
  };
  const provider = await provided();
  expect((await provider.confirmPayment(PI)).value).toEqual({
    id: "pi_1",
    status: "succeeded",
    paymentMethod: "pm_1",
  });
  expect((await provider.confirmSetup(SETI)).value?.id).toBe("seti_1");
  for (const { data } of stripe.calls.filter(({ call }) => call.startsWith("confirm")))
    expect(data).toMatchObject({ redirect: "if_required" });
});

test("an intent that becomes unreadable while the bank's app is pending is reported", async () => {
  const waits = { paymentIntent: intent({ next_action: { type: "blik_authorize" } }) };
  let reads = 0;
  stripe.answers = {
    retrievePaymentIntent: () => (++reads === 1 ? waits : { error: { type: "api_error", code: "gone" } }),
  };
  jest.useFakeTimers();
  const provider = await provided();
  const ends = provider.confirmPayment(PI);
  await act(() => jest.advanceTimersByTimeAsync(2500));
  expect((await ends).failure?.code).toBe("gone");
  jest.useRealTimers();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the fields get the page's font sheets from the four known services, and no others", async () => {
  const link = (href: string) => `<link rel="stylesheet" href="${href}">`;
  const fontServices = ["fonts.googleapis.com", "fonts.bunny.net", "use.typekit.net", "fast.fonts.net"].map(
    (host) => `https://${host}/lora.css`,
  );
  document.head.innerHTML = [...fontServices, "https://fonts.example/lora.css", "/assets/page.css"]
    .map(link)
    .join("");
  const { group } = await opened();
  document.head.innerHTML = "";
  expect(group.options.fonts).toEqual(fontServices.map((cssSrc) => ({ cssSrc })));
});
