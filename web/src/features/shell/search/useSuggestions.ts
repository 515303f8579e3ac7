import { useEffect, useState } from "react";
import { suggest } from "../../../api/search.ts";
import { core } from "../../../core/core.ts";
import type { SearchSuggestions } from "../../../core/types.ts";

/** Suggestions for what is typed into a field: asked for after a pause, and only the latest answer counts. `null`: none are
 * due. */
export function useSuggestions(typed: string): SearchSuggestions | null {
  const [found, setFound] = useState<SearchSuggestions | null>(null);
  const words = typed.trim();
  const { search_min_chars, search_typing_wait_ms } = core().widgetTimings();
  const due = [...words].length >= search_min_chars;

  useEffect(() => {
    if (!due) {
      setFound(null);
      return;
    }
    const running = new AbortController();
    const ask = () => {
      suggest(words, running.signal).then(
        (answer) => {
          if (!running.signal.aborted) setFound(answer);
        },
        // Suggestions are a help: without them the form still searches.
        () => {
          if (!running.signal.aborted) setFound(null);
        },
      );
    };
    const timer = setTimeout(ask, search_typing_wait_ms);
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [words, due, search_typing_wait_ms]);
  return found;
}
