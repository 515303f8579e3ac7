import { core } from "../core/core.ts";
import type { Choice } from "./SearchableChoices.tsx";

/** Finds the choices that match the typed text, best first: exact code, start of the name, code in any case, start of a word, and
 * then the rest. */
export function findMatches(options: Choice[], typed: string): Choice[] {
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

/** Finds the choice whose full name or code the text is, as browsers autofill either. */
export function findByText(options: Choice[], text: string): Choice | null {
  const wanted = plain(text);
  return (
    options.find(({ name }) => plain(name) === wanted) ??
    options.find(({ code }) => plain(code) === wanted) ??
    null
  );
}

/** Normalizes as every search of the shop does: "forli cesena" finds "Forlì-Cesena", "laquila" and "l aquila" find "L’Aquila". */
const plain = (text: string) => core().searchKey(text).replace(/\s+/g, " ").trim();

const joined = (text: string) => text.replaceAll(" ", "");
