// Where the shopper was on each page of the session, so that going back lands there. Kept in the history entry itself:
// it survives a reload and a visit to another site.

interface EntryState {
  scrollY: number;
}

export function rememberScroll(): void {
  const entry: EntryState = { scrollY: window.scrollY };
  window.history.replaceState({ ...(window.history.state as object | null), ...entry }, "");
}

export function rememberedScroll(state: unknown): number {
  return (state as EntryState | null)?.scrollY ?? 0;
}
