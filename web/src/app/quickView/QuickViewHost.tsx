import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { useCart } from "../../context/cart/useCart.ts";
import { useShell } from "../../context/PageContext.tsx";
import { inLanguage } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { QuickView, QuickViewEvent, QuickViewView } from "../../core/types.ts";
import type { QuickViewPanelProps } from "../../features/catalogue/product/quickView/QuickViewPanel.tsx";
import { dropHash, entryProduct, linkedProduct, noteProduct, pushView } from "./openedView.ts";
import { useAutoOpen } from "./useAutoOpen.ts";

/** Buttons and links that open the quick view, by their class or their hash. */
const OPENERS = '.woosq-btn, .woosq-link, a[href*="#woosq-"]';
const CLOSED: QuickView = { product: null, previous: null, next: null, history: "keep" };

/** Returns the product that a button or link opens; `null` if none. */
function linkedProductId(element: HTMLElement): number | null {
  const data = (name: string) => element.getAttribute(name) ?? "";
  const link = {
    data_product_id: data("data-product_id"),
    data_pid: data("data-pid"),
    data_id: data("data-id"),
    href: data("href"),
  };
  return core().quickViewProduct(link) ?? null;
}

/** Returns the products of the page in page order, without those inside the quick view. */
function pageProducts(): number[] {
  const openers = [...document.querySelectorAll<HTMLElement>(OPENERS)];
  const ids = openers.filter((one) => !one.closest("dialog")).map(linkedProductId);
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Opens the quick view from anywhere on the page. Its contents are loaded when it first opens. */
export function QuickViewHost() {
  const { quick_view: view } = useShell();
  return view ? <Host view={view} /> : null;
}

function Host({ view }: { view: QuickViewView }) {
  const { path, lang } = useShell();
  const { announcement } = useCart();
  const [state, setState] = useState(CLOSED);
  // Mounted while open, and for a moment after closing.
  const [mountedProduct, setMountedProduct] = useState<number | null>(null);
  const [Panel, setPanel] = useState<ComponentType<QuickViewPanelProps> | null>(null);
  const now = useRef(state);
  now.current = state;

  const step = useCallback(
    (event: QuickViewEvent) => {
      const before = now.current;
      const after = core().quickViewStep(before, event, pageProducts(), view.settings) as QuickView;
      now.current = after;
      setState(after);
      const isInHistory = window.location.hash === view.hash;
      if (isInHistory && after.product !== null) noteProduct(after.product);
      else if (after.history === "set_hash") pushView(after.product, view.hash);
      else if (isInHistory && after.history === "back") window.history.back();
    },
    [view],
  );

  /** Opens the product of the URL hash, and closes it once the hash is gone. */
  const followAddress = useCallback(() => {
    const { hash } = window.location;
    const linked = linkedProduct();
    if (linked !== null) {
      dropHash();
      step({ hash: "" });
      step({ open: linked });
    } else if (hash !== view.hash) {
      step({ hash });
    } else if (now.current.product === null) {
      const entryBefore = entryProduct();
      if (entryBefore === null) dropHash();
      else step({ open: entryBefore });
    }
  }, [step, view.hash]);

  useEffect(() => {
    const clicked = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const opener = (event.target as Element | null)?.closest?.<HTMLElement>(OPENERS);
      const product = opener ? linkedProductId(opener) : null;
      if (product === null) return;
      event.preventDefault();
      step({ open: product });
    };
    // Before the router, which ignores handled events.
    document.addEventListener("click", clicked, true);
    window.addEventListener("hashchange", followAddress);
    return () => {
      document.removeEventListener("click", clicked, true);
      window.removeEventListener("hashchange", followAddress);
    };
  }, [step, followAddress]);

  useAutoOpen(
    view,
    useCallback((product) => step({ open: product }), [step]),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each added product
  useEffect(() => {
    if (announcement?.kind !== "added" || now.current.product === null) return;
    const redirect = core().quickViewRedirect(view.settings, path);
    if (view.settings.cart_redirect) window.location.assign(inLanguage(redirect));
    else step("added_to_cart");
  }, [announcement]);

  // Navigating to another page closes it, unless that page's address opens one; history navigation then belongs to that page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page
  useEffect(() => {
    now.current = CLOSED;
    setState(CLOSED);
    followAddress();
  }, [path]);

  useEffect(() => {
    if (state.product !== null) {
      setMountedProduct(state.product);
      return;
    }
    const timer = setTimeout(() => setMountedProduct(null), core().quickViewTimings().removal_after_ms);
    return () => clearTimeout(timer);
  }, [state.product]);

  const wanted = state.product !== null;
  useEffect(() => {
    if (!wanted || Panel) return;
    const load = async () => {
      const { QuickViewPanel, loadPanelWords } = await import(
        "../../features/catalogue/product/quickView/QuickViewPanel.tsx"
      );
      await loadPanelWords(lang);
      setPanel(() => QuickViewPanel);
    };
    load().catch(() => step("close"));
  }, [wanted, Panel, step, lang]);

  if (!Panel || mountedProduct === null) return null;
  return (
    <Panel
      product={mountedProduct}
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
