// Password strength estimation, with its dictionaries: a separate module that is loaded when a password field is used.

export interface StrengthModule {
  passwordStrength: (password: string, words: string[], year?: number | null) => { score: number };
}

let load: (() => Promise<StrengthModule>) | null = null;
let fetched: Promise<StrengthModule> | null = null;

/** Sets the loader of the module; called by the browser's entry, as the page renderer has no such module. */
export function provideStrength(from: () => Promise<StrengthModule>): void {
  load = from;
}

/** Loads the module on first use; resolves to `null` if there is none. */
export function strength(): Promise<StrengthModule | null> {
  if (!load) return Promise.resolve(null);
  fetched ??= load();
  // Without it the meter shows an unknown strength, and the server validates the password. The next field tries again.
  return fetched.catch(() => {
    fetched = null;
    return null;
  });
}
