import { useLayoutEffect, useState } from "react";
import { useLanguage } from "../context/language.tsx";
import { type FormState, fieldOf, reveal } from "./fields.tsx";
import styles from "./Refusals.module.css";
import ui from "./ui.module.css";
import { useSentence } from "./ui.tsx";

interface Line {
  field: string;
  /** Of its control; empty: the field is not on the page. */
  id: string;
  /** Words of its label. */
  label: string;
  message: string;
}

/** What was refused of a form, above its buttons: each refusal leads to its field. It takes the focus when it appears. */
export function Refusals({ form }: { form: FormState }) {
  const { t } = useLanguage();
  const sentence = useSentence();
  const [lines, setLines] = useState<Line[]>([]);
  const { refused, element } = form;
  // Labels are read from the page: each field is named there once, and nowhere else.
  useLayoutEffect(() => {
    const line = ({ field, message }: { field: string; message: string }): Line => {
      const control = fieldOf(element.current, field) as HTMLInputElement | null;
      // Fields of several entries have the same label: the entry's own name comes first.
      const entry = control?.closest("fieldset")?.querySelector("legend");
      const words = [entry?.textContent, control?.labels?.[0]?.textContent];
      return {
        field,
        message,
        id: control?.id ?? "",
        label: control ? words.filter(Boolean).join(" › ") : "",
      };
    };
    setLines((refused?.errors ?? []).map(line));
  }, [refused, element]);
  return (
    <div role="alert" className={styles.place}>
      {refused && (
        <section
          className={`${ui.notice} ${styles.refusals}`}
          data-kind="error"
          data-refusals
          tabIndex={-1}
          aria-label={t("refusals")}
        >
          <p>
            <strong>{sentence(refused)}</strong>
          </p>
          {lines.length > 0 && (
            <ul>
              {lines.map(({ field, id, label, message }) => (
                <li key={`${field} ${message}`}>
                  {label && (
                    <>
                      <a
                        href={`#${id}`}
                        onClick={(event) => {
                          event.preventDefault();
                          reveal(fieldOf(element.current, field))?.focus({ preventScroll: true });
                        }}
                      >
                        {label}
                      </a>
                      {": "}
                    </>
                  )}
                  {message}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  );
}
