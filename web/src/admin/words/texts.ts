// All words of the back office, from the catalogue in the repository's folder `words`. `{name}` stands for a value. What is wrong
// with a value is said by the server, in the same language.

import { texts as en } from "../../../pkg/words/en/admin.ts";
import { texts as it } from "../../../pkg/words/it/admin.ts";

export type Lang = "it" | "en";
export type TextKey = keyof typeof it;
export type Values = Record<string, string | number>;

const texts: Record<Lang, Record<TextKey, string>> = { it, en };
const isKey = (key: string): key is TextKey => Object.hasOwn(it, key);

/** A text of a language, with its values filled in. */
export function text(lang: Lang, key: TextKey, values: Values = {}): string {
  return Object.entries(values).reduce<string>(
    (made, [name, value]) => made.replaceAll(`{${name}}`, String(value)),
    texts[lang][key],
  );
}

/** The names that a group has texts for. */
export const namesOf = (group: string): string[] =>
  Object.keys(it).flatMap((key) => (key.startsWith(`${group}.`) ? [key.slice(group.length + 1)] : []));

/** The text for a name that comes from the server; the name itself when there is none. */
export function named(lang: Lang, group: string, name: string): string {
  const key = `${group}.${name}`;
  return isKey(key) ? text(lang, key) : name;
}
