import { createContext, type ReactNode, useContext, useMemo } from "react";
import { core } from "../core/core.ts";
import type { Lang, Shell } from "../core/types.ts";
import { type Words, wordsOf } from "../i18n/words.ts";
import { KitWordsContext } from "../ui/words.ts";

interface PageContextValue {
  shell: Shell;
  lang: Lang;
  words: Words;
}

const Context = createContext<PageContextValue | null>(null);

/** Gives all components the frame of the page and the words of its language. */
export function PageProvider({ shell, children }: { shell: Shell; children: ReactNode }) {
  const value = useMemo(() => ({ shell, lang: shell.lang, words: wordsOf(shell.lang) }), [shell]);
  return (
    <Context value={value}>
      <KitWordsContext value={value.words}>{children}</KitWordsContext>
    </Context>
  );
}

function usePage(): PageContextValue {
  const value = useContext(Context);
  if (!value) throw new Error("PageProvider is missing");
  return value;
}

/** The frame of the page. */
export function useShell(): Shell {
  return usePage().shell;
}

/** The language of the page. */
export function useLang(): Lang {
  return usePage().lang;
}

/** The words of the page's language. */
export function useWords(): Words {
  return usePage().words;
}

/** Numbers and money written in the page's language. */
export function useFormat() {
  const { lang } = usePage();
  return useMemo(
    () => ({
      /** Cents of the page data. */
      price: (cents: number) => core().formatPrice(cents, lang),
      /** Minor units as text, as the store API sends them. */
      minor: (text: string) => core().formatMinor(text, lang),
      /** Net and tax of the store API together, as the shop shows prices. */
      gross: (net: string, tax: string) => core().formatGross(net, tax, lang),
      integer: (value: number) => core().formatInteger(value, lang),
      decimal: (text: string) => core().formatDecimal(text, lang),
    }),
    [lang],
  );
}
