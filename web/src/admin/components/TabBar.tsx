import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import lists from "./lists.module.css";

/** Tabs as links. If they do not all fit, the current one is scrolled into view. */
export function TabBar({ label, children }: { label: string; children: ReactNode }) {
  const { pathname: path } = useLocation();
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current tab
  useEffect(() => {
    const chosen = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (bar.current && chosen) bar.current.scrollLeft = chosen.offsetLeft - bar.current.offsetLeft;
  }, [path]);
  return (
    <nav ref={bar} aria-label={label} className={lists.tabs}>
      <ul>{children}</ul>
    </nav>
  );
}
