// Password strength, with its dictionaries: a module of its own, fetched when a password field is used.

export interface StrengthModule {
  passwordStrength: (password: string, words: string[], year?: number | null) => { score: number };
}

let load: (() => Promise<StrengthModule>) | null = null;
let fetched: Promise<StrengthModule> | null = null;

/** Says where the module comes from; done by the browser's first script, as the page renderer has none. */
export function provideStrength(from: () => Promise<StrengthModule>): void {
  load = from;
}

/** The module, fetched by the first who asks. `null` where there is none. */
export function strength(): Promise<StrengthModule | null> {
  if (!load) return Promise.resolve(null);
  fetched ??= load();
  // Without it the meter says that the strength is unknown, and the server judges. The next field tries again.
  return fetched.catch(() => {
    fetched = null;
    return null;
  });
}
