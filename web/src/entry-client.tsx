// The browser's entry: hydrates the page that the server rendered.

import { setPathPrefix } from "./core/address.ts";
import "./styles/all.css";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { decodePageCart } from "./api/decodeCart.ts";
import { App } from "./app/App.tsx";
import { recordEarlyChoices } from "./app/earlyChoices.ts";
import { Hydration } from "./app/Hydration.tsx";
import { loadPage } from "./app/pages.ts";
import { Router } from "./app/router/Router.tsx";
import { note } from "./context/analytics/notes.ts";
import { startCachedCart } from "./context/cart/cachedCart.ts";
import { adoptPage } from "./context/cart/cartStore.ts";
import { setPageConsent } from "./context/consent/consentStore.ts";
import { visibleAddress } from "./context/documents.ts";
import { recordPageView } from "./context/pageViews.ts";
import { provideStrength } from "./core/strength.ts";
import type { PageData } from "./core/types.ts";

provideStrength(() => import("@bottega/shop-password"));

async function start(): Promise<void> {
  const root = document.getElementById("root");
  const json = document.getElementById("page-data")?.textContent;
  if (!root || !json) return;
  const data = decodePageCart(JSON.parse(json) as PageData);
  setPathPrefix(data.shell.prefix);
  // Loaded in parallel with the page's own scripts, and started after them.
  const afterwards = import("./app/afterHydration.ts").catch((error: unknown) => console.error(error));
  // Before hydration, so that the rendered page stays unchanged until it is interactive.
  await loadPage(data);
  const app = (
    <Hydration early={recordEarlyChoices(root)}>
      <Router initial={data}>{(current, loading) => <App data={current} loading={loading} />}</Router>
    </Hydration>
  );
  // As a transition, so that the page can respond to input between chunks of work.
  startTransition(() => {
    hydrateRoot(root, app);
  });
  adoptPage(data);
  startCachedCart();
  setPageConsent(data);
  note({ kind: "page", data });
  recordPageView(data, visibleAddress(), document.referrer);
  void afterwards.then((loaded) => loaded?.startAfterHydration());
  const { preview } = data.shell;
  if (preview && window.parent !== window) {
    void import("./app/preview/start.ts").then(({ startPreview }) => startPreview(preview));
  }
}

// Without the rules the page is not hydrated: links and forms of the rendered page work as plain HTML.
start().catch((error: unknown) => {
  console.error(error);
  // Clicks that were held back are then handled as plain HTML (bootstrap/earlyClicks.ts).
  document.documentElement.dataset.plain = "";
});
