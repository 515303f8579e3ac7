import { type ReactNode, useEffect, useRef } from "react";
import styles from "./Tabs.module.css";

/** Class of a row of tabs that are not links to other pages. */
export const tabRow = styles.row;

/** Scrolls a row of tabs to the current one, of which a phone may show nothing. */
export function scrollToCurrentTab(row: HTMLElement | null): void {
  const current = row?.querySelector<HTMLElement>("[aria-current], [aria-selected=true]");
  if (row && current) row.scrollLeft = current.offsetLeft - row.offsetLeft;
}

interface TabsProps {
  /** Accessible name of the navigation. */
  label: string;
  /** Identifies the current tab: when it changes, the row scrolls there. */
  current: string;
  /** List items with links, of which one has `aria-current`. */
  children: ReactNode;
}

/** Links to the parts of a page, as tabs. */
export function Tabs({ label, current, children }: TabsProps) {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current tab is at another place
  useEffect(() => scrollToCurrentTab(row.current), [current]);
  return (
    <nav ref={row} aria-label={label} className={styles.row}>
      <ul className={styles.links}>{children}</ul>
    </nav>
  );
}
