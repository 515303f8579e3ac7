import { useLang, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import { Field } from "../../ui/Field.tsx";
import { Link } from "../../ui/Link.tsx";
import forms from "../form.module.css";
import { SearchableSelect } from "../SearchableSelect.tsx";
import { RegistrationControl } from "./RegistrationControl.tsx";
import styles from "./RegistrationFields.module.css";
import { RegistrationVat } from "./RegistrationVat.tsx";
import { CONTROL_PREFIX, type RegistrationState } from "./useRegistration.ts";

interface RegistrationFieldsProps {
  registration: RegistrationState;
  /** Returns the error message of a control by its id; empty for none. */
  errorOf: (control: string) => string;
  /** Path of the page; without scripts, links add the role to it. */
  path: string;
}

/** Role, country and the fields of the role. */
export function RegistrationFields({ registration, errorOf, path }: RegistrationFieldsProps) {
  const words = useWords("account");
  const lang = useLang();
  const { view, form, rules, fields } = registration;
  if (view.roles.length === 0) return null;
  const country = `${CONTROL_PREFIX}country`;
  const countries = [
    { code: "default", name: words.chooseCountry },
    ...core().countryOptions(rules.countries, lang),
  ];
  return (
    <>
      {view.roles.length > 1 ? (
        <RoleField registration={registration} error={errorOf(`${CONTROL_PREFIX}role`)} path={path} />
      ) : (
        <input type="hidden" name={`${CONTROL_PREFIX}role`} value={form.role} />
      )}
      {rules.country_shown && (
        <Field id={country} label={words.country} required error={errorOf(country)}>
          {(control) => (
            <SearchableSelect
              control={control}
              name={country}
              label={words.country}
              autoComplete="country"
              options={countries}
              value={form.country || "default"}
              onChange={registration.chooseCountry}
            />
          )}
        </Field>
      )}
      {fields.map((field) => {
        const id = CONTROL_PREFIX + field.name;
        if (field.kind === "checkbox") {
          const error = errorOf(id);
          return (
            <div key={field.name}>
              <label className={forms.check} data-invalid={error ? "" : undefined}>
                <input
                  type="checkbox"
                  id={id}
                  name={id}
                  value="1"
                  checked={field.checked}
                  aria-required={field.required || undefined}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? `${id}-errore` : undefined}
                  onChange={(event) => registration.tick(field.name, event.currentTarget.checked)}
                />
                <span>{field.label}</span>
              </label>
              {error && (
                <p id={`${id}-errore`} className={forms.error}>
                  {error}
                </p>
              )}
            </div>
          );
        }
        if (field.kind === "vat") {
          return (
            <RegistrationVat
              key={field.name}
              id={id}
              field={field}
              registration={registration}
              error={errorOf(id)}
            />
          );
        }
        return (
          <Field
            key={field.name}
            id={id}
            label={field.label}
            required={field.required}
            error={errorOf(id)}
            {...(field.kind === "file" ? { hint: words.fileHint } : {})}
          >
            {(control) => <RegistrationControl control={control} field={field} registration={registration} />}
          </Field>
        );
      })}
    </>
  );
}

interface RoleFieldProps {
  registration: RegistrationState;
  error: string;
  path: string;
}

function RoleField({ registration, error, path }: RoleFieldProps) {
  const words = useWords("account");
  const { view, form } = registration;
  const id = `${CONTROL_PREFIX}role`;
  return (
    <>
      <Field id={id} label={words.customerRole} required error={error}>
        {(control) => (
          <select
            {...control}
            name={id}
            value={form.role}
            onChange={(event) => registration.chooseRole(event.currentTarget.value)}
          >
            {view.roles.map((role) => (
              <option key={role.slug} value={role.slug}>
                {role.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <noscript>
        <p className={styles.roles}>
          {words.roleWithoutScripts}{" "}
          {view.roles.map((role) => (
            <Link key={role.slug} href={`${path}?role=${role.slug}#${id}`}>
              {role.name}
            </Link>
          ))}
        </p>
      </noscript>
    </>
  );
}
