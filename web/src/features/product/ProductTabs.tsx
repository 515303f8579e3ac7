import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useFormat, useWords } from "../../app/PageContext.tsx";
import { Html } from "../../components/Html.tsx";
import { core } from "../../core/core.ts";
import type { ProductPage, ProductTab, VariationView } from "../../core/types.ts";
import { AdditionalInformation } from "./AdditionalInformation.tsx";
import { FoodFacts } from "./FoodFacts.tsx";
import styles from "./ProductTabs.module.css";
import { Reviews } from "./Reviews.tsx";

interface ProductTabsProps {
  page: ProductPage;
  variation: VariationView | null;
}

/** Details of a product. Without scripts all of them stand below each other and the tabs are jumps; with scripts the
 * address's hash chooses one. */
export function ProductTabs({ page, variation }: ProductTabsProps) {
  const words = useWords();
  const format = useFormat();
  const tabs: { name: ProductTab; label: string }[] = [
    { name: "description", label: words.description },
    { name: "additional_information", label: words.additionalInformation },
    ...(page.reviews_allowed || page.reviews.length > 0
      ? [{ name: "reviews" as const, label: words.reviews(format.integer(page.card.review_count)) }]
      : []),
  ];
  // `null` until scripts run: all are shown.
  const [open, setOpen] = useState<ProductTab | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const names = tabs.map((tab) => tab.name);

  // biome-ignore lint/correctness/useExhaustiveDependencies: tabs do not change while the page is shown
  useEffect(() => {
    const choose = (first: boolean) => {
      const { href, hash } = window.location;
      const asked = core().askedTab(href, names);
      if (asked && hash) list.current?.scrollIntoView();
      if (asked || first) setOpen(core().openedTab(href, names) ?? null);
    };
    const changed = () => choose(false);
    choose(true);
    window.addEventListener("hashchange", changed);
    return () => window.removeEventListener("hashchange", changed);
  }, []);

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
      <div ref={list} className={styles.list} role={open ? "tablist" : undefined}>
        {tabs.map(({ name, label }) => (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a tab whenever it has these
          <a
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
          </a>
        ))}
      </div>
      {tabs.map(({ name, label }) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a tab panel once scripts run
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
              {page.food && <FoodFacts food={page.food} />}
            </div>
          )}
          {name === "additional_information" && <AdditionalInformation page={page} variation={variation} />}
          {name === "reviews" && <Reviews page={page} />}
        </div>
      ))}
    </section>
  );
}
