// The state machine of the checkout: which event leads where, and which changes nothing.
import { pageOf } from "../../../tests/fixture.tsx";
import {
  type CheckoutEvent,
  type CheckoutState,
  isUnderWay,
  opened,
  serverSentences,
  step,
} from "./machine.ts";

const { form, invoice } = pageOf("checkout", "checkout");
const START = opened(form, invoice, {}, []);
const after = (...events: CheckoutEvent[]): CheckoutState => events.reduce(step, START);
const finalStep = (...events: CheckoutEvent[]) => after(...events).progress.step;

const SUBMITTED: CheckoutEvent = { kind: "submitted" };
const COLLECTED: CheckoutEvent = { kind: "collected" };
const CONFIRMATION_NEEDED: CheckoutEvent = { kind: "confirmation_needed" };
const FAILED: CheckoutEvent = { kind: "payment_failed" };
const PLACED: CheckoutEvent = { kind: "placed" };
const passed = (pays: boolean): CheckoutEvent => ({ kind: "passed", pays });
const refused = (sentences: Record<string, string>, listed: string[] = []): CheckoutEvent => ({
  kind: "refused",
  listed,
  sentences,
});
const paymentMessage = (text: string): CheckoutEvent => ({ kind: "payment_message", text });

const PAYING = [SUBMITTED, passed(true)];
const SENDING = [...PAYING, COLLECTED];
const ACTING = [...SENDING, CONFIRMATION_NEEDED];

test("an order goes from the form to being placed, with or without the provider", () => {
  expect(finalStep()).toBe("filling");
  expect(finalStep(SUBMITTED)).toBe("checking");
  expect(finalStep(SUBMITTED, passed(false))).toBe("sending");
  expect(finalStep(...PAYING)).toBe("paying");
  expect(finalStep(...SENDING)).toBe("sending");
  expect(finalStep(...ACTING)).toBe("needs_action");
  expect(finalStep(...SENDING, PLACED)).toBe("placed");
  expect(finalStep(...ACTING, PLACED)).toBe("placed");
});

test("while an order is being submitted nothing else is sent or shown", () => {
  for (const events of [PAYING, SENDING, ACTING, [...SENDING, PLACED]]) {
    const before = after(...events);
    expect(isUnderWay(before)).toBe(true);
    expect(step(before, SUBMITTED)).toBe(before);
    expect(step(before, paymentMessage("Rifiutata"))).toBe(before);
  }
  expect(isUnderWay(after(SUBMITTED))).toBe(false);
});

test.each([
  ["filling", [], [passed(true), COLLECTED, CONFIRMATION_NEEDED, PLACED, FAILED, refused({ "": "No" })]],
  ["checking", [SUBMITTED], [COLLECTED, CONFIRMATION_NEEDED, PLACED, FAILED]],
  ["paying", PAYING, [passed(false), CONFIRMATION_NEEDED, PLACED, refused({ "": "No" })]],
  ["sending", SENDING, [passed(true), COLLECTED]],
  ["needs_action", ACTING, [passed(true), COLLECTED, CONFIRMATION_NEEDED]],
  [
    "placed",
    [...SENDING, PLACED],
    [passed(true), COLLECTED, CONFIRMATION_NEEDED, FAILED, refused({ "": "No" })],
  ],
] as const)("%s is left alone by what belongs to other steps", (name, events, strangers) => {
  const before = after(...events);
  expect(before.progress.step).toBe(name);
  for (const stranger of strangers) expect(step(before, stranger)).toBe(before);
});

test("a refusal by the rules lists its fields and preserves the form", () => {
  const typed = after({ kind: "changed", part: { order_comments: "Citofono rotto" } }, SUBMITTED);
  const now = step(typed, refused({}, ["billing_email", "terms"]));
  expect(now).toMatchObject({ listed: ["billing_email", "terms"], attempts: 1 });
  expect(now.form).toBe(typed.form);
  expect(finalStep(SUBMITTED, refused({}, ["terms"]), SUBMITTED)).toBe("checking");
});

test("an error of the server is shown until its field is changed or the form is submitted again", () => {
  const events = [...SENDING, refused({ billing_postcode: "CAP?", vat_number: "IVA?", terms: "Serve" })];
  expect(after(...events).attempts).toBe(1);
  const changed = after(
    ...events,
    { kind: "address_changed", address: "billing", field: "postcode", value: "20129" },
    { kind: "invoice_changed", part: { vat_number: "00743110157" } },
    { kind: "changed", part: { order_comments: "" } },
  );
  expect(changed.progress).toEqual({ step: "refused", sentences: { terms: "Serve" } });
  expect(changed.form.billing.postcode).toBe("20129");
  expect(serverSentences(step(changed, { kind: "changed", part: { terms: true } }))).toEqual({});
  expect(serverSentences(step(changed, SUBMITTED))).toEqual({});
});

test("a failed payment makes the form editable, and its message is shown at the top", () => {
  for (const events of [PAYING, SENDING, ACTING]) {
    const free = after(...events, FAILED);
    expect(free.progress).toEqual({ step: "filling" });
    expect(free.attempts).toBe(0);
    const withMessage = step(free, paymentMessage("La carta è stata rifiutata."));
    expect(withMessage).toMatchObject({ attempts: 1, listed: [] });
    expect(serverSentences(withMessage)).toEqual({ "": "La carta è stata rifiutata." });
  }
});

test("a refused form opens with its errors, and a stored form replaces the page's", () => {
  const reopened = opened(form, invoice, { terms: "Serve" }, ["terms"]);
  expect(reopened).toMatchObject({ attempts: 1, listed: ["terms"], progress: { step: "refused" } });
  const stored = { ...form, order_comments: "Di prima" };
  expect(after({ kind: "restored", form: stored, invoice }).form).toBe(stored);
});

test("touched fields stay touched, and touching them again causes no rendering", () => {
  const touched = after({ kind: "touched", names: ["terms"] });
  expect(step(touched, { kind: "touched", names: ["terms"] })).toBe(touched);
  expect([...step(touched, { kind: "touched", names: ["billing_city"] }).touched]).toEqual([
    "terms",
    "billing_city",
  ]);
  expect(step(touched, { kind: "password_rated", weak: true }).weak).toBe(true);
});
