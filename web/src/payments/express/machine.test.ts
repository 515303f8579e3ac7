import { AT_REST, type Purchase, type PurchaseEvent, step, underWay } from "./machine.ts";

const pressed = (change: Partial<Extract<PurchaseEvent, { kind: "pressed" }>> = {}): PurchaseEvent => ({
  kind: "pressed",
  wallet: "google_pay",
  login: false,
  declared: true,
  refusal: "",
  ...change,
});

const after = (...events: PurchaseEvent[]): Purchase => events.reduce(step, AT_REST);
const OPENED: PurchaseEvent[] = [pressed(), { kind: "opened" }];
const CONFIRMED: PurchaseEvent[] = [...OPENED, { kind: "confirmed" }];

test("a purchase goes from the press to the next page", () => {
  expect(after(pressed()).phase).toBe("opening");
  expect(after(...OPENED).phase).toBe("open");
  expect(after(...CONFIRMED).phase).toBe("paying");
  expect(after(...CONFIRMED, { kind: "placed" }).phase).toBe("leaving");
});

test.each([
  ["an account that is needed", { login: true, declared: false, refusal: "no" }, "login"],
  ["a declaration that is missing", { declared: false }, "declaring"],
  ["a choice that is missing", { refusal: "Scegli", declared: false }, "idle"],
])("%s keeps the sheet closed", (_what, change, phase) => {
  expect(after(pressed(change)).phase).toBe(phase);
});

test("a press while another wallet is at work changes nothing", () => {
  for (const events of [[pressed()], OPENED, CONFIRMED, [...CONFIRMED, { kind: "placed" } as const]]) {
    const before = after(...events);
    expect(step(before, pressed({ wallet: "link" }))).toBe(before);
    expect(underWay(before)).toBe(true);
  }
});

test("a closed sheet marks the payment as aborted, and the next press begins anew", () => {
  const closed = after(...OPENED, { kind: "cancelled" });
  expect(closed).toMatchObject({ phase: "idle", aborted: true, failure: "" });
  expect(step(closed, pressed())).toMatchObject({ phase: "opening", aborted: false });
});

test("what is under way with the bank cannot be cancelled", () => {
  expect(after(...CONFIRMED, { kind: "cancelled" }).phase).toBe("paying");
});

test("a failure frees the page and is told as often as it happens", () => {
  const once = after(...CONFIRMED, { kind: "failed", text: "Carta rifiutata." });
  expect(once).toMatchObject({ phase: "idle", failure: "Carta rifiutata.", failures: 1 });
  const twice = [pressed(), ...OPENED.slice(1), { kind: "failed", text: "Carta rifiutata." } as const].reduce(
    step,
    once,
  );
  expect(twice.failures).toBe(2);
  expect(step(twice, { kind: "read" }).failure).toBe("");
});

test("nothing that comes late turns back a placed order", () => {
  const left = after(...CONFIRMED, { kind: "placed" });
  for (const event of [
    { kind: "failed", text: "no" },
    { kind: "cancelled" },
    { kind: "opened" },
    { kind: "confirmed" },
  ] as const)
    expect(step(left, event).phase).toBe("leaving");
});

test("confirmations and openings without a press are not heard", () => {
  for (const kind of ["opened", "confirmed", "cancelled", "placed", "dismissed", "withdrawn"] as const)
    expect(step(AT_REST, { kind })).toBe(AT_REST);
});
