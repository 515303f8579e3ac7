import type { ReactNode } from "react";
import { pagePlaceholder, partPlaceholder } from "../context/sharedParts.ts";

interface SharedListProps {
  className?: string | undefined;
  label?: string;
  /** Identifies the list; unique on a page. */
  name: string;
  /** Everything that the entries depend on beside the frame. Entries have no state and no ids. */
  of: unknown;
  entries: () => ReactNode;
  /** Last entry, which differs from page to page. */
  last?: ReactNode;
}

/** List that many pages share: it is rendered once for all of them. */
export function SharedList({ className, label, name, of, entries, last }: SharedListProps) {
  const place = partPlaceholder(name, of, entries);
  const list = { className, "aria-label": label };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a placeholder written by the page renderer
  if (place) return <ul {...list} dangerouslySetInnerHTML={{ __html: place + pagePlaceholder(last) }} />;
  return (
    <ul {...list}>
      {entries()}
      {last}
    </ul>
  );
}
