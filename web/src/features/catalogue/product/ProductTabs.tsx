import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Html } from "../../../components/Html.tsx";
import { useFormat, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { ProductPage, ProductTab, VariationView } from "../../../core/types.ts";
import { Link } from "../../../ui/Link.tsx";
import { scrollToCurrentTab, tabRow } from "../../../ui/Tabs.tsx";
import { AdditionalInformation } from "./AdditionalInformation.tsx";
import { FoodFacts } from "./FoodFacts.tsx";
import styles from "./ProductTabs.module.css";
import { Reviews } from "./Reviews.tsx";

interface ProductTabsProps {
  page: ProductPage;
  variation: VariationView | null;
}

/**
 * Details of a product. Without scripts all sections are visible and the tabs are anchor links; with scripts the URL hash selects
 * one.
 */
export function ProductTabs({ page, variation }: ProductTabsProps) {
  const words = useWords("product");
  const format = useFormat();
  const tabs: { name: ProductTab; label: string }[] = [
    { name: "description", label: words.description },
    { name: "additional_information", label: words.additionalInformation },
    ...(page.reviews_allowed || page.reviews.length > 0
      ? [
          {
            name: "reviews" as const,
            label:
              page.card.review_count === 0
                ? words.reviewsTitle
                : words.reviews(format.integer(page.card.review_count)),
          },
        ]
      : []),
  ];
  // `null` before hydration, when all sections are visible.
  const [open, setOpen] = useState<ProductTab | null>(null);
  const [openCount, setOpenCount] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  // Scroll target once the tab is open: a single review, or the tabs.
  const target = useRef<string | null>(null);
  // The food data of the chosen variation; without a choice those that may apply to any of them.
  const food = variation?.food ?? page.food;
  const names = tabs.map((tab) => tab.name);

  // biome-ignore lint/correctness/useExhaustiveDependencies: tabs do not change while the page is shown
  useEffect(() => {
    const choose = (href: string, first: boolean) => {
      const { hash } = new URL(href);
      const tab = core().tabInUrl(href, names);
      if (tab && hash) target.current = hash.slice(1);
      if (tab || first) setOpen(core().openedTab(href, names) ?? null);
      setOpenCount((times) => times + 1);
    };
    const changed = () => choose(window.location.href, false);
    // A link to the reviews also opens them if the address already has their hash.
    const clicked = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>("a[href*='#']");
      if (!link || event.defaultPrevented || link.pathname !== window.location.pathname) return;
      if (link.hash && link.hash === window.location.hash) choose(link.href, false);
    };
    choose(window.location.href, true);
    window.addEventListener("hashchange", changed);
    document.addEventListener("click", clicked);
    return () => {
      window.removeEventListener("hashchange", changed);
      document.removeEventListener("click", clicked);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the requested tab is shown
  useEffect(() => {
    scrollToCurrentTab(list.current);
    const id = target.current;
    target.current = null;
    if (!id) return;
    const review = id.startsWith("comment-") ? document.getElementById(id) : null;
    (review ?? list.current)?.scrollIntoView();
  }, [open, openCount]);

  const move = (event: KeyboardEvent) => {
    const to = core().movedTab(event.key, open ? names.indexOf(open) : 0, names.length);
    const name = names[to ?? -1];
    if (!name) return;
    event.preventDefault();
    setOpen(name);
    list.current?.querySelector<HTMLElement>(`#tab-titolo-${name}`)?.focus();
  };

  return (
    <section className={styles.tabs} aria-label={words.tabs}>
      <div ref={list} className={`${tabRow} ${styles.list}`} role={open ? "tablist" : undefined}>
        {tabs.map(({ name, label }) => (
          <Link
            key={name}
            id={`tab-titolo-${name}`}
            href={name === "reviews" ? "#reviews" : `#tab-${name}`}
            role={open ? "tab" : undefined}
            aria-selected={open ? open === name : undefined}
            aria-controls={open ? `tab-${name}` : undefined}
            tabIndex={open && open !== name ? -1 : undefined}
            onKeyDown={move}
            onClick={(event) => {
              event.preventDefault();
              setOpen(name);
            }}
          >
            {label}
          </Link>
        ))}
      </div>
      {tabs.map(({ name, label }) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it has the role of a tab panel after hydration
        <div
          key={name}
          id={`tab-${name}`}
          className={styles.panel}
          role={open ? "tabpanel" : undefined}
          aria-label={label}
          hidden={open !== null && open !== name}
        >
          {name === "description" && (
            <div className={styles.description}>
              <Html html={page.description_html} />
              {food && <FoodFacts food={food} />}
            </div>
          )}
          {name === "additional_information" && <AdditionalInformation page={page} variation={variation} />}
          {name === "reviews" && <Reviews page={page} />}
        </div>
      ))}
    </section>
  );
}
