import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { speak } from "../api/client.ts";
import { type Lang, named, type TextKey, text, type Values } from "../words/texts.ts";
import { formatOf } from "./format.ts";

const REMEMBERED = "bottega-admin-lang";

interface Language {
  lang: Lang;
  /** A text. */
  t: (key: TextKey, values?: Values) => string;
  /** The text for a name from the server, such as a status. */
  named: (group: string, name: string) => string;
  /** Money, numbers and moments. */
  format: ReturnType<typeof formatOf>;
  /** Changes to the other language. */
  toggle: () => void;
}

const Context = createContext<Language | null>(null);

function remembered(): Lang {
  try {
    return localStorage.getItem(REMEMBERED) === "en" ? "en" : "it";
  } catch {
    return "it";
  }
}

function remember(lang: Lang) {
  try {
    localStorage.setItem(REMEMBERED, lang);
  } catch {
    // A browser that keeps nothing starts in Italian each time.
  }
}

/** Gives everything below it its words. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [lang, setLang] = useState(remembered);
  const language = useMemo<Language>(() => {
    speak(lang);
    document.documentElement.lang = lang;
    return {
      lang,
      t: (key, values) => text(lang, key, values),
      named: (group, name) => named(lang, group, name),
      format: formatOf(lang),
      toggle: () => {
        const other = lang === "it" ? "en" : "it";
        remember(other);
        setLang(other);
      },
    };
  }, [lang]);
  return <Context value={language}>{children}</Context>;
}

export function useLanguage(): Language {
  const language = useContext(Context);
  if (!language) throw new Error("Nothing above says which language is spoken");
  return language;
}
