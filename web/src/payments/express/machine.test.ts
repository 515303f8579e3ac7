import { AT_REST, isUnderWay, type Purchase, type PurchaseEvent, step } from "./machine.ts";

const pressed = (change: Partial<Extract<PurchaseEvent, { kind: "pressed" }>> = {}): PurchaseEvent => ({
  kind: "pressed",
  wallet: "google_pay",
  needsLogin: false,
  isDeclared: true,
  unavailableReason: "",
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
  ["an account that is needed", { needsLogin: true, isDeclared: false, unavailableReason: "no" }, "login"],
  ["a declaration that is missing", { isDeclared: false }, "declaring"],
  ["a choice that is missing", { unavailableReason: "Scegli", isDeclared: false }, "idle"],
])("%s keeps the sheet closed", (_case, change, phase) => {
  expect(after(pressed(change)).phase).toBe(phase);
});

test("a press while another wallet is at work changes nothing", () => {
  for (const events of [[pressed()], OPENED, CONFIRMED, [...CONFIRMED, { kind: "placed" } as const]]) {
    const before = after(...events);
    expect(step(before, pressed({ wallet: "link" }))).toBe(before);
    expect(isUnderWay(before)).toBe(true);
  }
});

test("a closed sheet marks the payment as aborted, and the next press starts again", () => {
  const closed = after(...OPENED, { kind: "cancelled" });
  expect(closed).toMatchObject({ phase: "idle", aborted: true, failure: "" });
  expect(step(closed, pressed())).toMatchObject({ phase: "opening", aborted: false });
});

test("a payment that the bank is processing cannot be cancelled", () => {
  expect(after(...CONFIRMED, { kind: "cancelled" }).phase).toBe("paying");
});

test("a failure unblocks the page and is announced each time it happens", () => {
  const once = after(...CONFIRMED, { kind: "failed", text: "Carta rifiutata." });
  expect(once).toMatchObject({ phase: "idle", failure: "Carta rifiutata.", failures: 1 });
  const twice = [pressed(), ...OPENED.slice(1), { kind: "failed", text: "Carta rifiutata." } as const].reduce(
    step,
    once,
  );
  expect(twice.failures).toBe(2);
  expect(step(twice, { kind: "read" }).failure).toBe("");
});

test("no late event reverts a placed order", () => {
  const leaving = after(...CONFIRMED, { kind: "placed" });
  for (const event of [
    { kind: "failed", text: "no" },
    { kind: "cancelled" },
    { kind: "opened" },
    { kind: "confirmed" },
  ] as const)
    expect(step(leaving, event).phase).toBe("leaving");
});

test("confirmations and openings without a press are ignored", () => {
  for (const kind of ["opened", "confirmed", "cancelled", "placed", "dismissed", "withdrawn"] as const)
    expect(step(AT_REST, { kind })).toBe(AT_REST);
});
