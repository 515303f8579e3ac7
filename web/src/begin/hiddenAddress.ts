// The tab keeps the whole address of a page that is shown without its key (context/documents.ts).

const HIDDEN = "bottega_hidden_addresses";

export const pathOf = ({ pathname, search }: URL | Location): string => pathname + search;

/** Whole addresses by the paths that are shown. */
function hidden(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(HIDDEN) ?? "{}");
  } catch {
    return {};
  }
}

/** Keeps the whole address of a page for the one that is shown. Throws where the tab keeps nothing. */
export function hide(shown: URL, whole: string): void {
  sessionStorage.setItem(HIDDEN, JSON.stringify({ ...hidden(), [pathOf(shown)]: whole }));
}

/** The page's own address where another one is shown. */
export const hiddenAddress = (): string | null => hidden()[pathOf(window.location)] ?? null;
