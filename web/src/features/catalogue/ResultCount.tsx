import { useEffect, useState } from "react";
import { Announcer } from "../../components/Announcer.tsx";
import { useFormat, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { ListingPage } from "../../core/types.ts";
import styles from "./ResultCount.module.css";

/** Returns e.g. "24 prodotti". */
export function useResultWords({ total }: ListingPage): string {
  const words = useWords();
  const format = useFormat();
  return words.results(format.integer(total), total === 1);
}

/** Returns e.g. "Visualizzazione di 1-24 di 60 prodotti"; for a list of one page, the number of products. */
function useRangeWords(page: ListingPage): string {
  const words = useWords();
  const format = useFormat();
  const all = useResultWords(page);
  if (page.pages <= 1 || page.cards.length === 0) return all;
  const first = (page.page - 1) * page.per_page + 1;
  const last = first + page.cards.length - 1;
  return words.resultsShown(format.integer(first), format.integer(last), format.integer(page.total));
}

/**
 * Announces to screen readers which products are shown. The announcement repeats for each list, as another sort order or page may
 * have the same text.
 */
export function ResultAnnouncer({ page }: { page: ListingPage }) {
  const text = useRangeWords(page);
  const [announced, setAnnounced] = useState("");

  // biome-ignore lint/correctness/useExhaustiveDependencies: each list is announced
  useEffect(() => {
    setAnnounced("");
    // Screen readers announce the page's title first.
    const timer = setTimeout(() => setAnnounced(text), core().catalogueTimings().result_count_after_ms);
    return () => clearTimeout(timer);
  }, [page, text]);

  return <Announcer text={announced} />;
}

/** The number of products, and which of them are shown. */
export function ResultCount({ page }: { page: ListingPage }) {
  return <p className={styles.count}>{useRangeWords(page)}</p>;
}
