import { useEffect } from "react";
import { useShell } from "../../context/PageContext.tsx";
import { amountKey, tellAmount } from "./amounts.ts";

interface InstalmentsProps {
  /** The page's configuration; empty: there is no widget. */
  configuration: string;
  kind: "cart" | "product";
  /** 0 on the cart. */
  productId: number;
  /** Price in cents; `null`: it is not known yet. */
  unit: number | null;
  /** Pieces; left out: the form tells them. */
  quantity?: number;
}

/** The configuration of the instalments widget and the hook after which it stands. The widget itself is loaded when the browser
 * has time, and inserted by what the core reads of the configuration. */
export function Instalments({ configuration, kind, productId, unit, quantity }: InstalmentsProps) {
  const shell = useShell();
  const key = amountKey(kind, productId);
  useEffect(() => {
    tellAmount(key, quantity === undefined ? { unit } : { unit, quantity });
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
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of the core, which writes no "<"
        dangerouslySetInnerHTML={{ __html: configuration }}
      />
      <div
        // The hook is taken out after the insertion, so it is none of React's elements.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a number and one of two words
        dangerouslySetInnerHTML={{
          __html: `<span id="bnpl-widget-${kind}-hook-${productId}" hidden></span>`,
        }}
      />
    </>
  );
}

/** Calls when the browser has nothing else to do; Safari has no such call. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const id = requestIdleCallback(act, { timeout: 3000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(act, 600);
  return () => clearTimeout(id);
}
