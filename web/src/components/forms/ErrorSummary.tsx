import { useEffect, useId, useRef } from "react";
import { useFormat, useWords } from "../../context/PageContext.tsx";
import { scrollPageTo } from "../../context/scroll.ts";
import { core } from "../../core/core.ts";
import { Link } from "../../ui/Link.tsx";
import styles from "./ErrorSummary.module.css";

/** An error with its field name and its message. */
export interface ShownError {
  field: string;
  text: string;
}

interface ErrorSummaryProps {
  errors: ShownError[];
  attempts: number;
  /** Prefix of the ids of the form's fields. */
  idPrefix?: string;
  /** Duration of the scroll to the summary; by default that for notices. */
  scroll_ms?: number;
}

/** All errors that prevent a form from being sent, with links to the fields. Takes the focus after each failed attempt. */
export function ErrorSummary({ errors, attempts, idPrefix = "", scroll_ms }: ErrorSummaryProps) {
  const words = useWords();
  const format = useFormat();
  const ref = useRef<HTMLDivElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (attempts === 0 || !ref.current) return;
    ref.current.focus({ preventScroll: true });
    const { notice_scroll_ms, notice_scroll_offset_px: offset_px } = core().widgetTimings();
    scrollPageTo(ref.current, { over_ms: scroll_ms ?? notice_scroll_ms, offset_px });
  }, [attempts, scroll_ms]);

  useEffect(() => {
    const before = document.title;
    if (attempts > 0) document.title = `${words.errorPrefix} ${before}`;
    return () => {
      document.title = before;
    };
  }, [attempts, words]);

  if (attempts === 0 || errors.length === 0) return null;
  return (
    <div ref={ref} className={styles.summary} role="alert" tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>{words.errorSummary(format.integer(errors.length), errors.length === 1)}</h2>
      <ul>
        {errors.map((error) => (
          <li key={error.field + error.text}>
            {error.field ? (
              <Link
                href={`#${idPrefix}${error.field}`}
                onClick={(event) => {
                  const field = document.getElementById(idPrefix + error.field);
                  if (!field) return;
                  event.preventDefault();
                  field.focus();
                  field.scrollIntoView({ block: "center" });
                }}
              >
                {error.text}
              </Link>
            ) : (
              error.text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
