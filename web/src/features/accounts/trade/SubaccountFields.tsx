import forms from "../../../components/form.module.css";
import { useWords } from "../../../context/PageContext.tsx";
import type { SubaccountValues } from "../../../core/types.ts";
import { Field } from "../../../ui/Field.tsx";
import styles from "../shared/forms.module.css";
import { usePermissions } from "../shared/permissions.ts";

interface SubaccountFieldsProps {
  fields: SubaccountValues | null;
  /** Returns a field's error message; empty if there is none. */
  errorOf: (field: string) => string;
}

/** The details that a main account enters for a sub-account and can change later: contact data and permissions. */
export function SubaccountFields({ fields, errorOf }: SubaccountFieldsProps) {
  const words = useWords("account");
  const permissions = usePermissions();
  const text = (name: string, label: string, value: string, autoComplete = "off") => (
    <Field id={name} label={label} required={false} error={errorOf(name)}>
      {(control) => (
        <input
          {...control}
          name={name}
          type={name === "phone" ? "tel" : "text"}
          autoComplete={autoComplete}
          defaultValue={value}
        />
      )}
    </Field>
  );
  return (
    <>
      {text("name", words.subaccountName, fields?.name ?? "")}
      <div className={styles.pair}>
        {text("jobTitle", words.subaccountJob, fields?.job_title ?? "")}
        {text("phone", words.subaccountPhone, fields?.phone ?? "")}
      </div>
      <fieldset className={styles.group}>
        <legend>{words.subaccountMay}</legend>
        <div>
          {permissions.map(([name, label]) => (
            <label key={name} className={forms.check}>
              <input
                type="checkbox"
                name={name}
                value="true"
                defaultChecked={fields?.permissions[name] ?? false}
              />
              {label}
            </label>
          ))}
        </div>
        <Field
          id="approvalAbove"
          label={words.approvalAbove}
          required={false}
          error={errorOf("approvalAbove")}
          hint={words.approvalAboveWhy}
        >
          {(control) => (
            <input
              {...control}
              name="approvalAbove"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={fields?.approval_above ?? ""}
            />
          )}
        </Field>
      </fieldset>
    </>
  );
}
