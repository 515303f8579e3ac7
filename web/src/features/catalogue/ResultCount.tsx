import { useEffect, useState } from "react";
import { Announcer } from "../../components/Announcer.tsx";
import { useFormat, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { ListingPage } from "../../core/types.ts";
import styles from "./ResultCount.module.css";

/** "24 prodotti". */
export function useResultWords({ total }: ListingPage): string {
  const words = useWords();
  const format = useFormat();
  return words.results(format.integer(total), total === 1);
}

/** "Visualizzazione di 1-24 di 60 prodotti"; of a list of one page, how many products there are. */
function useShownWords(page: ListingPage): string {
  const words = useWords();
  const format = useFormat();
  const all = useResultWords(page);
  if (page.pages <= 1 || page.cards.length === 0) return all;
  const first = (page.page - 1) * page.per_page + 1;
  const last = first + page.cards.length - 1;
  return words.resultsShown(format.integer(first), format.integer(last), format.integer(page.total));
}

/** Announces to screen readers which products are shown, each time that a list is shown: another order or page of it may have the
 * same words. */
export function ResultAnnouncer({ page }: { page: ListingPage }) {
  const text = useShownWords(page);
  const [announced, setAnnounced] = useState("");

  // biome-ignore lint/correctness/useExhaustiveDependencies: each list that is shown is announced
  useEffect(() => {
    setAnnounced("");
    // Screen readers are busy with the page's title when it opens.
    const timer = setTimeout(() => setAnnounced(text), core().catalogueTimings().result_count_after_ms);
    return () => clearTimeout(timer);
  }, [page, text]);

  return <Announcer text={announced} />;
}

/** How many products there are, and which of them are shown. */
export function ResultCount({ page }: { page: ListingPage }) {
  return <p className={styles.count}>{useShownWords(page)}</p>;
}
