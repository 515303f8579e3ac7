import { useEffect, useRef } from "react";
import { core } from "../core/core.ts";
import type { Notice } from "../core/types.ts";
import { Icon } from "./Icon.tsx";
import styles from "./Notices.module.css";

/** What somebody is busy with once he has gone there: fields, the frames of the payment provider's fields, and what is pressed. */
const IN_USE = "a, button, summary, input, select, textarea, iframe";

/** Messages about what was just done. Errors interrupt a screen reader, the others wait. */
export function Notices({ notices }: { notices: Notice[] }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notices.length === 0) return;
    // Screen readers are busy with the page's title when it opens.
    const before = document.activeElement;
    const timer = setTimeout(() => {
      const now = document.activeElement;
      // Who has gone elsewhere meanwhile keeps the focus: what is typed would be lost, and a press too, as the page would move
      // under the finger.
      if (now === before || !now?.matches(IN_USE)) ref.current?.focus();
    }, core().widgetTimings().notice_focus_after_ms);
    return () => clearTimeout(timer);
  }, [notices]);
  if (notices.length === 0) return null;
  return (
    <div ref={ref} className={styles.notices} tabIndex={-1}>
      {notices.map((notice) => (
        <div
          key={`${notice.kind} ${notice.field} ${notice.text}`}
          className={styles.notice}
          data-kind={notice.kind}
          role={notice.kind === "error" ? "alert" : "status"}
        >
          <Icon name={notice.kind === "success" ? "check" : "alert"} />
          <p>{notice.text}</p>
          {notice.link && <a href={notice.link.path}>{notice.link.label}</a>}
        </div>
      ))}
    </div>
  );
}
