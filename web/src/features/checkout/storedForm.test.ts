import { pageOf } from "../../../tests/fixture.tsx";
import { clearForm, loadForm, storeForm, type Typed } from "./storedForm.ts";

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

beforeEach(clearForm);

test("changed values are restored, and only those", () => {
  const before = server();
  const typed = with_(
    before,
    { first_name: "Livia", email: "livia@example.com" },
    { order_comments: "Citofono 3" },
  );
  storeForm(
    before,
    { ...typed, invoice: { ...typed.invoice, requested: true, vat_number: "00743110157" } },
    false,
  );
  const now = with_(server(), { phone: "02 123456" });
  const found = loadForm(now, false);
  expect(found?.form.billing).toEqual({
    ...now.form.billing,
    first_name: "Livia",
    email: "livia@example.com",
  });
  expect(found?.form.order_comments).toBe("Citofono 3");
  expect(found?.invoice).toEqual({ ...before.invoice, requested: true, vat_number: "00743110157" });
});

test("passwords and the declarations of each order are never stored", () => {
  const before = server();
  const secret = { account_password: "Tartufo-blu-e-7-sedie", terms: true, age_confirmed: true };
  storeForm(before, with_(before, { first_name: "Livia" }, secret), false);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("Tartufo");
  const found = loadForm(before, false)?.form;
  expect([found?.account_password, found?.terms, found?.age_confirmed]).toEqual([
    before.form.account_password,
    before.form.terms,
    before.form.age_confirmed,
  ]);
});

test("a form without changes stores nothing", () => {
  storeForm(server(), with_(server(), { first_name: "Livia" }), false);
  storeForm(server(), server(), false);
  expect(sessionStorage.getItem("bottega_checkout_0")).toBeNull();
  expect(loadForm(server(), false)).toBeNull();
});

test("a location that changed elsewhere replaces the stored one as a whole; names are restored as typed", () => {
  const before = server();
  storeForm(
    before,
    with_(before, { first_name: "Livia", city: "Milano", postcode: "20129", state: "MI" }),
    false,
  );
  const moved = with_(before, { city: "Roma", postcode: "00184", state: "RM" });
  expect(loadForm(moved, false)?.form.billing).toEqual({ ...moved.form.billing, first_name: "Livia" });
});

test("after signing out nothing that was typed in the account is shown; after signing in the guest's values are", () => {
  const before = server();
  storeForm(before, with_(before, { first_name: "Livia" }, { create_account: true }), false);
  expect(loadForm(before, true)?.form).toMatchObject({ create_account: before.form.create_account });
  expect(loadForm(before, true)?.form.billing.first_name).toBe("Livia");
  storeForm(before, with_(before, { first_name: "Livia" }), true);
  expect(loadForm(before, false)).toBeNull();
  expect(sessionStorage.getItem("bottega_checkout_0")).toBeNull();
});

test("storage content that is not a form is ignored", () => {
  const fields = '{"fields":{"billing.password":{"was":"","now":"x"}}}';
  const stored = [fields, "7", "[]"].map((value) => `{"value":${value},"expiration":9000000000000}`);
  for (const broken of ["{", "null", "[]", fields, ...stored]) {
    sessionStorage.setItem("bottega_checkout_0", broken);
    expect(loadForm(server(), false)).toBeNull();
  }
});

test("after a day nothing of it is restored", () => {
  jest.useFakeTimers();
  storeForm(server(), with_(server(), { first_name: "Livia" }), false);
  jest.advanceTimersByTime(86_399_000);
  expect(loadForm(server(), false)).not.toBeNull();
  jest.advanceTimersByTime(1_000);
  expect(loadForm(server(), false)).toBeNull();
  expect(sessionStorage.length).toBe(0);
  jest.useRealTimers();
});
