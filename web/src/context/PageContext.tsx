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

/** Provides the page's shell and the words of its language to all components. */
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

/** Returns the shell of the page. */
export function useShell(): Shell {
  return usePage().shell;
}

/** Returns the language of the page. */
export function useLang(): Lang {
  return usePage().lang;
}

/** Returns words in the page's language: those of every page or, given a name, those of an area whose script the page loads. */
export function useWords(): WordsOf<"shop">;
export function useWords<S extends Subject>(subject: S): WordsOf<S>;
export function useWords(subject: Subject = "shop") {
  return wordsOf(usePage().lang, subject);
}

/** Returns formatters for numbers and money in the page's language. */
export function useFormat() {
  const { lang, shell } = usePage();
  const { net_cart: netCart } = shell;
  return useMemo(
    () => ({
      /** Formats an amount of the page data, in cents. */
      price: (cents: number) => core().formatPrice(cents, lang),
      /** Formats an amount of the store API, which sends minor units as strings. */
      minor: (text: string) => core().formatMinor(text, lang),
      /** Formats the sum of a net amount and its tax. */
      gross: (net: string, tax: string) => core().formatGross(net, tax, lang),
      /** Formats an amount of the cart, with or without tax depending on what the buyer is shown. */
      inCart: (net: string, tax: string) =>
        netCart ? core().formatMinor(net, lang) : core().formatGross(net, tax, lang),
      integer: (value: number) => core().formatInteger(value, lang),
      decimal: (text: string) => core().formatDecimal(text, lang),
    }),
    [lang, netCart],
  );
}
