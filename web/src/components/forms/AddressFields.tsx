import { useLang, useWords } from "../../context/PageContext.tsx";
import { useCountryEvents } from "../../context/useCountryEvents.ts";
import { core } from "../../core/core.ts";
import type { Address, AddressField, AddressKind, CheckoutRules, FieldRule } from "../../core/types.ts";
import { type ControlProps, Field } from "../../ui/Field.tsx";
import { SearchableSelect } from "../SearchableSelect.tsx";
import styles from "./AddressFields.module.css";

/** The parts of the surrounding form that the fields need. */
export interface AddressEditing {
  form: Record<AddressKind, Address>;
  rules: CheckoutRules;
  /** Returns the error message of a field by its name; empty for none. */
  errorOf: (name: string) => string;
  changeAddress: (kind: AddressKind, field: AddressField, value: string) => void;
  /** Called when a field loses the focus or an option was selected. */
  leave: (name: string) => void;
}

interface AddressFieldsProps {
  kind: AddressKind;
  checkout: AddressEditing;
  /** Requests new totals. */
  refresh: (how: "typed" | "changed") => void;
  /** Selects the fields of the address to show here. */
  shows: (rule: FieldRule) => boolean;
}

/** Fields shown two in a row if there is room. */
const HALVES: readonly string[] = ["first_name", "last_name", "postcode", "city", "state", "phone"];

/** Fields of an address in the order and with the labels of its country. */
export function AddressFields({ kind, checkout, refresh, shows }: AddressFieldsProps) {
  const lang = useLang();
  const words = useWords();
  const { form, rules, errorOf, changeAddress, leave } = checkout;
  const address = form[kind];
  const fields = core().addressFields(kind, address.country, lang, {
    company: rules.company,
    address_2: rules.address_2,
    phone: rules.phone,
  });
  const visible = fields.filter((rule) => !rule.hidden && shows(rule));
  const hasCountry = visible.some((rule) => rule.field === "country");
  const reportCountry = useCountryEvents(kind, address.country, hasCountry);
  const hints: Record<string, string> = { email: words.emailWhy, phone: words.phoneWhy };
  return (
    <div className={styles.fields}>
      {visible.map((rule) => (
        <div key={rule.name} data-half={HALVES.includes(rule.field) || undefined}>
          {rule.field === "state" && (
            <input type="hidden" name={`${kind}_state_of`} value={address.country} />
          )}
          <Field
            id={rule.name}
            label={rule.label}
            required={rule.required}
            error={errorOf(rule.name)}
            hint={hints[rule.field]}
            slides
          >
            {(control) => (
              <Control
                key={rule.field === "state" ? address.country : rule.field}
                rule={rule}
                control={control}
                value={address[rule.field]}
                country={address.country}
                countries={kind === "billing" ? rules.sold_to : rules.shipped_to}
                onChange={(value, isComplete) => {
                  if (rule.field === "country") reportCountry(value);
                  changeAddress(kind, rule.field, value);
                  if (isComplete) leave(rule.name);
                  if (core().refreshingFields().includes(rule.field))
                    refresh(isComplete ? "changed" : "typed");
                }}
                onLeave={() => {
                  leave(rule.name);
                  if (core().refreshingFields().includes(rule.field)) refresh("changed");
                }}
              />
            )}
          </Field>
        </div>
      ))}
    </div>
  );
}

interface ControlRowProps {
  rule: FieldRule;
  control: ControlProps;
  value: string;
  country: string;
  countries: string[];
  /** `isComplete` is true for a selected option and false for a keystroke. */
  onChange: (value: string, isComplete: boolean) => void;
  onLeave: (value: string) => void;
}

function Control({ rule, control, value, country, countries, onChange, onLeave }: ControlRowProps) {
  const lang = useLang();
  const words = useWords();
  const options = choices(rule, country, countries, lang);
  if (options) {
    return (
      <SearchableSelect
        control={control}
        name={rule.name}
        label={rule.label}
        autoComplete={rule.autocomplete}
        options={options}
        value={value}
        empty={words.selectOption}
        onChange={(code) => onChange(code, true)}
        onLeave={onLeave}
      />
    );
  }
  return (
    <input
      {...control}
      name={rule.name}
      type={rule.field === "email" ? "email" : rule.field === "phone" ? "tel" : "text"}
      inputMode={rule.input_mode as "text" | "numeric" | "tel" | "email"}
      autoComplete={rule.autocomplete}
      placeholder={rule.placeholder || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value, false)}
      onBlur={(event) => onLeave(event.currentTarget.value)}
    />
  );
}

function choices(rule: FieldRule, country: string, countries: string[], lang: "it" | "en") {
  if (rule.field === "country") return core().countryOptions(countries, lang);
  if (rule.field !== "state") return null;
  const state = core().stateField(country, lang);
  return state.kind === "select" ? state.options : null;
}
