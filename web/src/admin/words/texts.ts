// All texts of the back office, from the catalogue in the repository's folder `words`. `{name}` is a placeholder. Validation messages
// come from the server, in the same language.

import { texts as en } from "../../../pkg/words/en/admin.ts";
import { texts as it } from "../../../pkg/words/it/admin.ts";

export type Lang = "it" | "en";
export type TextKey = keyof typeof it;
export type Values = Record<string, string | number>;

const texts: Record<Lang, Record<TextKey, string>> = { it, en };
const isKey = (key: string): key is TextKey => Object.hasOwn(it, key);

/** Returns a text with its placeholders filled in. */
export function text(lang: Lang, key: TextKey, values: Values = {}): string {
  return Object.entries(values).reduce<string>(
    (filled, [name, value]) => filled.replaceAll(`{${name}}`, String(value)),
    texts[lang][key],
  );
}

/** Returns the names for which a group has texts. */
export const namesOf = (group: string): string[] =>
  Object.keys(it).flatMap((key) => (key.startsWith(`${group}.`) ? [key.slice(group.length + 1)] : []));

/** Returns the text for a name from the server, or the name itself if there is none. */
export function named(lang: Lang, group: string, name: string): string {
  const key = `${group}.${name}`;
  return isKey(key) ? text(lang, key) : name;
}
