// The offline page, which is served in place of pages that are not cached.

import type { Shell } from "../../core/types.ts";

const OFFLINE_PATH = "/offline/";
/**
 * Used to probe whether the shop responds. The requested page itself must not be probed: its address may have side effects or be
 * valid only once.
 */
const READY = "/readyz";
/** Interval at which the shop is probed. */
const CHECK_INTERVAL_MS = 5_000;

/** Reloads the requested page once the shop responds again. The connection may have been there all the time, and the shop not. */
export function reloadWhenOnline({ path, prefix }: Shell): void {
  if (path !== OFFLINE_PATH || window.location.pathname === prefix + OFFLINE_PATH) return;
  let isChecking = false;
  const check = async () => {
    const { status } = await fetch(READY, { method: "HEAD", cache: "no-store" });
    if (status < 500) window.location.reload();
  };
  const checkAgain = () => {
    if (isChecking) return;
    isChecking = true;
    const done = () => {
      isChecking = false;
    };
    check().then(done, done);
  };
  window.addEventListener("online", checkAgain);
  window.setInterval(checkAgain, CHECK_INTERVAL_MS);
  checkAgain();
}
