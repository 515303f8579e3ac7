// First script of a page. It lets the browser paint the page before it fetches the modules that hydrate it; the document lists
// them (crates/shop-server/src/render/document/mod.rs). Until then the page's links and forms work as plain HTML.

import { recordEarlyClicks } from "./earlyClicks.ts";
import { hiddenAddress } from "./hiddenAddress.ts";

function loadApp(script: HTMLScriptElement): void {
  const [entry = "", ...modules] = (script.dataset.modules ?? "").split(" ");
  const wasm = (script.dataset.wasm ?? "").split(" ").filter(Boolean);
  const link = (href: string, kind: Partial<HTMLLinkElement>) =>
    Object.assign(document.createElement("link"), { nonce: script.nonce, ...kind, href });
  document.head.append(
    ...modules.map((href) => link(href, { rel: "modulepreload" })),
    // With the same attributes as the module's loader uses, or the browser fetches the file twice.
    ...wasm.map((href) =>
      link(href, { rel: "preload", as: "fetch", type: "application/wasm", crossOrigin: "anonymous" }),
    ),
  );
  import(/* @vite-ignore */ entry).catch((error: unknown) => {
    console.error(error);
    document.documentElement.dataset.plain = "";
  });
}

/** Fallback for browsers that do not report paint timing. */
const PAINT_TIMEOUT_MS = 2000;

function whenPainted(act: () => void): void {
  let hasRun = false;
  const runOnce = () => {
    if (!hasRun) act();
    hasRun = true;
  };
  new PerformanceObserver(runOnce).observe({ type: "paint", buffered: true });
  setTimeout(runOnce, PAINT_TIMEOUT_MS);
}

const address = hiddenAddress();
const ownScript = document.querySelector<HTMLScriptElement>("script[data-modules]");
if (address) window.location.replace(address);
else if (ownScript) {
  recordEarlyClicks();
  // Browsers do not paint background tabs.
  if (document.visibilityState === "hidden") loadApp(ownScript);
  else whenPainted(() => loadApp(ownScript));
}
