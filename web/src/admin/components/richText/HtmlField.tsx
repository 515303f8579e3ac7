import { lazy, Suspense, useEffect, useState } from "react";
import { Field } from "../../../ui/Field.tsx";
import { useLanguage } from "../../context/language.tsx";
import type { Form } from "../fields.tsx";
import { Preview } from "./Preview.tsx";
import styles from "./richText.module.css";

const RichText = lazy(() => import("./RichText.tsx"));

interface HtmlFieldProps {
  form: Form;
  name: string;
  label: string;
  /** Lines of the field of HTML. */
  rows?: number;
}

/** A text with headings, lists and links: written as it is read, or as HTML. One that the editor would not keep whole is HTML. */
export function HtmlField({ form, name, label, rows = 10 }: HtmlFieldProps) {
  const { t } = useLanguage();
  const text = String(form.values[name] ?? "");
  const [source, setSource] = useState<boolean | null>(null);
  const [lost, setLost] = useState(false);
  const read = async (html: string) => {
    const { isHeld } = await import("./html.ts");
    const held = isHeld(html);
    setLost(!held);
    setSource(!held);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the text that the form begins with is looked at by itself
  useEffect(() => void read(text), []);
  return (
    <div className={styles.html}>
      <Field name={name} label={label} error={form.error(name)} {...(lost ? { hint: t("htmlOnly") } : {})}>
        {(control) =>
          source === false ? (
            <Suspense fallback={<textarea {...control} rows={rows} value={text} readOnly />}>
              <RichText control={control} label={label} html={text} change={(html) => form.set(name, html)} />
            </Suspense>
          ) : (
            <textarea
              {...control}
              rows={rows}
              value={text}
              readOnly={source === null}
              onChange={(event) => form.set(name, event.target.value)}
            />
          )
        }
      </Field>
      <div className={styles.modes}>
        <button
          type="button"
          className={styles.mode}
          disabled={source === null}
          onClick={() => (source ? void read(text) : setSource(true))}
        >
          {t(source ? "writeAsRead" : "writeAsHtml")}
        </button>
        {source && <Preview html={text} />}
      </div>
    </div>
  );
}
