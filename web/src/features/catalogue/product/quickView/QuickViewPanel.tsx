import { useEffect, useState, useSyncExternalStore } from "react";
import { scripts } from "../../../../../pkg/words/product.ts";
import { fetchQuickView, ProductNotFound } from "../../../../api/quickView.ts";
import { Announcer } from "../../../../components/Announcer.tsx";
import { note } from "../../../../context/analytics/notes.ts";
import { useLang, useWords } from "../../../../context/PageContext.tsx";
import { core } from "../../../../core/core.ts";
import type { Lang, ProductPage, QuickViewView } from "../../../../core/types.ts";
import { loadWords } from "../../../../i18n/words.ts";
import button from "../../../../ui/button.module.css";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { QuickViewContent } from "./QuickViewContent.tsx";
import styles from "./QuickViewPanel.module.css";

export interface QuickViewPanelProps {
  product: number;
  /** The products that the arrows lead to; `null` hides the arrow. */
  previous: number | null;
  next: number | null;
  view: QuickViewView;
  /** Path of the page below the quick view. */
  page: string;
  leaving: boolean;
  onMove: (product: number) => void;
  onClose: () => void;
}

type Content =
  | { productId: number; page: ProductPage }
  | { productId: number; failure: "missing" | "failed" };

/** Whether the window is wide enough for the summary to scroll separately beside the pictures. */
function useSeparateScroll(): boolean {
  const query = `(min-width: ${core().quickViewTimings().scrollbar_breakpoint_px}px)`;
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Loads the panel's words on pages that are not product pages. */
export const loadPanelWords = (lang: Lang): Promise<void> => loadWords(lang, scripts);

/** The quick view: a product in the middle of the window or at its side. */
export function QuickViewPanel(props: QuickViewPanelProps) {
  const { product, previous, next, view, page, leaving, onMove, onClose } = props;
  const words = useWords("product");
  const lang = useLang();
  const separateScroll = useSeparateScroll();
  const [content, setContent] = useState<Content | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    fetchQuickView(product, view, controller.signal).then(
      ({ page: found }) => {
        if (controller.signal.aborted) return;
        if (found.kind === "product") {
          setContent({ productId: product, page: found });
          note({ kind: "quick_view", page: found });
        } else setContent({ productId: product, failure: "missing" });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setContent({ productId: product, failure: error instanceof ProductNotFound ? "missing" : "failed" });
      },
    );
    return () => controller.abort();
  }, [product, view]);

  const loaded = content?.productId === product ? content : null;
  const found = loaded && "page" in loaded ? loaded.page : null;
  const arrow = (to: number | null, label: string, icon: "left" | "right") =>
    view.settings.next_prev && (
      <button
        type="button"
        className={button.icon}
        aria-label={label}
        aria-disabled={to === null || undefined}
        onClick={() => to !== null && onMove(to)}
      >
        <Icon name={icon} size={24} />
      </button>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={found?.card.name ?? words.quickView}
      titleLang={found?.card.name_lang}
      side={view.sidebar ? "wide" : "popup"}
      leaving={leaving}
      tools={
        <>
          {arrow(previous, words.previousProduct, "left")}
          {arrow(next, words.nextProduct, "right")}
        </>
      }
    >
      <Announcer text={loaded ? (found?.card.name ?? "") : words.loading} />
      <div
        className={styles.body}
        data-sidebar={view.sidebar || undefined}
        data-own-scroll={(separateScroll && !view.sidebar) || undefined}
        aria-busy={!loaded}
      >
        {!loaded && <div className={styles.loading} />}
        {loaded && "failure" in loaded && (
          <p className={styles.failure} role="alert">
            {core().messageText(
              loaded.failure === "missing" ? "widget_content_missing" : "widget_content_failed",
              {},
              lang,
            )}
          </p>
        )}
        {found && <QuickViewContent key={found.card.id} page={found} view={view} from={page} />}
      </div>
    </Dialog>
  );
}
