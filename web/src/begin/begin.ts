// What a page begins with. It is painted first; what makes it answer is fetched then, as the document says
// (crates/shop-server/src/render/document.rs). Until then its links and forms work as plain HTML.

import { hiddenAddress } from "./hiddenAddress.ts";
import { keepPresses } from "./presses.ts";

function begin(own: HTMLScriptElement): void {
  const [entry = "", ...modules] = (own.dataset.modules ?? "").split(" ");
  const wasm = (own.dataset.wasm ?? "").split(" ").filter(Boolean);
  const link = (href: string, kind: Partial<HTMLLinkElement>) =>
    Object.assign(document.createElement("link"), { nonce: own.nonce, ...kind, href });
  document.head.append(
    ...modules.map((href) => link(href, { rel: "modulepreload" })),
    // As the module's loader will fetch it, or the browser fetches it twice.
    ...wasm.map((href) =>
      link(href, { rel: "preload", as: "fetch", type: "application/wasm", crossOrigin: "anonymous" }),
    ),
  );
  import(/* @vite-ignore */ entry).catch((error: unknown) => {
    console.error(error);
    document.documentElement.dataset.plain = "";
  });
}

/** As late as that where a browser does not tell when it has painted. */
const PAINTED_BY_MS = 2000;

function whenPainted(act: () => void): void {
  let told = false;
  const tell = () => {
    if (!told) act();
    told = true;
  };
  new PerformanceObserver(tell).observe({ type: "paint", buffered: true });
  setTimeout(tell, PAINTED_BY_MS);
}

const address = hiddenAddress();
const own = document.querySelector<HTMLScriptElement>("script[data-modules]");
if (address) window.location.replace(address);
else if (own) {
  keepPresses();
  // A tab that is not looked at is not painted.
  if (document.visibilityState === "hidden") begin(own);
  else whenPainted(() => begin(own));
}
