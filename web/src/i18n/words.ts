import type { Lang } from "../core/types.ts";
import { en } from "./en.ts";
import { it, type Words } from "./it.ts";

export type { Words } from "./it.ts";

/** The page words of a language. */
export function wordsOf(lang: Lang): Words {
  return lang === "en" ? en : it;
}
