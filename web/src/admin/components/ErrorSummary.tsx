import { useLayoutEffect, useState } from "react";
import { Notice } from "../../ui/Notice.tsx";
import { useLanguage } from "../context/language.tsx";
import styles from "./ErrorSummary.module.css";
import { type FormState, fieldOf, reveal } from "./fields.tsx";
import { useSentence } from "./ui.tsx";

interface Line {
  field: string;
  /** Id of the control; empty if the field is not on the page. */
  id: string;
  /** Text of its label. */
  label: string;
  message: string;
}

/** Errors of a form, above its buttons, each with a link to its field. Takes the focus when it appears. */
export function ErrorSummary({ form }: { form: FormState }) {
  const { t } = useLanguage();
  const sentence = useSentence();
  const [lines, setLines] = useState<Line[]>([]);
  const { apiError, element } = form;
  // Labels are read from the page, the only place where they are defined.
  useLayoutEffect(() => {
    const line = ({ field, message }: { field: string; message: string }): Line => {
      const control = fieldOf(element.current, field) as HTMLInputElement | null;
      // Fields of several entries share a label, so the entry's name comes first.
      const entry = control?.closest("fieldset")?.querySelector("legend");
      const words = [entry?.textContent, control?.labels?.[0]?.textContent];
      return {
        field,
        message,
        id: control?.id ?? "",
        label: control ? words.filter(Boolean).join(" › ") : "",
      };
    };
    setLines((apiError?.errors ?? []).map(line));
  }, [apiError, element]);
  return (
    <div role="alert" className={styles.place}>
      {apiError && (
        <Notice
          kind="error"
          className={styles.refusals}
          data-refusals
          role="region"
          tabIndex={-1}
          aria-label={t("refusals")}
        >
          <div>
            <p>
              <strong>{sentence(apiError)}</strong>
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
          </div>
        </Notice>
      )}
    </div>
  );
}
