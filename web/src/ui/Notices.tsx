import { useEffect, useRef } from "react";
import { core } from "../core/core.ts";
import type { Notice as NoticeData } from "../core/types.ts";
import { Link } from "./Link.tsx";
import { Notice } from "./Notice.tsx";
import styles from "./Notices.module.css";

/** Elements that keep the focus while the visitor uses them: fields, frames with the payment provider's fields, links and buttons. */
const IN_USE = "a, button, summary, input, select, textarea, iframe";

/** Messages about the last action. Errors interrupt a screen reader, other messages wait. */
export function Notices({ notices }: { notices: NoticeData[] }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notices.length === 0) return;
    // Wait, since screen readers first read the page's title.
    const before = document.activeElement;
    const timer = setTimeout(() => {
      const now = document.activeElement;
      // If the visitor has moved the focus meanwhile, leave it there: taking it would lose typed characters, and a click too, as
      // the page would scroll under the pointer.
      if (now === before || !now?.matches(IN_USE)) ref.current?.focus();
    }, core().widgetTimings().notice_focus_after_ms);
    return () => clearTimeout(timer);
  }, [notices]);
  if (notices.length === 0) return null;
  return (
    <div ref={ref} className={styles.notices} tabIndex={-1}>
      {notices.map((notice) => (
        <Notice
          key={`${notice.kind} ${notice.field} ${notice.text}`}
          kind={notice.kind}
          role={notice.kind === "error" ? "alert" : "status"}
        >
          <p>{notice.text}</p>
          {notice.link && <Link href={notice.link.path}>{notice.link.label}</Link>}
        </Notice>
      ))}
    </div>
  );
}
