// The idempotency key of a purchase by wallet. A purchase whose outcome is unknown keeps its key: tried again, after a reload or in
// another tab, it sends the same one, and the server finds the order of the first try.

/** Where it is stored until the outcome is known. */
const STORED = "bottega-express-key";

/** Browsers without storage remember it until the page is left. */
let remembered = "";

function stored(): string {
  try {
    return localStorage.getItem(STORED) ?? "";
  } catch {
    return remembered;
  }
}

function store(key: string): void {
  remembered = key;
  try {
    if (key) localStorage.setItem(STORED, key);
    else localStorage.removeItem(STORED);
  } catch {
    // `remembered` has to do.
  }
}

/** The key of the purchase that is under way, or of a new one. */
export function purchaseKey(): string {
  const known = stored();
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  store(key);
  return key;
}

/** Forgets the key: the server has answered, so the next purchase is another one. */
export const forgetPurchaseKey = (): void => store("");
