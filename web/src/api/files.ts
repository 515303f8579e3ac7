// Files of the build that are fetched once somebody needs them: scripts, and the rules in WebAssembly.

/** Those that are here or on their way, by address. */
const fetched = new Map<string, Promise<void>>();

async function fetchFile(address: string): Promise<void> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    // Only what was read to its end is kept by the browser.
    await response.arrayBuffer();
  } catch (error) {
    fetched.delete(address);
    throw error;
  }
}

/**
 * Fetches files into the browser's cache, all at once. Rejects where one cannot be fetched; asked again, tries again.
 *
 * A browser does not try a module again that it could not fetch, nor one whose WebAssembly failed: until the page is loaded anew
 * the import fails at once. So nothing is imported before its files are here. Those that the document links are not asked for:
 * without them its page stays plain HTML.
 */
export async function reach(addresses: readonly string[]): Promise<void> {
  const linked = new Set(Array.from(document.querySelectorAll("link"), (link) => link.getAttribute("href")));
  const missing = addresses.filter((address) => !linked.has(address));
  await Promise.all(
    missing.map((address) => {
      const found = fetched.get(address) ?? fetchFile(address);
      fetched.set(address, found);
      return found;
    }),
  );
}
