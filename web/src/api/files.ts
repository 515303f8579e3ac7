// Build files that are fetched on demand: scripts, and the core in WebAssembly.

/** Files that have been or are being fetched, by URL. */
const fetched = new Map<string, Promise<void>>();

async function fetchFile(address: string): Promise<void> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    // The browser only caches a response whose body has been read to the end.
    await response.arrayBuffer();
  } catch (error) {
    fetched.delete(address);
    throw error;
  }
}

/**
 * Fetches files into the browser's cache, in parallel. Rejects if one of them cannot be fetched; a later call tries again.
 *
 * A browser does not retry a module that it could not fetch or whose WebAssembly failed: until the page is reloaded, the import
 * fails immediately. So nothing is imported before its files are cached. Files that the document links are skipped: without them
 * the page stays plain HTML anyway.
 */
export async function preloadFiles(addresses: readonly string[]): Promise<void> {
  const linked = new Set(Array.from(document.querySelectorAll("link"), (link) => link.getAttribute("href")));
  const missing = addresses.filter((address) => !linked.has(address));
  await Promise.all(
    missing.map((address) => {
      const pending = fetched.get(address) ?? fetchFile(address);
      fetched.set(address, pending);
      return pending;
    }),
  );
}
