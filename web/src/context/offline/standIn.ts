// The page that stands in for those that were not kept.

import type { Shell } from "../../core/types.ts";

const STAND_IN = "/offline/";
/** Asked whether the shop answers. The page itself may not be: an address may do something, or be good for one time. */
const READY = "/readyz";
/** How often it is looked whether the shop answers again. */
const LOOK_EVERY_MS = 5_000;

/** Gives way to the page that was asked for, once the shop answers again: the connection may have been there all the time, and the
 * shop not. */
export function giveWay({ path, prefix }: Shell): void {
  if (path !== STAND_IN || window.location.pathname === prefix + STAND_IN) return;
  let asks = false;
  const look = async () => {
    const { status } = await fetch(READY, { method: "HEAD", cache: "no-store" });
    if (status < 500) window.location.reload();
  };
  const again = () => {
    if (asks) return;
    asks = true;
    const done = () => {
      asks = false;
    };
    look().then(done, done);
  };
  window.addEventListener("online", again);
  window.setInterval(again, LOOK_EVERY_MS);
  again();
}
