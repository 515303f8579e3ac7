import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { type KitWords, KitWordsContext } from "../../ui/words.ts";
import { setLanguage } from "../api/client.ts";
import { type Lang, named, type TextKey, text, type Values } from "../words/texts.ts";
import { formatOf } from "./format.ts";

const STORAGE_KEY = "bottega-admin-lang";

interface Language {
  lang: Lang;
  /** Returns a text. */
  t: (key: TextKey, values?: Values) => string;
  /** Returns the text for a name from the server, such as a status. */
  named: (group: string, name: string) => string;
  /** Formatters for amounts, numbers and times. */
  format: ReturnType<typeof formatOf>;
  /** Switches to the other language. */
  toggle: () => void;
}

const Context = createContext<Language | null>(null);

function readStoredLanguage(): Lang {
  try {
    return localStorage.getItem(STORAGE_KEY) === "en" ? "en" : "it";
  } catch {
    return "it";
  }
}

function storeLanguage(lang: Lang) {
  try {
    localStorage.setItem(STORAGE_KEY, lang);
  } catch {
    // Without storage the back office starts in Italian each time.
  }
}

/** The kit's texts. Fields of the back office mark neither optional ones nor errors with a further word. */
const kitWords = (t: Language["t"]): KitWords => ({
  optional: "",
  errorPrefix: "",
  close: t("close"),
  pages: t("pages"),
  previousPage: t("previousPage"),
  nextPage: t("nextPage"),
  page: (page) => t("page", { page }),
});

/** Provides the language to everything below it. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [lang, setLang] = useState(readStoredLanguage);
  const language = useMemo<Language>(() => {
    setLanguage(lang);
    document.documentElement.lang = lang;
    return {
      lang,
      t: (key, values) => text(lang, key, values),
      named: (group, name) => named(lang, group, name),
      format: formatOf(lang),
      toggle: () => {
        const other = lang === "it" ? "en" : "it";
        storeLanguage(other);
        setLang(other);
      },
    };
  }, [lang]);
  return (
    <Context value={language}>
      <KitWordsContext value={kitWords(language.t)}>{children}</KitWordsContext>
    </Context>
  );
}

export function useLanguage(): Language {
  const language = useContext(Context);
  if (!language) throw new Error("useLanguage needs a LanguageProvider above it");
  return language;
}
