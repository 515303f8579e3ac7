import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { useCart } from "../../context/cart/useCart.ts";
import { useShell } from "../../context/PageContext.tsx";
import { inLanguage } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { QuickView, QuickViewEvent, QuickViewView } from "../../core/types.ts";
import type { QuickViewPanelProps } from "../../features/product/quickView/QuickViewPanel.tsx";

/** Buttons and links that open the view: those that say so, and those whose address does. */
const OPENERS = '.woosq-btn, .woosq-link, a[href*="#woosq-"]';
const CLOSED: QuickView = { product: null, previous: null, next: null, history: "keep" };

/** The product that a button or link opens; `null`: none. */
function productOf(element: HTMLElement): number | null {
  const data = (name: string) => element.getAttribute(name) ?? "";
  const link = {
    data_product_id: data("data-product_id"),
    data_pid: data("data-pid"),
    data_id: data("data-id"),
    href: data("href"),
  };
  return core().quickViewProduct(link) ?? null;
}

/** The products of the page in page order; those within the view itself are none of it. */
function productsOfPage(): number[] {
  const openers = [...document.querySelectorAll<HTMLElement>(OPENERS)];
  const ids = openers.filter((one) => !one.closest("dialog")).map(productOf);
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Opens the quick view from anywhere on the page. What it shows is fetched when it is first opened. */
export function QuickViewHost() {
  const { quick_view: view } = useShell();
  return view ? <Host view={view} /> : null;
}

function Host({ view }: { view: QuickViewView }) {
  const { path, lang } = useShell();
  const { announcement } = useCart();
  const [state, setState] = useState(CLOSED);
  // Shown while open, and for a moment after.
  const [shown, setShown] = useState<number | null>(null);
  const [Panel, setPanel] = useState<ComponentType<QuickViewPanelProps> | null>(null);
  const now = useRef(state);
  now.current = state;

  const step = useCallback(
    (event: QuickViewEvent) => {
      const before = now.current;
      const after = core().quickViewStep(before, event, productsOfPage(), view.settings) as QuickView;
      now.current = after;
      setState(after);
      if (after.history === "set_hash") window.history.pushState(null, "", view.hash);
      if (after.history === "back" && window.location.hash === view.hash) window.history.back();
    },
    [view],
  );

  useEffect(() => {
    const clicked = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const opener = (event.target as Element | null)?.closest?.<HTMLElement>(OPENERS);
      const product = opener ? productOf(opener) : null;
      if (product === null) return;
      event.preventDefault();
      step({ open: product });
    };
    const changed = () => step({ hash: window.location.hash });
    // Before the router, which leaves alone what is answered.
    document.addEventListener("click", clicked, true);
    window.addEventListener("hashchange", changed);
    return () => {
      document.removeEventListener("click", clicked, true);
      window.removeEventListener("hashchange", changed);
    };
  }, [step]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the document has loaded
  useEffect(() => {
    const { opens } = view;
    if (opens === null) return;
    const timer = setTimeout(() => step({ open: opens }), core().quickViewTimings().auto_open_after_ms);
    return () => clearTimeout(timer);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each thing that is added
  useEffect(() => {
    if (announcement?.kind !== "added" || now.current.product === null) return;
    const redirect = core().quickViewRedirect(view.settings, path);
    if (view.settings.cart_redirect) window.location.assign(inLanguage(redirect));
    else step("added_to_cart");
  }, [announcement]);

  // Another page closes it; the way back through the history is then that page's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page
  useEffect(() => setState(CLOSED), [path]);

  useEffect(() => {
    if (state.product !== null) {
      setShown(state.product);
      return;
    }
    const timer = setTimeout(() => setShown(null), core().quickViewTimings().removal_after_ms);
    return () => clearTimeout(timer);
  }, [state.product]);

  const wanted = state.product !== null;
  useEffect(() => {
    if (!wanted || Panel) return;
    const load = async () => {
      const { QuickViewPanel, loadPanelWords } = await import(
        "../../features/product/quickView/QuickViewPanel.tsx"
      );
      await loadPanelWords(lang);
      setPanel(() => QuickViewPanel);
    };
    load().catch(() => step("close"));
  }, [wanted, Panel, step, lang]);

  if (!Panel || shown === null) return null;
  return (
    <Panel
      product={shown}
      previous={state.previous}
      next={state.next}
      view={view}
      page={path}
      leaving={!wanted}
      onMove={(id) => step({ move: id })}
      onClose={() => step("close")}
    />
  );
}
