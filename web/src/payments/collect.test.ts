import { pageOf } from "../../tests/fixture.tsx";
import type { GatewaySettings } from "../core/types.ts";
import { billingDetails } from "./billing.ts";
import { collect, formStart, savingForm, startIntent, type Typed } from "./collect.ts";
import { deferred } from "./deferred.ts";
import { type Fields, failure } from "./elements.ts";
import { errorText, PaymentFailedError } from "./errors.ts";
import { gatewayCalls } from "./gatewayCalls.ts";

const page = pageOf("checkout-card", "checkout").gateway as GatewaySettings;
const config = page.paymentMethodsConfig.card as GatewaySettings["paymentMethodsConfig"][string];

/** The page's tools, with a log of its calls. */
function tools(settings: Partial<GatewaySettings> = {}, deferred = true) {
  const log: string[] = [];
  const note = (name: string) => async (type: string, second?: string, saves?: boolean) => {
    log.push([name, type, second, saves].filter((part) => part !== undefined).join(" "));
    return { id: name === "setup" ? "seti_1" : "pi_1", clientSecret: "s" };
  };
  const calls = {
    initSetupIntent: note("setup"),
    createPaymentIntent: note("payment"),
    updatePaymentIntent: note("update"),
  };
  const paymentMethodsConfig = { card: { ...config, supportsDeferredIntent: deferred } };
  const all = { settings: { ...page, paymentMethodsConfig, ...settings }, calls, lang: "it" };
  return { calls: log, all: all as unknown as Parameters<typeof collect>[0] };
}

const fields: Fields = {
  submit: async () => null,
  createPaymentMethod: async () => ({ value: "pm_1" }),
  createConfirmationToken: async () => ({ value: "ctoken_1" }),
};

const typed = (part: Partial<Typed> = {}): Typed => ({
  fields: Promise.resolve(fields),
  intent: Promise.resolve(null),
  billing: {} as Typed["billing"],
  token: "new",
  saves: false,
  code: "",
  ...part,
});

test("a form that needs its intent first creates the one that its page requires", async () => {
  for (const [settings, name] of [
    [{}, "payment card"],
    [{ isPaymentNeeded: false }, "setup card"],
    [{ isCheckout: false, isOrderPay: false, isChangingPayment: false }, "setup card"],
    [{ isChangingPayment: true }, "setup card"],
  ] as const) {
    const { calls, all } = tools(settings, false);
    await startIntent(formStart(all.settings, "card"), all.calls, "card");
    expect(calls).toEqual([name]);
  }
  const deferred = tools();
  expect(await startIntent(formStart(deferred.all.settings, "card"), deferred.all.calls, "card")).toBeNull();
  expect(deferred.calls).toEqual([]);
});

test("the form's intent is updated and named in the order, which is then not deferred", async () => {
  const { calls, all } = tools({}, false);
  const intent = Promise.resolve({ id: "pi_1", clientSecret: "s" });
  const { fields } = await collect(all, "card", typed({ intent, saves: true }));
  expect(calls).toEqual(["update pi_1 card true"]);
  expect(fields).toMatchObject({ wc_payment_intent_id: "pi_1", "wc-stripe-payment-method": "pm_1" });
  expect(fields).not.toHaveProperty("wc-stripe-is-deferred-intent");
  const setup = await collect(
    all,
    "card",
    typed({ intent: Promise.resolve({ id: "seti_1", clientSecret: "s" }) }),
  );
  expect(setup.fields).toMatchObject({ "wc-stripe-setup-intent": "seti_1" });
});

test("without an intent the order is marked as deferred, and a saved method needs no fields", async () => {
  const { all } = tools();
  expect((await collect(all, "card", typed())).fields).toMatchObject({
    "wc-stripe-is-deferred-intent": "true",
  });
  const saved = await collect(all, "card", typed({ token: "7", fields: new Promise(() => {}) }));
  expect(saved.fields).toMatchObject({ "wc-stripe-payment-token": "7" });
});

test("an error of the fields is shown by the fields alone, and without fields the details are missing", async () => {
  const { all } = tools();
  const submit = async () => failure({ type: "validation_error", code: "invalid_cvc" });
  const refusal = await collect(all, "card", typed({ fields: Promise.resolve({ ...fields, submit }) }));
  expect(refusal).toEqual({ text: "" });
  for (const part of [{ fields: Promise.resolve(null) }, { intent: Promise.reject(new Error("no intent")) }])
    expect((await collect(all, "card", typed(part))).text).toMatch(/Dati di pagamento mancanti/);
});

test("an order that is submitted before the fields are loaded waits for them", async () => {
  const { all } = tools();
  const slow = deferred<Fields | null>();
  let ended = false;
  const collected = collect(all, "card", typed({ fields: slow.get() })).finally(() => {
    ended = true;
  });
  await new Promise((done) => setTimeout(done));
  expect(ended).toBe(false);
  slow.set(fields);
  expect((await collected).fields).toMatchObject({ "wc-stripe-payment-method": "pm_1" });
});

test("the mobile bank's code is validated before the provider is called", async () => {
  const { all } = tools();
  Object.assign(all.settings.paymentMethodsConfig, {
    blik: { ...config, title: "BLIK", group: "bank_code" },
  });
  expect(await collect(all, "blik", typed({ code: "12345" }))).toEqual({
    text: "Il codice BLIK non è valido",
  });
  const { fields } = await collect(all, "blik", typed({ code: "123456" }));
  expect(fields).toMatchObject({ "wc-stripe-blik-code": "123456" });
});

test("the input of the saving rules comes from the page's settings", () => {
  const form = savingForm({ ...page, isLoggedIn: true, forceSavePaymentMethod: true }, "card", {
    createsAccount: false,
    ticked: false,
    usesSaved: false,
    setsUp: false,
  });
  expect(form).toMatchObject({ method: "card", logged_in: true, forced_by_shop: true });
});

for (const [name, thrown, sentence] of [
  ["a call without an answer in time", new DOMException("", "TimeoutError"), /non ha risposto in tempo/],
  ["a call that was given up", new DOMException("", "AbortError"), /è stato interrotto/],
  ["any other failure of the network", new TypeError("x"), /errore nel collegamento/],
] as const)
  test(`${name} has an error message`, async () => {
    const before = globalThis.fetch;
    globalThis.fetch = async () => {
      throw thrown;
    };
    try {
      await expect(gatewayCalls(page, "it").createPaymentIntent("card")).rejects.toThrow(sentence);
    } finally {
      globalThis.fetch = before;
    }
  });

test("a response that is not JSON has its own error", async () => {
  const before = globalThis.fetch;
  globalThis.fetch = async () =>
    ({ ok: true, json: async () => JSON.parse("<html>") }) as unknown as Response;
  try {
    await expect(gatewayCalls(page, "it").createPaymentIntent("card")).rejects.toThrow(/JSON/);
  } finally {
    globalThis.fetch = before;
  }
});

test("the provider receives the payer's full name, and a phone number or none", () => {
  const address = {
    ...{ first_name: "Livia", last_name: "Conti", email: "livia@example.com", phone: "011 555 0100" },
    ...{ address_1: "Via dei Mille 7", address_2: "Scala B", postcode: "10123", city: "Torino", state: "TO" },
    ...{ country: "IT", company: "Conti S.r.l." },
  };
  const expected = {
    name: "Livia Conti",
    email: "livia@example.com",
    phone: "011 555 0100",
    address: {
      ...{ line1: "Via dei Mille 7", line2: "Scala B", postal_code: "10123" },
      ...{ city: "Torino", state: "TO", country: "IT" },
    },
  };
  expect(billingDetails(address)).toEqual(expected);
  expect(billingDetails({ ...address, last_name: "", phone: "" })).toEqual({
    ...expected,
    name: "Livia",
    phone: null,
  });
});

test("a wrong wallet has the message of the page's settings, unless the merchant has one", () => {
  const refusal = new PaymentFailedError({ type: "card_error", code: "invalid_wallet_type" });
  const settings = { ...page, invalid_wallet_type: "Questo portafoglio non va bene." };
  expect(errorText(refusal, settings, "it")).toBe("Questo portafoglio non va bene.");
  const own = { ...settings, messages: { invalid_wallet_type: "Scegli un altro portafoglio." } };
  expect(errorText(refusal, own, "it")).toBe("Scegli un altro portafoglio.");
});
