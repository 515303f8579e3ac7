import { pageOf } from "../../../tests/fixture.tsx";
import { forgetForm, keepForm, keptForm, type Typed } from "./keptForm.ts";

const server = (): Typed => {
  const { form, invoice } = pageOf("checkout", "checkout");
  return { form, invoice };
};

function with_(
  typed: Typed,
  billing: Partial<Typed["form"]["billing"]>,
  form: Partial<Typed["form"]> = {},
): Typed {
  return { ...typed, form: { ...typed.form, ...form, billing: { ...typed.form.billing, ...billing } } };
}

beforeEach(forgetForm);

test("what was changed comes back, and only that", () => {
  const before = server();
  const typed = with_(
    before,
    { first_name: "Livia", email: "livia@example.com" },
    { order_comments: "Citofono 3" },
  );
  keepForm(
    before,
    { ...typed, invoice: { ...typed.invoice, requested: true, vat_number: "00743110157" } },
    false,
  );
  const now = with_(server(), { phone: "02 123456" });
  const found = keptForm(now, false);
  expect(found?.form.billing).toEqual({
    ...now.form.billing,
    first_name: "Livia",
    email: "livia@example.com",
  });
  expect(found?.form.order_comments).toBe("Citofono 3");
  expect(found?.invoice).toEqual({ ...before.invoice, requested: true, vat_number: "00743110157" });
});

test("a password and what is said anew for each order are never kept", () => {
  const before = server();
  const secret = { account_password: "Tartufo-blu-e-7-sedie", terms: true, age_confirmed: true };
  keepForm(before, with_(before, { first_name: "Livia" }, secret), false);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("Tartufo");
  const found = keptForm(before, false)?.form;
  expect([found?.account_password, found?.terms, found?.age_confirmed]).toEqual([
    before.form.account_password,
    before.form.terms,
    before.form.age_confirmed,
  ]);
});

test("a form that is as the server knows it keeps nothing", () => {
  keepForm(server(), with_(server(), { first_name: "Livia" }), false);
  keepForm(server(), server(), false);
  expect(sessionStorage.getItem("bottega_checkout_0")).toBeNull();
  expect(keptForm(server(), false)).toBeNull();
});

test("a place that changed elsewhere in the meantime stands whole; names stay as typed", () => {
  const before = server();
  keepForm(
    before,
    with_(before, { first_name: "Livia", city: "Milano", postcode: "20129", state: "MI" }),
    false,
  );
  const moved = with_(before, { city: "Roma", postcode: "00184", state: "RM" });
  expect(keptForm(moved, false)?.form.billing).toEqual({ ...moved.form.billing, first_name: "Livia" });
});

test("after a logout nothing that was typed in the account is shown; after a login what the guest typed is", () => {
  const before = server();
  keepForm(before, with_(before, { first_name: "Livia" }, { create_account: true }), false);
  expect(keptForm(before, true)?.form).toMatchObject({ create_account: before.form.create_account });
  expect(keptForm(before, true)?.form.billing.first_name).toBe("Livia");
  keepForm(before, with_(before, { first_name: "Livia" }), true);
  expect(keptForm(before, false)).toBeNull();
  expect(sessionStorage.getItem("bottega_checkout_0")).toBeNull();
});

test("what is in the storage and no form is ignored", () => {
  const fields = '{"fields":{"billing.password":{"was":"","now":"x"}}}';
  const stored = [fields, "7", "[]"].map((value) => `{"value":${value},"expiration":9000000000000}`);
  for (const broken of ["{", "null", "[]", fields, ...stored]) {
    sessionStorage.setItem("bottega_checkout_0", broken);
    expect(keptForm(server(), false)).toBeNull();
  }
});

test("after a day nothing of it is left", () => {
  jest.useFakeTimers();
  keepForm(server(), with_(server(), { first_name: "Livia" }), false);
  jest.advanceTimersByTime(86_399_000);
  expect(keptForm(server(), false)).not.toBeNull();
  jest.advanceTimersByTime(1_000);
  expect(keptForm(server(), false)).toBeNull();
  expect(sessionStorage.length).toBe(0);
  jest.useRealTimers();
});
