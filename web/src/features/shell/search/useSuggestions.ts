import { useEffect, useState } from "react";
import { suggest } from "../../../api/search.ts";
import { core } from "../../../core/core.ts";
import type { SearchSuggestions } from "../../../core/types.ts";

/**
 * Returns suggestions for the text in a field. They are requested after a pause, and only the latest response counts; `null` if
 * none are due.
 */
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
    const fetchSuggestions = () => {
      suggest(words, running.signal).then(
        (answer) => {
          if (!running.signal.aborted) setFound(answer);
        },
        // Suggestions are optional: the form works without them.
        () => {
          if (!running.signal.aborted) setFound(null);
        },
      );
    };
    const timer = setTimeout(fetchSuggestions, search_typing_wait_ms);
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [words, due, search_typing_wait_ms]);
  return found;
}
