import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { apiQuery } from "../api/client.ts";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";

/** Refresh interval while a page stays open. */
const REFRESH_MS = 60_000;

/** Number of unread conversations; renders nothing if there are none. */
export function UnreadBadge({ path }: { path: string }) {
  const { t, format } = useLanguage();
  const { data, refetch } = useQuery({
    ...apiQuery("/api/admin/conversations/unread"),
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });
  const before = useRef(path);
  useEffect(() => {
    // Leaving a conversation means that it was read.
    if (before.current !== path && before.current.startsWith("/conversazioni/")) void refetch();
    before.current = path;
  }, [path, refetch]);
  if (!data?.unread) return null;
  const count = format.integer(data.unread);
  return (
    <span className={ui.count}>
      <span aria-hidden="true">{count}</span>
      <span className="visuallyHidden"> {t("conversationsUnread", { count })}</span>
    </span>
  );
}
