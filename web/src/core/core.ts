// The only access to the shop's rules. In the browser they are the wasm module; in the page renderer they are host functions of
// the server with the same names and JSON. Components call `core().formatPrice(…)` on both sides.

import type { ShopCore } from "./types.ts";

let current: ShopCore | null = null;
let fullness = 0;

/** Sets the rules before anything is rendered. */
export function setCore(core: ShopCore): void {
  current = core;
}

/** Adds the rules of a module. Modules arrive in any order; the fullest one, which contains the rules of all others, wins. */
export function addRules(rules: Partial<ShopCore>, full: number): void {
  if (full < fullness) return;
  fullness = full;
  current = rules as ShopCore;
}

/** Returns the rules. */
export function core(): ShopCore {
  if (!current) throw new Error("The shop's rules were used before they were loaded");
  return current;
}

/** Number of short answers that the page renderer caches: a few hundred kilobytes at most. */
const MAX_CACHED_ANSWERS = 2000;
const MAX_CACHED_CHARS = 120;

/** Implements the rules with host functions: every call crosses to the server's native code as JSON. */
export function hostCore(call: (name: string, args: string) => string): ShopCore {
  const functions = new Map<string, (...args: unknown[]) => unknown>();
  // Rules are pure functions, and pages call the same few hundred again and again, such as the format of the number 3.
  const answers = new Map<string, string>();
  const callHost = (name: string, args: string): string => {
    const question = name + args;
    const cached = answers.get(question);
    if (cached !== undefined) return cached;
    const answer = call(name, args);
    if (question.length + answer.length <= MAX_CACHED_CHARS) {
      if (answers.size >= MAX_CACHED_ANSWERS) answers.clear();
      answers.set(question, answer);
    }
    return answer;
  };
  return new Proxy({} as ShopCore, {
    get(_target, name) {
      const key = String(name);
      let found = functions.get(key);
      if (!found) {
        found = (...args) => JSON.parse(callHost(key, JSON.stringify(args))) as unknown;
        functions.set(key, found);
      }
      return found;
    },
  });
}
