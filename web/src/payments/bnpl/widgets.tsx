// Inserts the instalments widgets where the page's configuration says (payments, section 2).

import { createRoot, type Root } from "react-dom/client";
import { PageProvider } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { Shell } from "../../core/types.ts";
import { amountKey } from "./amounts.ts";
import { Widget } from "./Widget.tsx";

const PREFIX = "bnpl";
/** Told on the document after each insertion, with the product and the kind. */
const APPENDED = "bnpl_widget_appended";
const MARK = "data-bnpl-widget";

/** Inserts the page's widgets; gives what takes them out again. */
export async function insertWidgets(shell: Shell): Promise<() => void> {
  await loadRules("checkout");
  const configuration = document.getElementById("bnpl-widget-configuration")?.textContent ?? "";
  const roots: [Root, Element][] = [];
  for (const place of core().widgetPlan(configuration, PREFIX, []).places) {
    for (const anchor of found(place.selector)) {
      // One widget stands at a place.
      if (anchor.nextElementSibling?.hasAttribute(MARK)) continue;
      const element = document.createElement("div");
      element.setAttribute(MARK, place.kind);
      anchor.after(element);
      if (place.is_hook) anchor.remove();
      const root = createRoot(element);
      root.render(
        <PageProvider shell={shell}>
          <Widget configuration={configuration} amount={amountKey(place.kind, place.product_id)} />
        </PageProvider>,
      );
      roots.push([root, element]);
      const detail = { productId: place.product_id, type: place.kind };
      document.dispatchEvent(new CustomEvent(APPENDED, { detail }));
    }
  }
  return () => {
    for (const [root, element] of roots) {
      // After React's own work on the page that goes.
      queueMicrotask(() => root.unmount());
      element.remove();
    }
  };
}

function found(selector: string): Element[] {
  try {
    return [...document.querySelectorAll(selector)];
  } catch {
    // A selector may be well written and still be none to this browser.
    return [];
  }
}
