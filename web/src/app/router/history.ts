// The scroll position of each page of the session, restored when the shopper goes back. It is stored in the history entry, so it
// survives a reload and a visit to another site.

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
