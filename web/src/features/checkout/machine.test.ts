// The steps of the checkout: which event leads where, and which changes nothing.
import { pageOf } from "../../../tests/fixture.tsx";
import { type CheckoutEvent, type CheckoutState, opened, sentencesOf, step, underWay } from "./machine.ts";

const { form, invoice } = pageOf("checkout", "checkout");
const START = opened(form, invoice, {}, []);
const after = (...events: CheckoutEvent[]): CheckoutState => events.reduce(step, START);
const stepOf = (...events: CheckoutEvent[]) => after(...events).progress.step;

const SUBMITTED: CheckoutEvent = { kind: "submitted" };
const COLLECTED: CheckoutEvent = { kind: "collected" };
const ASKED: CheckoutEvent = { kind: "asked" };
const FAILED: CheckoutEvent = { kind: "payment_failed" };
const PLACED: CheckoutEvent = { kind: "placed" };
const passed = (pays: boolean): CheckoutEvent => ({ kind: "passed", pays });
const refused = (sentences: Record<string, string>, listed: string[] = []): CheckoutEvent => ({
  kind: "refused",
  listed,
  sentences,
});
const told = (text: string): CheckoutEvent => ({ kind: "told", text });

const PAYING = [SUBMITTED, passed(true)];
const SENDING = [...PAYING, COLLECTED];
const ACTING = [...SENDING, ASKED];

test("an order goes from the form to its place, by the provider or without", () => {
  expect(stepOf()).toBe("filling");
  expect(stepOf(SUBMITTED)).toBe("checking");
  expect(stepOf(SUBMITTED, passed(false))).toBe("sending");
  expect(stepOf(...PAYING)).toBe("paying");
  expect(stepOf(...SENDING)).toBe("sending");
  expect(stepOf(...ACTING)).toBe("needs_action");
  expect(stepOf(...SENDING, PLACED)).toBe("placed");
  expect(stepOf(...ACTING, PLACED)).toBe("placed");
});

test("while an order is on its way nothing else is sent or told", () => {
  for (const events of [PAYING, SENDING, ACTING, [...SENDING, PLACED]]) {
    const before = after(...events);
    expect(underWay(before)).toBe(true);
    expect(step(before, SUBMITTED)).toBe(before);
    expect(step(before, told("Rifiutata"))).toBe(before);
  }
  expect(underWay(after(SUBMITTED))).toBe(false);
});

test.each([
  ["filling", [], [passed(true), COLLECTED, ASKED, PLACED, FAILED, refused({ "": "No" })]],
  ["checking", [SUBMITTED], [COLLECTED, ASKED, PLACED, FAILED]],
  ["paying", PAYING, [passed(false), ASKED, PLACED, refused({ "": "No" })]],
  ["sending", SENDING, [passed(true), COLLECTED]],
  ["needs_action", ACTING, [passed(true), COLLECTED, ASKED]],
  ["placed", [...SENDING, PLACED], [passed(true), COLLECTED, ASKED, FAILED, refused({ "": "No" })]],
] as const)("%s is left alone by what belongs to other steps", (name, events, strangers) => {
  const before = after(...events);
  expect(before.progress.step).toBe(name);
  for (const stranger of strangers) expect(step(before, stranger)).toBe(before);
});

test("a refusal by the rules lists its fields and keeps the form", () => {
  const typed = after({ kind: "changed", part: { order_comments: "Citofono rotto" } }, SUBMITTED);
  const now = step(typed, refused({}, ["billing_email", "terms"]));
  expect(now).toMatchObject({ listed: ["billing_email", "terms"], attempts: 1 });
  expect(now.form).toBe(typed.form);
  expect(stepOf(SUBMITTED, refused({}, ["terms"]), SUBMITTED)).toBe("checking");
});

test("a sentence of the server holds until its field is changed, or the form is sent again", () => {
  const events = [...SENDING, refused({ billing_postcode: "CAP?", vat_number: "IVA?", terms: "Serve" })];
  expect(after(...events).attempts).toBe(1);
  const changed = after(
    ...events,
    { kind: "address_changed", of: "billing", field: "postcode", value: "20129" },
    { kind: "invoice_changed", part: { vat_number: "00743110157" } },
    { kind: "changed", part: { order_comments: "" } },
  );
  expect(changed.progress).toEqual({ step: "refused", sentences: { terms: "Serve" } });
  expect(changed.form.billing.postcode).toBe("20129");
  expect(sentencesOf(step(changed, { kind: "changed", part: { terms: true } }))).toEqual({});
  expect(sentencesOf(step(changed, SUBMITTED))).toEqual({});
});

test("a payment that failed frees the form, and what is said of it afterwards stands at its top", () => {
  for (const events of [PAYING, SENDING, ACTING]) {
    const free = after(...events, FAILED);
    expect(free.progress).toEqual({ step: "filling" });
    expect(free.attempts).toBe(0);
    const said = step(free, told("La carta è stata rifiutata."));
    expect(said).toMatchObject({ attempts: 1, listed: [] });
    expect(sentencesOf(said)).toEqual({ "": "La carta è stata rifiutata." });
  }
});

test("a form that came back refused opens so, and a kept one takes the place of the page's", () => {
  const back = opened(form, invoice, { terms: "Serve" }, ["terms"]);
  expect(back).toMatchObject({ attempts: 1, listed: ["terms"], progress: { step: "refused" } });
  const kept = { ...form, order_comments: "Di prima" };
  expect(after({ kind: "restored", form: kept, invoice }).form).toBe(kept);
});

test("fields once judged stay so, and judging them again draws nothing anew", () => {
  const judged = after({ kind: "judged", names: ["terms"] });
  expect(step(judged, { kind: "judged", names: ["terms"] })).toBe(judged);
  expect([...step(judged, { kind: "judged", names: ["billing_city"] }).judged]).toEqual([
    "terms",
    "billing_city",
  ]);
  expect(step(judged, { kind: "weighed", weak: true }).weak).toBe(true);
});
