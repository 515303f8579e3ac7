// The words of the pages, from the catalogue in the repository's folder `words`. Each language has a script for every page and one
// for some kinds of pages, which name it; the server links those of a page in its head (render/manifest.rs).

import type { Words } from "../../pkg/words/pages.ts";
import { scripts as shop } from "../../pkg/words/shop.ts";
import type { Lang } from "../core/types.ts";

export type Subject = keyof Words;

/** A script of words in each language. */
export type Scripts = Record<Lang, () => Promise<{ words: Partial<Words> }>>;

/** The words of a subject, and behind them those of every page. */
export type WordsOf<S extends Subject> = Words["shop"] & Words[S];

const loaded: Record<Lang, Partial<{ [S in Subject]: WordsOf<S> }>> = { it: {}, en: {} };

/** Makes words available without loading; for the page renderer. */
export function registerWords(lang: Lang, words: Partial<Words>): void {
  const known = loaded[lang];
  for (const [subject, texts] of Object.entries(words)) {
    if (!(subject in known)) Object.assign(known, { [subject]: { ...(words.shop ?? known.shop), ...texts } });
  }
}

/** Loads the words of every page, and those of a kind of page. */
export async function loadWords(lang: Lang, own?: Scripts): Promise<void> {
  const all = await Promise.all([shop[lang](), own?.[lang]()]);
  for (const script of all) if (script) registerWords(lang, script.words);
}

/** The words of a subject, in a language in which they were loaded. */
export function wordsOf<S extends Subject>(lang: Lang, subject: S): WordsOf<S> {
  const words = loaded[lang][subject];
  if (!words) throw new Error(`No words of ${subject} in ${lang} are loaded`);
  return words;
}
