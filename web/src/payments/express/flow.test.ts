import { visitedPage } from "../../../tests/visitedPage.ts";
import { recordVisit } from "../../context/attribution.ts";
import { adoptConsent, decide } from "../../context/consent/consentStore.ts";
import { isDeclared, offerDeclarations, orderForm, settleWithin } from "./flow.ts";
import type { Offer } from "./purchaseSource.ts";

const offer = (minAge: number | null): Offer => ({
  total: { label: "Bottega", amount: 3450, pending: false },
  items: [],
  shipping: true,
  rates: [],
  minAge,
});
const settings = (part: object) =>
  ({ declarations: { terms: true, files_consent: false }, custom_checkout_fields: [], ...part }) as never;
const NOTHING = { terms: false, age_confirmed: false, files_consent: false };

test("a promise is awaited for a limited time, and its failure is reported", async () => {
  expect(await settleWithin(Promise.resolve(), 1000)).toEqual({ settled: "done" });
  expect(await settleWithin(new Promise(() => {}), 1)).toEqual({ settled: "late" });
  const error = new Error("no");
  expect(await settleWithin(Promise.reject(error), 1000)).toEqual({ settled: "failed", error });
});

test("terms and age are required where configured, the consent to file processing never is", () => {
  const declarations = offerDeclarations(
    settings({ declarations: { terms: true, files_consent: true } }),
    offer(18),
  );
  expect(isDeclared(declarations, NOTHING)).toBe(false);
  expect(isDeclared(declarations, { ...NOTHING, terms: true })).toBe(false);
  expect(isDeclared(declarations, { ...NOTHING, terms: true, age_confirmed: true })).toBe(true);
  expect(isDeclared({ terms: false, minAge: null, files: true }, NOTHING)).toBe(true);
});

test("the order contains the page's note, its custom fields in page order, the total shown and the declarations", () => {
  document.body.innerHTML = `<form><textarea name="order-notes"> Citofono 3 </textarea>
    <input name="gift[]" value="a"><input name="gift[]" value="b"><input name="secret" value="x"></form>`;
  const person = { name: "Livia", email: "", phone: "", organization: "", address: {} } as never;
  const form = orderForm(settings({ custom_checkout_fields: [{ name: "gift[]", location: "order" }] }), {
    wallet: "link",
    payer: { billing: person, shipping: person, rate: "flat_rate:1" },
    token: "ctoken_1",
    shipping: true,
    shownCents: 3450,
    paysForOrder: false,
    declared: { ...NOTHING, terms: true },
    declarations: { terms: true, minAge: null, files: false },
  });
  expect(form).toMatchObject({
    customer_note: "Citofono 3",
    custom_fields: [
      { name: "gift[]", value: "a", location: "order" },
      { name: "gift[]", value: "b", location: "order" },
    ],
    shown_cents: 3450,
    declared: { terms: true },
    express_payment_type: "link",
    shipping_rate: "flat_rate:1",
  });
});

test("an unticked box is sent as empty, so that a required one is reported as missing", () => {
  document.body.innerHTML = `<form><input type="checkbox" name="billing_field_1" value="1">
    <input type="checkbox" name="billing_field_2" value="1" checked><input type="checkbox" name="other" value="1"></form>`;
  const fields = ["billing_field_1", "billing_field_2", "billing_field_3"];
  const person = { name: "Livia", email: "", phone: "", organization: "", address: {} } as never;
  const { custom_fields } = orderForm(
    settings({ custom_checkout_fields: fields.map((name) => ({ name, location: "order" })) }),
    {
      ...{ wallet: "link", payer: { billing: person, shipping: null, rate: "" }, token: "ctoken_1" },
      ...{ shipping: false, shownCents: 3450, paysForOrder: false, declared: NOTHING },
      declarations: { terms: false, minAge: null, files: false },
    },
  );
  expect(custom_fields?.map(({ name, value }) => [name, value]).sort()).toEqual([
    ["billing_field_1", ""],
    ["billing_field_2", "1"],
  ]);
});

test("an order contains the shopper's attribution once it may be recorded", async () => {
  globalThis.fetch = (async () => new Response(JSON.stringify({ success: true }))) as typeof fetch;
  const person = { name: "Livia", email: "", phone: "", organization: "", address: {} } as never;
  const ordered = () =>
    orderForm(settings({}), {
      ...{ wallet: "link", payer: { billing: person, shipping: null, rate: "" }, token: "ctoken_1" },
      ...{ shipping: false, shownCents: 3450, paysForOrder: false, declared: NOTHING },
      declarations: { terms: false, minAge: null, files: false },
    }).attribution;
  const url = "http://localhost/?utm_source=newsletter";
  recordVisit({ data: visitedPage(), url, referrer: "", now: Math.floor(Date.now() / 1000) });
  await adoptConsent(visitedPage());
  expect(ordered()).toEqual({});
  await decide({ event: "accept_all" });
  expect(ordered()).toMatchObject({ source_type: "utm", utm_source: "newsletter", session_pages: "1" });
});
