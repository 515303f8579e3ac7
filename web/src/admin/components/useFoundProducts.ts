import { useCallback, useEffect, useRef, useState } from "react";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import { get } from "../api/client.ts";
import type { NamedEntry } from "../api/types.ts";
import { useLanguage } from "../context/language.tsx";

/** Asked for once no key was pressed for so long. */
const WAIT_MS = 250;
/** After a failure it is asked again so much later. */
const TRY_AGAIN_MS = 3000;

/** What the server found. */
export interface Found {
  entries: NamedEntry[];
  /** What the list says of itself; empty: nothing. */
  said: string;
  /** Gets the next ones; null: these are all. */
  more: (() => void) | null;
}

interface Page {
  entries: NamedEntry[];
  page: number;
  pages: number;
}

type State = "idle" | "searching" | "loading_more" | "load_failed";

/** Products and variations for what is typed, as it is typed; only the latest answer counts. `most`: how many may be chosen. */
export function useFoundProducts(typed: string, chosen: number, most: number | null): Found {
  const { lang } = useLanguage();
  const [ready, setReady] = useState(false);
  const [list, setList] = useState<Page | null>(null);
  const [state, setState] = useState<State>("idle");
  const turn = useRef(0);
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    void loadRules("checkout").then(() => setReady(true));
  }, []);

  const ask = useCallback(async (text: string, page: number): Promise<void> => {
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
      again.current = setTimeout(() => void ask(text, page), TRY_AGAIN_MS);
    }
  }, []);

  const text = typed.trim();
  const waits = ready && text !== "" ? (core().selectWaits(text, chosen, most, lang) ?? null) : null;
  const asks = ready && text !== "" && waits === null;
  useEffect(() => {
    const timer = asks ? setTimeout(() => void ask(text, 1), WAIT_MS) : undefined;
    return () => {
      clearTimeout(timer);
      clearTimeout(again.current);
      // What is still under way is for what was typed before.
      turn.current += 1;
      setList(null);
      setState("idle");
    };
  }, [asks, text, ask]);

  const say = (name: Exclude<State, "idle"> | "no_matches") => core().selectSentence(name, 0, lang);
  const empty = state === "idle" && list?.entries.length === 0;
  return {
    entries: list?.entries ?? [],
    said: waits ?? (state !== "idle" ? say(state) : empty ? say("no_matches") : ""),
    more: list && list.page < list.pages && state === "idle" ? () => void ask(text, list.page + 1) : null,
  };
}
