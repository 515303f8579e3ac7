import type { Lang } from "../core/types.ts";
import type { Words } from "./it.ts";

export type { Words } from "./it.ts";

/** Each language is a script of its own: a page is in one of them. The server links it in the page's head (render/manifest.rs). */
const scripts: Record<Lang, () => Promise<Words>> = {
  it: async () => (await import("./it.ts")).it,
  en: async () => (await import("./en.ts")).en,
};

const loaded: Partial<Record<Lang, Words>> = {};

/** Makes words available without loading; for the page renderer. */
export function registerWords(words: Partial<Record<Lang, Words>>): void {
  Object.assign(loaded, words);
}

/** Loads the words of a language. */
export async function loadWords(lang: Lang): Promise<void> {
  if (!loaded[lang]) registerWords({ [lang]: await scripts[lang]() });
}

/** The page words of a language that was loaded. */
export function wordsOf(lang: Lang): Words {
  const words = loaded[lang];
  if (!words) throw new Error(`No words of ${lang} are loaded`);
  return words;
}
