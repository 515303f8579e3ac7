// What a page begins with. It is painted first; what makes it answer is fetched then, as the document says
// (crates/shop-server/src/render/document.rs). Until then its links and forms work as plain HTML.

function fetchEarly(own: HTMLScriptElement, href: string, kind: Partial<HTMLLinkElement>): void {
  const link = Object.assign(document.createElement("link"), { nonce: own.nonce, ...kind, href });
  document.head.append(link);
}

function begin(own: HTMLScriptElement): void {
  const [entry, ...modules] = (own.dataset.modules ?? "").split(" ");
  for (const module of modules) fetchEarly(own, module, { rel: "modulepreload" });
  for (const wasm of (own.dataset.wasm ?? "").split(" ").filter(Boolean)) {
    // As the module's loader will fetch it, or the browser fetches it twice.
    fetchEarly(own, wasm, {
      rel: "preload",
      as: "fetch",
      type: "application/wasm",
      crossOrigin: "anonymous",
    });
  }
  import(/* @vite-ignore */ entry ?? "").catch((error: unknown) => console.error(error));
}

const own = document.querySelector<HTMLScriptElement>("script[data-modules]");
if (own) {
  // A tab that is not looked at is not painted.
  if (document.visibilityState === "hidden") begin(own);
  else requestAnimationFrame(() => setTimeout(begin, 0, own));
}

export {};
