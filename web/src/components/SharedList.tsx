import type { ReactNode } from "react";
import { ownPlace, partPlace } from "../context/sharedParts.ts";

interface SharedListProps {
  className?: string | undefined;
  label?: string;
  /** Which list it is: one of its name on a page. */
  name: string;
  /** All that its entries depend on beside the frame. They have no state and no ids. */
  of: unknown;
  entries: () => ReactNode;
  /** An entry after them that is each page's own. */
  last?: ReactNode;
}

/** A list that many pages have alike: it is rendered once for all of them. */
export function SharedList({ className, label, name, of, entries, last }: SharedListProps) {
  const place = partPlace(name, of, entries);
  const list = { className, "aria-label": label };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a mark of the page renderer's own
  if (place) return <ul {...list} dangerouslySetInnerHTML={{ __html: place + ownPlace(last) }} />;
  return (
    <ul {...list}>
      {entries()}
      {last}
    </ul>
  );
}
