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

/** How many products there are, and which of them are shown. */
export function ResultCount({ page }: { page: ListingPage }) {
  const words = useWords();
  const format = useFormat();
  const all = useResultWords(page);
  const first = (page.page - 1) * page.per_page + 1;
  const last = first + page.cards.length - 1;
  const text =
    page.pages > 1 && page.cards.length > 0
      ? words.resultsShown(format.integer(first), format.integer(last), format.integer(page.total))
      : all;
  const [announced, setAnnounced] = useState("");

  useEffect(() => {
    setAnnounced("");
    // Screen readers are busy with the page's title when it opens.
    const timer = setTimeout(() => setAnnounced(text), core().catalogueTimings().result_count_after_ms);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <div>
      <p className={styles.count}>{text}</p>
      <Announcer text={announced} />
    </div>
  );
}
