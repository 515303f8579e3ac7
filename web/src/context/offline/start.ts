// Registers the service worker that caches pages for offline use.

import type { PageData } from "../../core/types.ts";
import { reloadWhenOnline } from "./offlinePage.ts";

const WORKER = "/service-worker.js";

/** Starts once the page has loaded, as nothing visible depends on it. A preview caches nothing. */
export function startOffline({ shell }: PageData): void {
  if (shell.preview) return;
  reloadWhenOnline(shell);
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const isControlled = serviceWorker.controller !== null;
  const register = async () => {
    await serviceWorker.register(WORKER, { scope: "/" });
    const { active } = await serviceWorker.ready;
    if (!isControlled) active?.postMessage({ page: window.location.href, files: loadedFiles() });
  };
  // Browsers that forbid service workers, and private windows, work without one.
  register().catch(() => undefined);
}

/** Returns the files that this page has loaded, which a newly installed worker has not seen. */
function loadedFiles(): string[] {
  return performance.getEntriesByType("resource").map(({ name }) => name);
}
