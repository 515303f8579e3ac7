import { useCallback, useEffect, useRef, useState } from "react";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import { get } from "../api/client.ts";
import type { NamedEntry } from "../api/types.ts";
import { useLanguage } from "../context/language.tsx";

/** Delay between the last keystroke and the request. */
const DEBOUNCE_MS = 250;
/** Delay before a failed request is repeated. */
const RETRY_MS = 3000;

/** Search results. */
export interface SearchResults {
  entries: NamedEntry[];
  /** Status text of the list; empty for none. */
  status: string;
  /** Loads the next page; null if there is none. */
  more: (() => void) | null;
}

interface Page {
  entries: NamedEntry[];
  page: number;
  pages: number;
}

type State = "idle" | "searching" | "loading_more" | "load_failed";

/** Searches products and variations as the user types; stale responses are ignored. `most` is the maximum number of choices. */
export function useProductSearch(typed: string, chosen: number, most: number | null): SearchResults {
  const { lang } = useLanguage();
  const [ready, setReady] = useState(false);
  const [list, setList] = useState<Page | null>(null);
  const [state, setState] = useState<State>("idle");
  const turn = useRef(0);
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    void loadRules("checkout").then(() => setReady(true));
  }, []);

  const search = useCallback(async (text: string, page: number): Promise<void> => {
    turn.current += 1;
    const own = turn.current;
    setState(page > 1 ? "loading_more" : "searching");
    try {
      const answer = await get("/api/admin/products", { query: { search: text, page } });
      if (own !== turn.current) return;
      const found = answer.products.flatMap((product) => [
        { id: product.id, name: product.name },
        ...product.variations.map((one) => ({ id: one.id, name: one.name })),
      ]);
      setList((before) => ({
        entries: page > 1 && before ? [...before.entries, ...found] : found,
        page: answer.page,
        pages: answer.pages,
      }));
      setState("idle");
    } catch {
      if (own !== turn.current) return;
      setState("load_failed");
      retry.current = setTimeout(() => void search(text, page), RETRY_MS);
    }
  }, []);

  const text = typed.trim();
  const hint = ready && text !== "" ? (core().selectWaits(text, chosen, most, lang) ?? null) : null;
  const canSearch = ready && text !== "" && hint === null;
  useEffect(() => {
    const timer = canSearch ? setTimeout(() => void search(text, 1), DEBOUNCE_MS) : undefined;
    return () => {
      clearTimeout(timer);
      clearTimeout(retry.current);
      // A request that is still pending belongs to the previous text.
      turn.current += 1;
      setList(null);
      setState("idle");
    };
  }, [canSearch, text, search]);

  const sentence = (name: Exclude<State, "idle"> | "no_matches") => core().selectSentence(name, 0, lang);
  const empty = state === "idle" && list?.entries.length === 0;
  return {
    entries: list?.entries ?? [],
    status: hint ?? (state !== "idle" ? sentence(state) : empty ? sentence("no_matches") : ""),
    more: list && list.page < list.pages && state === "idle" ? () => void search(text, list.page + 1) : null,
  };
}
