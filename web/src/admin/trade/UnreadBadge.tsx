import { useEffect, useRef } from "react";
import { question } from "../api/client.ts";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";
import { useData } from "../context/useData.ts";

/** How often it is asked anew while a page stays open. */
const EVERY_MS = 60_000;

/** How many conversations wait to be read; nothing where none do. */
export function UnreadBadge({ path }: { path: string }) {
  const { t, format } = useLanguage();
  const { data, reload } = useData(question("/api/admin/conversations/unread"));
  const before = useRef(path);
  useEffect(() => {
    // Who comes from a conversation has read it.
    if (before.current !== path && before.current.startsWith("/conversazioni/")) reload();
    before.current = path;
  }, [path, reload]);
  useEffect(() => {
    const round = setInterval(reload, EVERY_MS);
    return () => clearInterval(round);
  }, [reload]);
  if (!data?.unread) return null;
  const count = format.integer(data.unread);
  return (
    <span className={ui.count}>
      <span aria-hidden="true">{count}</span>
      <span className="visuallyHidden"> {t("conversationsUnread", { count })}</span>
    </span>
  );
}
