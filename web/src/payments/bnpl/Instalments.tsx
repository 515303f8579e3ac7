import { useEffect } from "react";
import { useShell } from "../../context/PageContext.tsx";
import { amountKey, updateAmount } from "./amounts.ts";

interface InstalmentsProps {
  /** The page's widget configuration; empty if there is no widget. */
  configuration: string;
  kind: "cart" | "product";
  /** Zero on the cart page. */
  productId: number;
  /** Price in cents; `null` while it is unknown. */
  unit: number | null;
  /** Quantity; if omitted, the product form reports it. */
  quantity?: number;
}

/**
 * Renders the configuration of the instalments widget and the hook that the widget is inserted after. The widget itself is loaded
 * when the browser is idle; the core parses the configuration.
 */
export function Instalments({ configuration, kind, productId, unit, quantity }: InstalmentsProps) {
  const shell = useShell();
  const key = amountKey(kind, productId);
  useEffect(() => {
    updateAmount(key, quantity === undefined ? { unit } : { unit, quantity });
  }, [key, unit, quantity]);
  useEffect(() => {
    if (!configuration) return;
    let ended = false;
    let remove = () => {};
    const start = async () => {
      const { insertWidgets } = await import("./widgets.tsx");
      const inserted = await insertWidgets(shell);
      if (ended) inserted();
      else remove = inserted;
    };
    const cancel = whenIdle(() => void start());
    return () => {
      ended = true;
      cancel();
      remove();
    };
  }, [configuration, shell]);
  if (!configuration) return null;
  return (
    <>
      <script
        type="application/json"
        id="bnpl-widget-configuration"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of the core, which contains no "<"
        dangerouslySetInnerHTML={{ __html: configuration }}
      />
      <div
        // The hook is removed after the insertion, so React must not own it.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a number and one of two words
        dangerouslySetInnerHTML={{
          __html: `<span id="bnpl-widget-${kind}-hook-${productId}" hidden></span>`,
        }}
      />
    </>
  );
}

/** Runs a callback when the browser is idle. Safari lacks `requestIdleCallback`. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const id = requestIdleCallback(act, { timeout: 3000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(act, 600);
  return () => clearTimeout(id);
}
