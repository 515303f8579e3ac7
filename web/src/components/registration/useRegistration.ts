import { useEffect, useState } from "react";
import { core } from "../../core/core.ts";
import type {
  CustomField,
  FieldError,
  RegistrationForm,
  RegistrationRules,
  RegistrationView,
} from "../../core/types.ts";

/** Validation rules if there are no roles. */
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

/** Prefix of the names and ids of the form's controls. */
export const CONTROL_PREFIX = "reg_";

/** Returns the selected country; empty if none was selected yet. */
const countryCode = (country: string) => (country === "default" ? "" : country);

/** Whether the form has file fields and must be sent as multipart data. */
export const hasFileFields = (view: RegistrationView) => view.fields.some((field) => field.kind === "file");

/** State of the registration form, validated by the core. */
export function useRegistration(view: RegistrationView) {
  const [form, setForm] = useState<RegistrationForm>(view.form);
  const rules = view.roles.find((role) => role.slug === form.role)?.rules ?? NO_RULES;
  const all = view.roles.length > 0 ? view.fields : [];
  const states = core().registrationFields(form, all, rules) as CustomField[];
  const stateRequired = useStateRequired(view, form, states);
  return {
    view,
    form,
    rules,
    /** The visible fields in page order with their current values. */
    fields: all.flatMap((field, at) => {
      const now = states[at];
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
            values[name] = core().stateAfterCountryChange(
              countryCode(before.country),
              countryCode(country),
              values[name] ?? "",
            );
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
    /** Validation errors, by control name. */
    errors: (): FieldError[] =>
      (core().registrationErrors(form, all, rules) as FieldError[]).map((error) => ({
        ...error,
        field: CONTROL_PREFIX + error.field,
      })),
  };
}

export type RegistrationState = ReturnType<typeof useRegistration>;

/** Returns which state fields are required. After a change of role or country the flags of fields of all roles update first, then those of the role. */
function useStateRequired(view: RegistrationView, form: RegistrationForm, states: CustomField[]) {
  const now: Record<string, boolean> = {};
  for (const field of states) now[field.name] = field.required;
  const [applied, setApplied] = useState(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the flags change only with the role or country
  useEffect(() => {
    const timings = core().tradeTimings();
    const apply = (isRoleField: boolean) => {
      const affected = view.fields.filter((field) => (field.role !== null) === isRoleField);
      const flags = Object.fromEntries(affected.map((field) => [field.name, now[field.name] ?? false]));
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
