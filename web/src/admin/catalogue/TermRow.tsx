import { useEffect, useRef, useState } from "react";
import fieldStyles from "../../ui/Field.module.css";
import type { TermForm } from "../api/types.ts";
import { Text, useForm } from "../components/fields.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import styles from "./catalogue.module.css";

/** Initial values of a new term. */
export const noTerm = { name: "", name_en: "", slug: "" } as const satisfies TermForm;

interface FormProps {
  /** Accessible name of the form. */
  label: string;
  /** Values that the form starts with. */
  initial: TermForm;
  withSlug: boolean;
  save: (fields: TermForm) => Promise<void>;
  remove?: () => Promise<void>;
  cancel?: () => void;
}

/** Form for the names and the slug of a term. */
export function TermEditor({ label, initial, withSlug, save, remove, cancel }: FormProps) {
  const { t } = useLanguage();
  const form = useForm({ ...initial });
  const submit = () =>
    form.send(async () => {
      await save({
        name: String(form.values.name),
        name_en: String(form.values.name_en),
        slug: String(form.values.slug),
      });
      if (!cancel) form.fill({ ...noTerm });
      return "";
    });
  return (
    <form
      ref={form.element}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={styles.inline}>
        <Text form={form} name="name" label={t("name")} />
        <Text form={form} name="name_en" label={t("nameEn")} />
        {withSlug && <Text form={form} name="slug" label={t("address")} />}
        <div className={ui.buttons}>
          <button type="submit" className={ui.button}>
            {cancel ? t("save") : t("add")}
          </button>
          {cancel && (
            <button type="button" className={ui.plain} onClick={cancel}>
              {t("cancel")}
            </button>
          )}
          {remove && (
            <button
              type="button"
              className={ui.plain}
              onClick={() =>
                void form.send(async () => {
                  await remove();
                  return "";
                })
              }
            >
              {t("delete")}
            </button>
          )}
        </div>
      </div>
      <GeneralError form={form} />
    </form>
  );
}

/** Shows an error that belongs to no field. */
function GeneralError({ form }: { form: ReturnType<typeof useForm> }) {
  const whole = form.apiError?.errors.find((one) => one.field === "")?.message;
  if (whole) {
    return (
      <p role="alert" className={fieldStyles.error}>
        {whole}
      </p>
    );
  }
  return <Outcome error={form.apiError} />;
}

interface RowProps extends Omit<FormProps, "label" | "cancel"> {
  name: string;
  facts: string;
  children?: React.ReactNode;
}

/** List row of a term: its name, or its form while it is edited. */
export function TermRow({ name, facts, children, save, ...rest }: RowProps) {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const was = useRef(false);
  // Opening focuses the first field, closing the button that opened it.
  useEffect(() => {
    if (open) row.current?.querySelector<HTMLElement>("input")?.focus();
    else if (was.current) row.current?.querySelector<HTMLElement>("button")?.focus();
    was.current = open;
  }, [open]);
  return (
    <li ref={row}>
      {open ? (
        <TermEditor
          {...rest}
          label={t("changeNamed", { name })}
          save={async (fields) => {
            await save(fields);
            setOpen(false);
          }}
          cancel={() => setOpen(false)}
        />
      ) : (
        <>
          <span className={styles.name}>
            {name}
            <span className={ui.small}>{facts}</span>
          </span>
          <button
            type="button"
            className={ui.button}
            aria-label={t("changeNamed", { name })}
            onClick={() => setOpen(true)}
          >
            {t("change")}
          </button>
          {children}
        </>
      )}
    </li>
  );
}
