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
  /** Lines of the HTML text area. */
  rows?: number;
}

/** Rich text field: a visual editor or HTML source. Text that the editor would not preserve can only be edited as HTML. */
export function HtmlField({ form, name, label, rows = 10 }: HtmlFieldProps) {
  const { t } = useLanguage();
  const text = String(form.values[name] ?? "");
  const [source, setSource] = useState<boolean | null>(null);
  const [htmlOnly, setHtmlOnly] = useState(false);
  const openEditor = async (html: string) => {
    const { isPreserved } = await import("./html.ts");
    const preserved = isPreserved(html);
    setHtmlOnly(!preserved);
    setSource(!preserved);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial text is checked automatically
  useEffect(() => void openEditor(text), []);
  return (
    <div className={styles.html}>
      <Field
        name={name}
        label={label}
        error={form.error(name)}
        {...(htmlOnly ? { hint: t("htmlOnly") } : {})}
      >
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
          onClick={() => (source ? void openEditor(text) : setSource(true))}
        >
          {t(source ? "writeAsRead" : "writeAsHtml")}
        </button>
        {source && <Preview html={text} />}
      </div>
    </div>
  );
}
