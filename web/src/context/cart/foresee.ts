let asked = false;

/** Loads what prices the cart in the browser; until it is there, changes wait for the server. */
export function foresee(): void {
  if (asked) return;
  asked = true;
  // Without it the server's answers do as before; the next cart to be shown tries again.
  import("./foresight.ts")
    .then(({ startForesight }) => startForesight())
    .catch(() => {
      asked = false;
    });
}
