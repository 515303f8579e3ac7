// The browser's entry: takes over the page that the server rendered.

import { speakUnder } from "./core/address.ts";
import "./styles/all.css";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { plainPage } from "./api/plainCart.ts";
import { App } from "./app/App.tsx";
import { noteEarlyChoices } from "./app/earlyChoices.ts";
import { loadPage } from "./app/pages.ts";
import { Router } from "./app/router/Router.tsx";
import { Takeover } from "./app/Takeover.tsx";
import { note } from "./context/analytics/notes.ts";
import { adoptPage } from "./context/cart/cartStore.ts";
import { startCachedCart } from "./context/cart/cachedCart.ts";
import { takeConsent } from "./context/consent/consentStore.ts";
import { visibleAddress } from "./context/documents.ts";
import { recordPageView } from "./context/pageViews.ts";
import { provideStrength } from "./core/strength.ts";
import type { PageData } from "./core/types.ts";

provideStrength(() => import("@bottega/shop-password"));

async function start(): Promise<void> {
  const root = document.getElementById("root");
  const json = document.getElementById("page-data")?.textContent;
  if (!root || !json) return;
  const data = plainPage(JSON.parse(json) as PageData);
  speakUnder(data.shell.prefix);
  // Fetched beside the page's own scripts, and begun after them.
  const afterwards = import("./app/afterwards.ts").catch((error: unknown) => console.error(error));
  // Before anything is taken over: what the server rendered stays as it is until it answers.
  await loadPage(data);
  const app = (
    <Takeover early={noteEarlyChoices(root)}>
      <Router initial={data}>{(shown, loading) => <App data={shown} loading={loading} />}</Router>
    </Takeover>
  );
  // In pieces, between which the page answers to a finger.
  startTransition(() => {
    hydrateRoot(root, app);
  });
  adoptPage(data);
  startCachedCart();
  takeConsent(data);
  note({ kind: "page", data });
  recordPageView(data, visibleAddress(), document.referrer);
  void afterwards.then((loaded) => loaded?.begin());
  const { preview } = data.shell;
  if (preview && window.parent !== window) {
    void import("./app/preview/start.ts").then(({ startPreview }) => startPreview(preview));
  }
}

// Without the rules nothing is taken over: links and forms of the rendered page work as plain HTML.
start().catch((error: unknown) => {
  console.error(error);
  // What was pressed meanwhile goes its plain way (begin/presses.ts).
  document.documentElement.dataset.plain = "";
});
