// Texts of the storefront's pages, from the catalogue in the repository's folder `words`. Each language has one script for all pages
// and further ones for certain kinds of page, which import them; the server links a page's scripts in its head (render/assets/manifest.rs).

import type { Words } from "../../pkg/words/pages.ts";
import { scripts as shop } from "../../pkg/words/shop.ts";
import type { Lang } from "../core/types.ts";

export type Subject = keyof Words;

/** Loaders of one text script, by language. */
export type Scripts = Record<Lang, () => Promise<{ words: Partial<Words> }>>;

/** Texts of a subject together with those shared by every page. */
export type WordsOf<S extends Subject> = Words["shop"] & Words[S];

const loaded: Record<Lang, Partial<{ [S in Subject]: WordsOf<S> }>> = { it: {}, en: {} };

/** Registers texts that are already in memory; used by the server-side renderer. */
export function registerWords(lang: Lang, words: Partial<Words>): void {
  const known = loaded[lang];
  for (const [subject, texts] of Object.entries(words)) {
    if (!(subject in known)) Object.assign(known, { [subject]: { ...(words.shop ?? known.shop), ...texts } });
  }
}

/** Loads the shared texts and those of one kind of page. */
export async function loadWords(lang: Lang, own?: Scripts): Promise<void> {
  const all = await Promise.all([shop[lang](), own?.[lang]()]);
  for (const script of all) if (script) registerWords(lang, script.words);
}

/** Returns the texts of a subject; throws if they have not been loaded in this language. */
export function wordsOf<S extends Subject>(lang: Lang, subject: S): WordsOf<S> {
  const words = loaded[lang][subject];
  if (!words) throw new Error(`No words of ${subject} in ${lang} are loaded`);
  return words;
}
