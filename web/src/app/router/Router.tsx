import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { fetchPage } from "../../api/pageRequest.ts";
import { note } from "../../context/analytics/notes.ts";
import { adoptPage, flushCart, showsCart } from "../../context/cart/cartStore.ts";
import { adoptConsent } from "../../context/consent/consentStore.ts";
import { needsDocument, visibleAddress, wholePath } from "../../context/documents.ts";
import { onGo } from "../../context/go.ts";
import { recordPageView } from "../../context/pageViews.ts";
import { barePath } from "../../core/address.ts";
import type { PageData } from "../../core/types.ts";
import { loadPage, prefetchPage } from "../pages.ts";
import { onAim } from "./aim.ts";
import { applyHead } from "./head.ts";
import { rememberedScroll, rememberScroll } from "./history.ts";
import { asPreview, formTarget, isAppPage, linkTarget } from "./links.ts";

/** Some browsers refuse to write the history entry on every scroll event. */
const SCROLL_REMEMBERED_MS = 150;

type Arrival = { scrollY: number; focusHeading: boolean };

interface RouterProps {
  /** Data of the page that the server rendered. */
  initial: PageData;
  /** Renders a page; `loading` is true while the next one loads. */
  children: (data: PageData, loading: boolean) => ReactNode;
}

/** Navigates between pages without leaving the document. If anything fails, the browser navigates itself. */
export function Router({ initial, children }: RouterProps) {
  const [data, setData] = useState(initial);
  const [loading, setLoading] = useState(false);
  const arrival = useRef<Arrival | null>(null);
  const running = useRef<AbortController | null>(null);
  const shownPath = useRef("");

  // A preview stays a preview: its pages are requested as such, and a response that is not one is not shown.
  const { preview } = initial.shell;

  const show = useCallback(
    async (target: URL, pushes: boolean, scrollY: number) => {
      const url = preview ? asPreview(target) : target;
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setLoading(true);
      prefetchPage(url);
      try {
        const sent = flushCart();
        // Pages that show the cart wait for its pending changes.
        if (showsCart(barePath(url.pathname) ?? "")) await sent;
        if (needsDocument(url)) {
          window.location.assign(url);
          return;
        }
        const loaded = await fetchPage(url, controller.signal);
        await loadPage(loaded.data);
        if (controller.signal.aborted) return;
        if (preview && !loaded.data.shell.preview) {
          setLoading(false);
          return;
        }
        // Its embedded third-party content needs a document with a content security policy of its own.
        if (opensContent(loaded.data)) {
          window.location.assign(url);
          return;
        }
        const before = visibleAddress();
        if (pushes) {
          rememberScroll();
          window.history.pushState(null, "", loaded.url);
        }
        arrival.current = { scrollY, focusHeading: pushes && scrollY === 0 };
        applyHead(loaded.data);
        adoptPage(loaded.data);
        adoptConsent(loaded.data)?.catch(() => undefined);
        note({ kind: "page", data: loaded.data });
        recordPageView(loaded.data, visibleAddress(), before);
        setData(loaded.data);
        setLoading(false);
      } catch {
        if (!controller.signal.aborted) window.location.assign(url);
      }
    },
    [preview],
  );

  useEffect(() => {
    const click = (event: MouseEvent) => {
      const target = linkTarget(event);
      if (!target) return;
      event.preventDefault();
      void show(target.url, true, target.keepsScroll ? window.scrollY : 0);
    };
    const submit = (event: SubmitEvent) => {
      const target = formTarget(event);
      if (!target) return;
      event.preventDefault();
      void show(target.url, true, target.keepsScroll ? window.scrollY : 0);
    };
    const pop = (event: PopStateEvent) => {
      // Only the hash changed, which the page and its tabs handle.
      if (wholePath() === shownPath.current) return;
      const url = new URL(window.location.href);
      if (isAppPage(url)) void show(url, false, rememberedScroll(event.state));
      else window.location.reload();
    };
    const stopGo = onGo((url) => {
      if (isAppPage(url)) void show(url, true, 0);
      return isAppPage(url);
    });
    const stopAiming = onAim(prefetchPage);
    const scrolled = debounced(rememberScroll, SCROLL_REMEMBERED_MS);
    window.history.scrollRestoration = "manual";
    document.addEventListener("click", click);
    document.addEventListener("submit", submit);
    window.addEventListener("popstate", pop);
    window.addEventListener("pagehide", flushCart);
    window.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      stopGo();
      stopAiming();
      document.removeEventListener("click", click);
      document.removeEventListener("submit", submit);
      window.removeEventListener("popstate", pop);
      window.removeEventListener("pagehide", flushCart);
      window.removeEventListener("scroll", scrolled);
    };
  }, [show]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each page
  useLayoutEffect(() => {
    shownPath.current = wholePath();
    if (arrival.current) arrive(arrival.current);
    else scrollTo(rememberedScroll(window.history.state) || window.scrollY);
    arrival.current = null;
  }, [data]);

  return children(data, loading);
}

function opensContent({ page }: PageData): boolean {
  return page.kind === "content" && page.parts.some((part) => part.part === "embed" && part.embed.allowed);
}

function debounced(act: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
}

/** Scrolls at once: smooth scrolling would show the new page from below. */
function scrollTo(top: number): void {
  window.scrollTo({ top, behavior: "instant" });
}

function arrive({ scrollY, focusHeading }: Arrival): void {
  scrollTo(scrollY);
  if (!focusHeading) return;
  const target = window.location.hash && document.getElementById(window.location.hash.slice(1));
  if (target) {
    target.scrollIntoView();
    return;
  }
  // Screen readers continue from the heading of the new page, as after a normal navigation.
  document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
}
