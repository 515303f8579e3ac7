import { useLang, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { RoleField } from "../../core/types.ts";
import type { ControlProps } from "../../ui/Field.tsx";
import { SearchableSelect } from "../SearchableSelect.tsx";
import styles from "./RegistrationFields.module.css";
import type { RegistrationState } from "./useRegistration.ts";

interface RegistrationControlProps {
  control: ControlProps;
  field: RoleField & { value: string };
  registration: RegistrationState;
}

const TYPES: Partial<Record<RoleField["kind"], string>> = { date: "date", phone: "tel" };
const MODES: Partial<Record<RoleField["kind"], "decimal" | "tel">> = { number: "decimal", phone: "tel" };
const AUTOCOMPLETE: Partial<Record<RoleField["kind"], string>> = {
  business_name: "organization",
  phone: "tel",
  state: "address-level1",
};

/** Control of a registration field, by its kind. */
export function RegistrationControl({ control, field, registration }: RegistrationControlProps) {
  const lang = useLang();
  const words = useWords();
  const { form, rules } = registration;
  const name = control.id;
  const list = (options: { code: string; name: string }[], key = "") => (
    <SearchableSelect
      key={key}
      control={control}
      name={name}
      label={field.label}
      autoComplete={AUTOCOMPLETE[field.kind] ?? "off"}
      options={options}
      value={field.value}
      empty={words.selectOption}
      onChange={(value) => registration.type(field.name, value)}
    />
  );
  if (field.kind === "select") {
    return list(field.options.map((code, at) => ({ code, name: field.option_labels[at] ?? code })));
  }
  if (field.kind === "file")
    return <FileControl control={control} field={field} registration={registration} />;
  if (field.kind === "state") {
    const country = rules.country_shown ? form.country : rules.shop_country;
    const state = core().stateField(country, lang);
    if (state.kind === "select") {
      return (
        <>
          <input type="hidden" name="reg_state_of" value={country} />
          {list(state.options, country)}
        </>
      );
    }
  }
  return (
    <input
      {...control}
      name={name}
      type={TYPES[field.kind] ?? "text"}
      inputMode={MODES[field.kind]}
      autoComplete={AUTOCOMPLETE[field.kind] ?? "off"}
      value={field.value}
      onChange={(event) => registration.type(field.name, event.currentTarget.value)}
    />
  );
}

/** File input, with the file that the shop has already stored. */
function FileControl({ control, field, registration }: RegistrationControlProps) {
  const words = useWords("account");
  const { view } = registration;
  const stored = view.stored_files.find((file) => file.field === field.name);
  return (
    <>
      {stored && (
        <>
          <input type="hidden" name={`kept_${field.name}`} value={stored.stored_name} />
          <p className={styles.kept}>{words.fileKept(stored.name)}</p>
        </>
      )}
      <input
        {...control}
        name={control.id}
        type="file"
        accept={view.accepted_files}
        onChange={(event) => registration.chooseFile(field.name, event.currentTarget.files?.[0])}
      />
    </>
  );
}
