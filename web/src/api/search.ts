import { inLanguage } from "../core/address.ts";
import type { SearchSuggestions } from "../core/types.ts";

/** What fits the words typed so far. Throws when there is no answer. */
export async function suggest(typed: string, signal: AbortSignal): Promise<SearchSuggestions> {
  const response = await fetch(inLanguage(`/api/search?${new URLSearchParams({ s: typed })}`), {
    headers: { Accept: "application/json" },
    credentials: "same-origin",
    signal,
  });
  if (!response.ok) throw new Error(`suggestions: ${response.status}`);
  return (await response.json()) as SearchSuggestions;
}
