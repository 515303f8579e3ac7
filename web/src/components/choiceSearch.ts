import { core } from "../core/core.ts";
import type { Choice } from "./SearchableChoices.tsx";

/** The choices that fit what is typed, the likeliest first: its code in capitals, then beginnings of the name, its code however
 * written, beginnings of a word, and the rest. */
export function fitting(options: Choice[], typed: string): Choice[] {
  const wanted = plain(typed);
  if (!wanted) return options;
  const rank = ({ code, name }: Choice) => {
    const words = plain(name);
    if (code === typed.trim()) return 0;
    if (joined(words).startsWith(joined(wanted))) return 1;
    if (plain(code) === wanted) return 2;
    if (words.includes(` ${wanted}`)) return 3;
    return joined(words).includes(joined(wanted)) ? 4 : null;
  };
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((one): one is { option: Choice; rank: number } => one.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

/** The choice that a text names in full, as browsers fill fields in: by its name or its code. */
export function named(options: Choice[], text: string): Choice | null {
  const wanted = plain(text);
  return (
    options.find(({ name }) => plain(name) === wanted) ??
    options.find(({ code }) => plain(code) === wanted) ??
    null
  );
}

/** Folded as every search of the shop folds: "Forlì-Cesena" is found by "forli cesena", "L’Aquila" by "laquila" and "l aquila". */
const plain = (text: string) => core().searchKey(text).replace(/\s+/g, " ").trim();

const joined = (text: string) => text.replaceAll(" ", "");
