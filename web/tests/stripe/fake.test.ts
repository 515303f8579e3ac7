// The fake script refuses what the real one refuses, so a page that it accepts would mount.
import { FakeStripe, fakeLoadStripe } from "./fake.ts";

const paid = { mode: "payment", amount: 4720, currency: "eur" };

test.each([
  [{ apiVersion: "2024-06-20" }, "Can not provide apiVersion"],
  [{ version: "x" }, "options.version is not a recognized parameter"],
  [{ locale: "klingon" }, "options.locale should be one of"],
])("a start with %j is refused", async (options, why) => {
  await expect(fakeLoadStripe(new FakeStripe())("pk_test_1", options)).rejects.toThrow(why);
});

test.each([
  [{}, "mode is required"],
  [{ ...paid, amount: 0 }, "positive integer"],
  [{ ...paid, currency: "EUR" }, "lowercase"],
  [{ mode: "setup", amount: 4720 }, "amount cannot be used"],
  [{ mode: "setup", captureMethod: "manual" }, "captureMethod cannot be used"],
  [{ ...paid, clientSecret: "pi_1_secret_2" }, "options.clientSecret is not accepted"],
  [{ ...paid, paymentMethodTypes: ["card"] }, "options.paymentMethodTypes is not a recognized"],
  [{ ...paid, allowedPaymentMethodTypes: [] }, "must not be empty"],
  [{ ...paid, allowedPaymentMethodTypes: ["card"], excludedPaymentMethodTypes: ["link"] }, "together"],
  [{ ...paid, setupFutureUsage: "always" }, "options.setupFutureUsage should be one of"],
  [{ ...paid, appearance: { colour: "red" } }, "options.appearance.colour"],
  [
    { ...paid, appearance: { variables: { colorBorder: "#998" } } },
    "variables.colorBorder is not a recognized",
  ],
  [{ ...paid, appearance: { variables: { spacingUnit: 6 } } }, "spacingUnit should be a string"],
  [{ ...paid, appearance: { rules: { ".Tabs": {} } } }, "rules..Tabs is not a supported selector"],
  [{ ...paid, appearance: { rules: { "#root .Tab": {} } } }, "is not a supported selector"],
  [{ ...paid, appearance: { rules: { ".Tab": { padding: 4 } } } }, "padding should be a string"],
  [{ ...paid, fonts: [{ family: "Lora", url: "x" }] }, "options.fonts[0].url is not a recognized"],
  [{ ...paid, fonts: [{ family: "Lora" }] }, "cssSrc, or family and an absolute src"],
  [
    { ...paid, fonts: [{ family: "Lora", src: "url(./lora.woff2)" }] },
    "cssSrc, or family and an absolute src",
  ],
])("elements with %j are refused", (options, why) => {
  expect(() => new FakeStripe().elements(options)).toThrow(why);
});

test.each([
  ["payment", { terms: { link: "never" } }, "options.terms.link"],
  ["payment", { terms: { acssDebit: "auto" } }, "options.terms.acssDebit"],
  ["payment", { wallets: { applePay: "always" } }, "options.wallets.applePay"],
  ["payment", { layout: { type: "list" } }, "options.layout.type"],
  ["payment", { fields: { billingDetails: { organization: "never" } } }, "billingDetails.organization"],
  ["expressCheckout", { wallets: { applePay: "auto" } }, "options.wallets is not accepted"],
  ["expressCheckout", { paymentMethods: { link: "always" } }, "options.paymentMethods.link"],
  ["expressCheckout", { buttonTheme: { googlePay: "white-outline" } }, "options.buttonTheme.googlePay"],
  ["expressCheckout", { buttonHeight: 90 }, "between 40 and 55"],
  ["expressCheckout", { allowedShippingCountries: ["IT"] }, "without shippingAddressRequired"],
  ["card", {}, "not a known element"],
])("an element %s with %j is refused", (type, options, why) => {
  expect(() => new FakeStripe().elements(paid).create(type, options)).toThrow(why);
});

test.each([
  ["accordion", ".Tab:hover"],
  ["tabs", ".AccordionItem:hover"],
])("rules for the parts of another layout than %s are refused", (type, selector) => {
  const rules = { [selector]: { color: "#222222" } };
  const group = new FakeStripe().elements({ ...paid, appearance: { rules } });
  expect(() => group.create("payment", { layout: { type } })).toThrow(`rules.${selector} has no effect`);
});

test.each([
  [{ lineItems: [{ name: "IVA", amount: 151, key: "total_tax" }] }, "lineItems[0].key is not a recognized"],
  [{ lineItems: [{ label: "IVA", amount: 151 }] }, "lineItems[0].label is not a recognized"],
  [{ lineItems: [{ name: "IVA", amount: "151" }] }, "lineItems[0].amount should be a number"],
  [{ shippingRates: [{ id: "1", amount: 1, displayName: "x", label: "x" }] }, "shippingRates[0].label"],
])("a sheet that is opened with %j is refused", async (content, why) => {
  const group = new FakeStripe().elements(paid);
  const button = group.create("expressCheckout", { shippingAddressRequired: true });
  button.on("click", (({ resolve }: { resolve: (options: object) => void }) => {
    expect(() => resolve(content)).toThrow(why);
    resolve({ shippingRates: [{ id: "1", amount: 1, displayName: "x" }] });
  }) as never);
  await group.press();
});

test("an option that is fixed at creation cannot be changed later", () => {
  const group = new FakeStripe().elements({ ...paid, paymentMethodCreation: "manual" });
  expect(() => group.update({ paymentMethodCreation: "manual" })).toThrow("options.paymentMethodCreation");
  expect(() => group.update({ amount: -1 })).toThrow("positive integer");
  const button = group.create("expressCheckout", { paymentMethods: { link: "auto" } });
  expect(() => button.update({ paymentMethods: { link: "never" } })).toThrow("options.paymentMethods");
});

test("nothing is created before submission, nor confirmed without a return URL", async () => {
  const stripe = new FakeStripe();
  const elements = stripe.elements(paid);
  await expect(stripe.createConfirmationToken({ elements })).rejects.toThrow("elements.submit()");
  await elements.submit();
  await expect(stripe.createPaymentMethod({ elements })).rejects.toThrow("paymentMethodCreation");
  expect(() => stripe.confirmPayment({ clientSecret: "pi_1_secret_2" })).toThrow("return_url");
  expect(() => stripe.handleNextAction({ clientSecret: "pi_1" })).toThrow("not a client secret");
});
