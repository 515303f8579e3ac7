// Session storage holds the full URL of a page whose access key is hidden from the address bar (context/documents.ts).

const STORAGE_KEY = "bottega_hidden_addresses";

export const pathOf = ({ pathname, search }: URL | Location): string => pathname + search;

/** Reads the stored map from visible paths to full URLs. */
function readHidden(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** Stores the full URL behind a visible one. Throws if session storage is unavailable. */
export function hide(visible: URL, full: string): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readHidden(), [pathOf(visible)]: full }));
}

/** Returns the full URL of the current page if the address bar hides part of it. */
export const hiddenAddress = (): string | null => readHidden()[pathOf(window.location)] ?? null;
