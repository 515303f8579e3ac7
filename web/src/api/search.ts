import { inLanguage } from "../core/address.ts";
import type { SearchSuggestions } from "../core/types.ts";

/** Fetches search suggestions for the text entered so far. Throws if the request fails. */
export async function suggest(typed: string, signal: AbortSignal): Promise<SearchSuggestions> {
  const response = await fetch(inLanguage(`/api/search?${new URLSearchParams({ s: typed })}`), {
    headers: { Accept: "application/json" },
    credentials: "same-origin",
    signal,
  });
  if (!response.ok) throw new Error(`suggestions: ${response.status}`);
  return (await response.json()) as SearchSuggestions;
}
