import { createContext, type ReactNode, useContext, useMemo } from "react";
import { core } from "../core/core.ts";
import type { Lang, Shell } from "../core/types.ts";
import { type Subject, type WordsOf, wordsOf } from "../i18n/words.ts";
import { KitWordsContext } from "../ui/words.ts";

interface PageContextValue {
  shell: Shell;
  lang: Lang;
}

const Context = createContext<PageContextValue | null>(null);

/** Gives all components the frame of the page and the words of its language. */
export function PageProvider({ shell, children }: { shell: Shell; children: ReactNode }) {
  const value = useMemo(() => ({ shell, lang: shell.lang }), [shell]);
  return (
    <Context value={value}>
      <KitWordsContext value={wordsOf(shell.lang, "shop")}>{children}</KitWordsContext>
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

/** Words in the page's language: those of every page, and before them those of a subject whose script the page loads. */
export function useWords(): WordsOf<"shop">;
export function useWords<S extends Subject>(subject: S): WordsOf<S>;
export function useWords(subject: Subject = "shop") {
  return wordsOf(usePage().lang, subject);
}

/** Numbers and money written in the page's language. */
export function useFormat() {
  const { lang, shell } = usePage();
  const { net_cart: netCart } = shell;
  return useMemo(
    () => ({
      /** Cents of the page data. */
      price: (cents: number) => core().formatPrice(cents, lang),
      /** Minor units as text, as the store API sends them. */
      minor: (text: string) => core().formatMinor(text, lang),
      /** Net and tax of the store API together. */
      gross: (net: string, tax: string) => core().formatGross(net, tax, lang),
      /** An amount of the cart, of which the store API sends net and tax, with or without tax as the buyer is shown it. */
      inCart: (net: string, tax: string) =>
        netCart ? core().formatMinor(net, lang) : core().formatGross(net, tax, lang),
      integer: (value: number) => core().formatInteger(value, lang),
      decimal: (text: string) => core().formatDecimal(text, lang),
    }),
    [lang, netCart],
  );
}
