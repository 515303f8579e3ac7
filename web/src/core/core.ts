// The only door to the shop's rules. In the browser they are the wasm module; in the page renderer they are host
// functions of the server with the same names and JSON. Components call `core().formatPrice(…)` on both sides.

import type { ShopCore } from "./types.ts";

let current: ShopCore | null = null;
let fullness = 0;

/** Sets the rules, before anything is rendered. */
export function setCore(core: ShopCore): void {
  current = core;
}

/** Takes the rules of a module. Modules arrive in any order: the fullest, which has all that the others have, stays. */
export function addRules(rules: Partial<ShopCore>, full: number): void {
  if (full < fullness) return;
  fullness = full;
  current = rules as ShopCore;
}

/** The rules. */
export function core(): ShopCore {
  if (!current) throw new Error("The shop's rules were asked before they were loaded");
  return current;
}

/** Short answers that the page renderer keeps: a few hundred kilobytes at most. */
const MAX_KEPT = 2000;
const MAX_KEPT_CHARS = 120;

/** The rules as host functions: every call crosses to the server's native code as JSON. */
export function hostCore(call: (name: string, args: string) => string): ShopCore {
  const functions = new Map<string, (...args: unknown[]) => unknown>();
  // Rules depend on their arguments alone, and pages ask the same few hundred questions again and again: how 3 is written.
  const answers = new Map<string, string>();
  const ask = (name: string, args: string): string => {
    const question = name + args;
    const known = answers.get(question);
    if (known !== undefined) return known;
    const answer = call(name, args);
    if (question.length + answer.length <= MAX_KEPT_CHARS) {
      if (answers.size >= MAX_KEPT) answers.clear();
      answers.set(question, answer);
    }
    return answer;
  };
  return new Proxy({} as ShopCore, {
    get(_target, name) {
      const key = String(name);
      let found = functions.get(key);
      if (!found) {
        found = (...args) => JSON.parse(ask(key, JSON.stringify(args))) as unknown;
        functions.set(key, found);
      }
      return found;
    },
  });
}
