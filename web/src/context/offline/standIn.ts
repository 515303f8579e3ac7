// The page that stands in for those that were not kept.

import type { Shell } from "../../core/types.ts";

const STAND_IN = "/offline/";
/** How often it is looked whether the shop answers again. */
const LOOK_EVERY_MS = 5_000;

/** Gives way to the page that was asked for, once the shop answers again: the connection may have been there all the time, and the
 * shop not. */
export function giveWay({ path, prefix }: Shell): void {
  if (path !== STAND_IN || window.location.pathname === prefix + STAND_IN) return;
  const look = async () => {
    const { status } = await fetch(window.location.href, { method: "HEAD" });
    if (status < 500) window.location.reload();
  };
  const again = () => void look().catch(() => undefined);
  window.addEventListener("online", again);
  window.setInterval(again, LOOK_EVERY_MS);
  again();
}
