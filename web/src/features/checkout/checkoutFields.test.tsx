// The fields of the checkout: what each country requires, and when a field is validated.
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { filledForm, openCheckout } from "../../../tests/checkout.tsx";
import { shopPage } from "../../../tests/page.tsx";
import type { CheckoutPage } from "../../core/types.ts";

const set = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
const field = (label: string) => screen.getByLabelText(label);
const state = () => document.getElementById("billing_state");
const rules = (change: Partial<CheckoutPage["rules"]>) => ({
  rules: { ...shopPage<"checkout">("checkout").page.rules, ...change },
});
const sold = { sold_to: ["IT", "ES", "FR", "LV", "GB"], shipped_to: ["IT", "ES", "FR", "LV", "GB"] };
const options = () =>
  [...(state() as HTMLSelectElement).options].map(({ value, text }) => `${value} ${text}`);
const submitOrder = () =>
  fireEvent.click(screen.getByRole("button", { name: /Ordine con obbligo di pagare/ }));

test("the first province is none, and another country with provinces has its own", async () => {
  await openCheckout({
    ...rules(sold),
    form: { ...filledForm(), billing: { ...filledForm().billing, state: "" } },
  });
  expect(options()[0]).toBe(" Seleziona un’opzione…");
  expect(options()).toContain("SU Sud Sardegna");
  set(field("Paese/Regione"), "ES");
  expect(options()[0]).toBe(" Seleziona un’opzione…");
  expect(options()).toContain("VI Álava");
  expect(options()).not.toContain("SU Sud Sardegna");
});

test("a province is cleared with its country, also where the other country has one of the same code", async () => {
  await openCheckout(rules(sold));
  set(state() as HTMLElement, "VI");
  expect((state() as HTMLSelectElement).selectedOptions[0]).toHaveTextContent("Vicenza");
  set(field("Paese/Regione"), "ES");
  expect(state()).toHaveValue("");
  expect(document.querySelector("input[name=billing_state_of]")).toHaveValue("ES");
});

test("a country without a list of states has a text field", async () => {
  await openCheckout(rules(sold));
  for (const country of ["LV", "GB"]) {
    set(field("Paese/Regione"), country);
    expect(state()?.tagName).toBe("INPUT");
    expect(state()).toBeVisible();
    set(state() as HTMLElement, "Vidzeme");
    expect(state()).toHaveValue("Vidzeme");
  }
});

test("a form that was saved for another country opens with that country's fields", async () => {
  for (const [country, name, isVisible] of [
    ["FR", "Lione", null],
    ["GB", "Leeds", "INPUT"],
    ["ES", "Vitoria", "SELECT"],
  ] as const) {
    const billing = { ...filledForm().billing, country, state: "", city: name };
    await openCheckout({ ...rules(sold), form: { ...filledForm(), billing } });
    expect(state()?.tagName ?? null).toBe(isVisible);
    expect(field("Città")).toHaveValue(name);
    cleanup();
  }
});

test("a list or a checkbox is validated with each choice, before anything is sent", async () => {
  await openCheckout();
  const [province, terms] = [state() as HTMLElement, screen.getByRole("checkbox", { name: /condizioni/ })];
  expect(province).not.toHaveAttribute("aria-invalid");
  set(province, "");
  expect(province).toHaveAttribute("aria-invalid", "true");
  set(province, "MI");
  expect(province).not.toHaveAttribute("aria-invalid");
  fireEvent.click(terms);
  expect(terms).toHaveAttribute("aria-invalid", "true");
  fireEvent.click(terms);
  expect(terms).not.toHaveAttribute("aria-invalid");
});

test("the event validate validates its field, and no other", async () => {
  await openCheckout({ form: shopPage<"checkout">("checkout").page.form });
  fireEvent(field("CAP"), new Event("validate"));
  expect(field("CAP")).toHaveAttribute("aria-invalid", "true");
  expect(field("Città")).not.toHaveAttribute("aria-invalid");
});

describe("a further field that must be filled in", () => {
  const text = { kind: "text" as const, options: [], option_labels: [] };
  const bell = { name: "billing_field_285", label: "Citofono", required: true, ...text };
  const pageWith = (form_kind: CheckoutPage["form_kind"]) => ({
    ...rules({
      extra_fields: [
        bell,
        { name: "billing_field_704", label: "Codice del cancello", required: false, ...text },
      ],
    }),
    form_kind,
    extra_fields: [
      { ...bell, location: "address" as const },
      {
        name: "billing_field_704",
        label: "Codice del cancello",
        location: "order" as const,
        required: false,
        ...text,
      },
    ],
  });
  const findSummary = () => screen.getByRole("alert", { name: /dato da controllare/ });

  for (const kind of ["block", "classic"] as const)
    test(`${kind} form: an empty one blocks the order, and its error names its label`, async () => {
      const calls = await openCheckout(pageWith(kind));
      expect(field("Citofono")).toHaveAttribute("aria-required", "true");
      submitOrder();
      expect(findSummary()).toHaveTextContent("Citofono è un campo obbligatorio");
      expect(field("Citofono")).toHaveAttribute("aria-invalid", "true");
      expect(screen.getByLabelText(/^Codice del cancello/)).not.toHaveAttribute("aria-invalid");
      fireEvent.click(within(findSummary()).getByRole("link", { name: "Citofono è un campo obbligatorio" }));
      expect(field("Citofono")).toHaveFocus();
      expect(calls.filter(({ path }) => /(v1\/|wc-ajax=)checkout$/.test(path))).toEqual([]);
    });

  test("its value is sent with the order; spaces alone do not fill it", async () => {
    const calls = await openCheckout(pageWith("block"), ({ method, path }) =>
      method === "POST" && path.endsWith("/v1/checkout") ? new Promise(() => {}) : null,
    );
    set(field("Citofono"), "  ");
    submitOrder();
    expect(findSummary()).toBeVisible();
    set(field("Citofono"), "Conti");
    expect(field("Citofono")).not.toHaveAttribute("aria-invalid");
    submitOrder();
    const sent = await screen.findByRole("button", { name: /Stiamo inviando/ });
    expect(sent).toBeVisible();
    const order = calls.find(({ path }) => path.endsWith("/v1/checkout"));
    expect(order?.body).toMatchObject({
      extensions: { bottega: { extra_fields: { billing_field_285: "Conti" } } },
    });
  });

  test("an empty one shows its error when it loses the focus", async () => {
    await openCheckout(pageWith("block"));
    fireEvent.blur(field("Citofono"));
    expect(field("Citofono")).toHaveAccessibleDescription(/Citofono è un campo obbligatorio/);
  });
});

describe("a further field that is a box or a list", () => {
  const field = <T extends object>(change: T) => ({
    required: true,
    options: [] as string[],
    option_labels: [] as string[],
    ...change,
  });
  const sign = { name: "billing_field_1", label: "Ritiro e firmo io", kind: "checkbox" as const };
  const when = {
    name: "billing_field_2",
    label: "Quando",
    kind: "select" as const,
    options: ["Mattina", "Sera"],
  };
  const pageWith = (form_kind: CheckoutPage["form_kind"]) => ({
    ...rules({ extra_fields: [field(sign), field(when)] }),
    form_kind,
    extra_fields: [
      { ...field(sign), location: "address" as const },
      { ...field({ ...when, option_labels: ["Morning", "Evening"] }), location: "order" as const },
    ],
  });
  const box = () => screen.getByRole("checkbox", { name: "Ritiro e firmo io" });
  const list = () => screen.getByLabelText("Quando") as HTMLSelectElement;

  for (const kind of ["block", "classic"] as const)
    test(`${kind} form: a required checkbox blocks the order until it is ticked`, async () => {
      const calls = await openCheckout(pageWith(kind));
      expect(box()).toHaveAttribute("aria-required", "true");
      submitOrder();
      expect(box()).toHaveAttribute("aria-invalid", "true");
      expect(box()).toHaveAccessibleDescription(/Ritiro e firmo io è un campo obbligatorio/);
      fireEvent.click(box());
      expect(box()).not.toHaveAttribute("aria-invalid");
      fireEvent.click(box());
      expect(box()).toHaveAttribute("aria-invalid", "true");
      expect(calls.filter(({ path }) => /(v1\/|wc-ajax=)checkout$/.test(path))).toEqual([]);
    });

  test("the list starts without a choice, shows its labels and sends the chosen value", async () => {
    const calls = await openCheckout(pageWith("block"), ({ method, path }) =>
      method === "POST" && path.endsWith("/v1/checkout") ? new Promise(() => {}) : null,
    );
    expect([...list().options].map(({ text }) => text)).toEqual([
      "Seleziona un’opzione…",
      "Morning",
      "Evening",
    ]);
    expect(list()).toHaveValue("");
    set(list(), "Sera");
    fireEvent.click(box());
    submitOrder();
    await screen.findByRole("button", { name: /Stiamo inviando/ });
    const order = calls.find(({ path }) => path.endsWith("/v1/checkout"));
    expect(order?.body).toMatchObject({
      extensions: { bottega: { extra_fields: { billing_field_1: "1", billing_field_2: "Sera" } } },
    });
  });
});
