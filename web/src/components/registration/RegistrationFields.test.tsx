import { act, fireEvent, screen } from "@testing-library/react";
import { show } from "../../../tests/fixture.tsx";
import type { RegistrationView, RoleField } from "../../core/types.ts";
import { RegistrationFields } from "./RegistrationFields.tsx";
import { useRegistration } from "./useRegistration.ts";

const RULES = {
  country_shown: true,
  shop_country: "IT",
  countries: ["IT", "FR", "CH"],
  vat: {
    countries: ["IT", "FR"],
    number_of_countries: 3,
    optional: false,
    delivery_country_matters: false,
    for_invoice: false,
  },
};

const field = (name: string, kind: RoleField["kind"], role: string | null): RoleField => ({
  name,
  label: name,
  kind,
  role,
  required: true,
  options: [],
  option_labels: [],
});

const VIEW: RegistrationView = {
  roles: [
    { slug: "privato", name: "Privato", rules: { ...RULES, country_shown: false } },
    { slug: "bar", name: "Bar", rules: RULES },
  ],
  fields: [
    field("di_tutti", "state", null),
    field("del_bar", "state", "bar"),
    field("iva", "vat", "bar"),
    field("nota", "text", "bar"),
  ],
  form: { role: "privato", country: "default", values: {}, checked: [], files: {} },
  stored_files: [],
  accepted_files: ".pdf",
  vat_token: "t",
};

let errors: () => { field: string; code: string }[] = () => [];

function Form({ view }: { view: RegistrationView }) {
  const registration = useRegistration(view);
  errors = registration.errors;
  return <RegistrationFields registration={registration} errorOf={() => ""} path="/my-account/" />;
}

const choose = (role: string) =>
  fireEvent.change(screen.getByLabelText("Tipo di cliente"), { target: { value: role } });
const required = (id: string) => document.getElementById(id)?.getAttribute("aria-required") === "true";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("only the fields of the selected role are shown and required", () => {
  show(<Form view={VIEW} />);
  expect(screen.queryByLabelText("nota")).toBeNull();
  choose("bar");
  expect(screen.getByLabelText("nota")).toHaveAttribute("aria-required", "true");
  expect(errors()[0]).toMatchObject({ field: "reg_country", code: "trade_country_required" });
  choose("privato");
  expect(errors().map((error) => error.field)).toEqual(["reg_di_tutti"]);
});

test("state fields of all roles are updated 125 ms after a choice, those of the role after 225 ms", () => {
  show(<Form view={{ ...VIEW, form: { ...VIEW.form, role: "bar", country: "CH" } }} />);
  act(() => jest.advanceTimersByTime(225));
  expect([required("reg_di_tutti"), required("reg_del_bar")]).toEqual([false, false]);
  fireEvent.change(screen.getByLabelText("Paese/Regione"), { target: { value: "IT" } });
  act(() => jest.advanceTimersByTime(124));
  expect([required("reg_di_tutti"), required("reg_del_bar")]).toEqual([false, false]);
  act(() => jest.advanceTimersByTime(1));
  expect([required("reg_di_tutti"), required("reg_del_bar")]).toEqual([true, false]);
  act(() => jest.advanceTimersByTime(99));
  expect(required("reg_del_bar")).toBe(false);
  act(() => jest.advanceTimersByTime(1));
  expect(required("reg_del_bar")).toBe(true);
});

test("the province becomes required 225 ms after its role or country was selected, not before", () => {
  show(<Form view={{ ...VIEW, form: { ...VIEW.form, country: "IT" } }} />);
  choose("bar");
  expect(document.getElementById("reg_del_bar")).toBeVisible();
  act(() => jest.advanceTimersByTime(224));
  expect(required("reg_del_bar")).toBe(false);
  act(() => jest.advanceTimersByTime(1));
  expect(required("reg_del_bar")).toBe(true);
});

test("the VAT number is shown only for the listed countries, and a country without states hides the state field", () => {
  show(<Form view={{ ...VIEW, form: { ...VIEW.form, role: "bar", country: "CH" } }} />);
  expect(screen.queryByLabelText("iva")).toBeNull();
  fireEvent.change(screen.getByLabelText("Paese/Regione"), { target: { value: "FR" } });
  expect(screen.getByLabelText("iva")).toBeVisible();
  expect(document.getElementById("reg_del_bar")).toBeNull();
});

test("a new country clears the province, even if the country has one with the same code", () => {
  const countries = ["IT", "ES"];
  const roles = [{ slug: "bar", name: "Bar", rules: { ...RULES, countries } }];
  const values = { del_bar: "VI" };
  show(<Form view={{ ...VIEW, roles, form: { ...VIEW.form, role: "bar", country: "IT", values } }} />);
  expect(document.getElementById("reg_del_bar")).toHaveValue("VI");
  fireEvent.change(screen.getByLabelText("Paese/Regione"), { target: { value: "ES" } });
  expect(document.getElementById("reg_del_bar")).toHaveValue("");
});

test("an option is shown in the page's language and stored untranslated", () => {
  const kind = {
    ...field("tipo", "select", null),
    options: ["Ristorante", "Bar"],
    option_labels: ["Restaurant", "Bar"],
  };
  show(<Form view={{ ...VIEW, fields: [kind] }} />);
  expect(screen.getByRole("option", { name: "Restaurant" })).toHaveValue("Ristorante");
});
