import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import { apiQuery } from "../api/client.ts";
import type { NamedEntry, ProductList } from "../api/types.ts";
import { useLanguage } from "../context/language.tsx";
import { useDebounced } from "./useDebounced.ts";

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

/** Searches products and variations as the user types. `most` is the maximum number of choices. */
export function useProductSearch(typed: string, chosen: number, most: number | null): SearchResults {
  const { lang } = useLanguage();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void loadRules("checkout").then(() => setReady(true));
  }, []);

  const text = typed.trim();
  const settled = useDebounced(text);
  const hint = ready && text !== "" ? (core().selectWaits(text, chosen, most, lang) ?? null) : null;
  const searches = ready && text !== "" && hint === null && text === settled;
  const search = useInfiniteQuery({
    queryKey: ["product search", settled],
    queryFn: ({ pageParam: page, signal }) =>
      apiQuery("/api/admin/products", { query: { search: settled, page } }).queryFn({ signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }: ProductList) => (page < pages ? page + 1 : undefined),
    enabled: searches,
    placeholderData: undefined,
    retry: true,
    retryDelay: RETRY_MS,
  });

  const entries = (searches && search.data?.pages.flatMap(entriesOf)) || [];
  const state = () => {
    if (!searches) return null;
    if (search.failureCount > 0) return "load_failed";
    if (search.isFetchingNextPage) return "loading_more";
    if (search.isFetching) return "searching";
    return entries.length === 0 ? "no_matches" : null;
  };
  const shown = state();
  const hasMore = searches && search.hasNextPage && !search.isFetching;
  return {
    entries,
    status: hint ?? (shown ? core().selectSentence(shown, 0, lang) : ""),
    more: hasMore ? () => void search.fetchNextPage() : null,
  };
}

const entriesOf = ({ products }: ProductList): NamedEntry[] =>
  products.flatMap(({ id, name, variations }) => [
    { id, name },
    ...variations.map((one) => ({ id: one.id, name: one.name })),
  ]);
