import { useEffect, useState } from "react";
import { core } from "../../core/core.ts";
import type {
  CustomField,
  FieldError,
  RegistrationForm,
  RegistrationRules,
  RegistrationView,
} from "../../core/types.ts";

/** What the form is checked by when no role can be chosen. */
const NO_RULES: RegistrationRules = {
  country_shown: false,
  shop_country: "",
  countries: [],
  vat: {
    countries: [],
    number_of_countries: 0,
    optional: false,
    delivery_country_matters: false,
    for_invoice: false,
  },
};

/** How the names and ids of the form's controls begin. */
export const CONTROL = "reg_";

/** The country that a choice stands for; empty: none is chosen yet. */
const chosen = (country: string) => (country === "default" ? "" : country);

/** Whether the form may bring files, and is sent so that it can. */
export const takesFiles = (view: RegistrationView) => view.fields.some((field) => field.kind === "file");

/** What is filled in of a registration, and what the rules say to it. */
export function useRegistration(view: RegistrationView) {
  const [form, setForm] = useState<RegistrationForm>(view.form);
  const rules = view.roles.find((role) => role.slug === form.role)?.rules ?? NO_RULES;
  const all = view.roles.length > 0 ? view.fields : [];
  const shown = core().registrationFields(form, all, rules) as CustomField[];
  const stateRequired = useStateRequired(view, form, shown);
  return {
    view,
    form,
    rules,
    /** The fields in page order with what they are, those that are not shown left out. */
    fields: all.flatMap((field, at) => {
      const now = shown[at];
      if (!now?.visible) return [];
      const required = field.kind === "state" ? (stateRequired[field.name] ?? false) : now.required;
      return [{ ...field, value: now.value, checked: now.checked, required }];
    }),
    chooseRole: (role: string) => setForm((before) => ({ ...before, role })),
    chooseCountry: (country: string) =>
      setForm((before) => {
        const values = { ...before.values };
        for (const { name, kind } of all) {
          if (kind === "state")
            values[name] = core().keptState(chosen(before.country), chosen(country), values[name] ?? "");
        }
        return { ...before, country, values };
      }),
    type: (name: string, value: string) =>
      setForm((before) => ({ ...before, values: { ...before.values, [name]: value } })),
    tick: (name: string, ticked: boolean) =>
      setForm((before) => {
        const others = before.checked.filter((one) => one !== name);
        return { ...before, checked: ticked ? [...others, name] : others };
      }),
    chooseFile: (name: string, file: File | undefined) =>
      setForm((before) => {
        const { [name]: _, ...files } = before.files;
        return {
          ...before,
          files: file ? { ...files, [name]: { name: file.name, size_bytes: file.size } } : files,
        };
      }),
    /** What is wrong, named by the controls. */
    errors: (): FieldError[] =>
      (core().registrationErrors(form, all, rules) as FieldError[]).map((error) => ({
        ...error,
        field: CONTROL + error.field,
      })),
  };
}

export type RegistrationState = ReturnType<typeof useRegistration>;

/** Which state fields must be filled: a moment after role or country changed, first those of all roles, then the role's own. */
function useStateRequired(view: RegistrationView, form: RegistrationForm, shown: CustomField[]) {
  const now: Record<string, boolean> = {};
  for (const field of shown) now[field.name] = field.required;
  const [applied, setApplied] = useState(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the flags follow a choice of role or country alone
  useEffect(() => {
    const timings = core().tradeTimings();
    const apply = (ofRole: boolean) => {
      const those = view.fields.filter((field) => (field.role !== null) === ofRole);
      const flags = Object.fromEntries(those.map((field) => [field.name, now[field.name] ?? false]));
      setApplied((before) => ({ ...before, ...flags }));
    };
    const first = setTimeout(() => apply(false), timings.all_roles_required_after_ms);
    const second = setTimeout(() => apply(true), timings.role_required_after_ms);
    return () => {
      clearTimeout(first);
      clearTimeout(second);
    };
  }, [form.role, form.country]);
  return applied;
}
