// The idempotency key of a wallet purchase. The key survives until the outcome is known: a retry, even after a reload or in
// another tab, sends the same key, and the server finds the order of the first attempt.

/** Storage key. */
const STORED = "bottega-express-key";

/** Fallback for browsers without storage; it lasts until the page is left. */
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
    // Falls back to `remembered`.
  }
}

/** Returns the key of the current purchase, or creates one. */
export function purchaseKey(): string {
  const storedKey = stored();
  if (storedKey) return storedKey;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  store(key);
  return key;
}

/** Forgets the key once the server has answered, so that the next purchase gets a new one. */
export const forgetPurchaseKey = (): void => store("");
