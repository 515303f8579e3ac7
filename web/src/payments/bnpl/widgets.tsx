// Inserts the instalments widgets where the page's configuration specifies (payments, section 2).

import { createRoot, type Root } from "react-dom/client";
import { PageProvider } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { Shell } from "../../core/types.ts";
import { amountKey } from "./amounts.ts";
import { Widget } from "./Widget.tsx";

const PREFIX = "bnpl";
/** Dispatched on the document after each insertion, with the product and the kind. */
const APPENDED = "bnpl_widget_appended";
const MARK = "data-bnpl-widget";

/** Inserts the page's widgets; returns the function that removes them. */
export async function insertWidgets(shell: Shell): Promise<() => void> {
  await loadRules("checkout");
  const configuration = document.getElementById("bnpl-widget-configuration")?.textContent ?? "";
  const roots: [Root, Element][] = [];
  for (const placement of core().widgetPlan(configuration, PREFIX, []).places) {
    for (const anchor of found(placement.selector)) {
      // One widget per anchor.
      if (anchor.nextElementSibling?.hasAttribute(MARK)) continue;
      const element = document.createElement("div");
      element.setAttribute(MARK, placement.kind);
      anchor.after(element);
      if (placement.is_hook) anchor.remove();
      const root = createRoot(element);
      root.render(
        <PageProvider shell={shell}>
          <Widget configuration={configuration} amount={amountKey(placement.kind, placement.product_id)} />
        </PageProvider>,
      );
      roots.push([root, element]);
      const detail = { productId: placement.product_id, type: placement.kind };
      document.dispatchEvent(new CustomEvent(APPENDED, { detail }));
    }
  }
  return () => {
    for (const [root, element] of roots) {
      // Waits until React has finished unmounting the page.
      queueMicrotask(() => root.unmount());
      element.remove();
    }
  };
}

function found(selector: string): Element[] {
  try {
    return [...document.querySelectorAll(selector)];
  } catch {
    // A selector can be well-formed and still be unknown to this browser.
    return [];
  }
}
