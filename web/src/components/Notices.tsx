import type { Notice } from "../core/types.ts";
import { Icon } from "./Icon.tsx";
import styles from "./Notices.module.css";

/** Messages about what was just done. Errors interrupt a screen reader, the others wait. */
export function Notices({ notices }: { notices: Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <div className={styles.notices}>
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
