// The worker that keeps pages for when there is no connection, and what is done once there is one again.

import type { PageData } from "../../core/types.ts";
import { giveWay } from "./standIn.ts";

const WORKER = "/service-worker.js";

/** Begins once the page stands: nothing that is seen waits for it. A preview keeps nothing. */
export function startOffline({ shell }: PageData): void {
  if (shell.preview) return;
  giveWay(shell);
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const known = serviceWorker.controller !== null;
  const begin = async () => {
    await serviceWorker.register(WORKER, { scope: "/" });
    const { active } = await serviceWorker.ready;
    if (!known) active?.postMessage({ page: window.location.href, files: loadedFiles() });
  };
  // Browsers that forbid it, and windows that keep nothing, show pages as ever.
  begin().catch(() => undefined);
}

/** What this page has loaded, which a worker that was not there yet has not seen. */
function loadedFiles(): string[] {
  return performance.getEntriesByType("resource").map(({ name }) => name);
}
