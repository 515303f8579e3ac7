import { useState } from "react";
import { Breadcrumbs } from "../../components/Breadcrumbs.tsx";
import { Html } from "../../components/Html.tsx";
import { Pagination } from "../../components/Pagination.tsx";
import { ProductGrid } from "../../components/ProductGrid.tsx";
import { ProductSection } from "../../components/ProductSection.tsx";
import { useWords } from "../../context/PageContext.tsx";
import type { ListingPage, PageLink } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Dialog } from "../../ui/Dialog.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Link } from "../../ui/Link.tsx";
import { ActiveFilters } from "./ActiveFilters.tsx";
import { FilterPanel } from "./FilterPanel.tsx";
import styles from "./ListingPageView.module.css";
import { ResultAnnouncer, ResultCount, useResultWords } from "./ResultCount.tsx";
import { SortForm } from "./SortForm.tsx";

/** A list of products with its filters. */
export function ListingPageView({ page }: { page: ListingPage }) {
  const words = useWords();
  const results = useResultWords(page);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const { active } = page.filters;
  return (
    <>
      <Breadcrumbs steps={page.breadcrumbs} />
      <header className={styles.head}>
        <h1 tabIndex={-1}>{page.search === null ? page.title : words.searchResults(page.search)}</h1>
        {page.search !== null && page.corrected_search !== null && (
          <p>{words.correctedSearch(page.corrected_search, page.search)}</p>
        )}
        {page.page === 1 && <Html html={page.description_html} />}
        {page.subcategories.length > 0 && (
          <ul className={styles.subcategories}>
            {page.subcategories.map((link) => (
              <li key={link.path}>
                <Link href={link.path}>{link.label}</Link>
              </li>
            ))}
          </ul>
        )}
      </header>
      {page.total === 0 && active.length === 0 ? (
        <NothingFound page={page} />
      ) : (
        <div className={styles.columns}>
          <div className={styles.list}>
            <h2 className="visuallyHidden">{words.products}</h2>
            <div className={styles.bar}>
              <div>
                <ResultCount page={page} />
                {!filtersOpen && <ResultAnnouncer page={page} />}
              </div>
              <Link
                className={`${button.button} ${button.quiet} ${styles.filterButton}`}
                href="#filtri"
                aria-haspopup="dialog"
                onClick={(event) => {
                  event.preventDefault();
                  setFiltersOpen(true);
                }}
              >
                <Icon name="filter" size={18} /> {words.filters}
                {active.length > 0 && ` (${active.length})`}
              </Link>
              <SortForm page={page} />
            </div>
            <ActiveFilters active={active} clearPath={page.clear_path} />
            {page.cards.length > 0 ? (
              <ProductGrid cards={page.cards} eager={4} narrow />
            ) : (
              <NothingFound page={page} />
            )}
            <Pagination page={page} />
          </div>
          <aside id="filtri" className={styles.filters} aria-label={words.filterProducts}>
            <h2 className="visuallyHidden">{words.filters}</h2>
            <FilterPanel filters={page.filters} />
          </aside>
        </div>
      )}
      <Dialog open={filtersOpen} onClose={() => setFiltersOpen(false)} title={words.filters} side="left">
        {/* The page around an open dialog is inert, including its live regions. */}
        <ResultAnnouncer page={page} />
        <div className={styles.sheet}>
          <FilterPanel filters={page.filters} />
        </div>
        <div className={styles.sheetFoot}>
          <button
            type="button"
            className={`${button.button} ${button.wide}`}
            onClick={() => setFiltersOpen(false)}
          >
            {words.showResults(results)}
          </button>
        </div>
      </Dialog>
    </>
  );
}

function NothingFound({ page }: { page: ListingPage }) {
  const words = useWords();
  return (
    <section className={styles.nothing}>
      <h2>{words.noResults}</h2>
      <p>{words.noResultsHint}</p>
      <p className={styles.ways}>
        {page.filters.active.length > 0 && (
          <Link className={`${button.button} ${button.quiet}`} href={page.clear_path}>
            {words.clearFilters}
          </Link>
        )}
        <Link className={button.button} href="/negozio/">
          {words.allProducts}
        </Link>
      </p>
      <LinkList title={words.searchInstead} links={page.suggested_searches} />
      <LinkList title={words.browseCategories} links={page.suggested_categories} />
      <ProductSection title={words.youMayLike} cards={page.suggestions} />
    </section>
  );
}

/** Further links under a heading. */
function LinkList({ title, links }: { title: string; links: PageLink[] }) {
  if (links.length === 0) return null;
  return (
    <>
      <h3 className={styles.waysTitle}>{title}</h3>
      <ul className={styles.subcategories}>
        {links.map((link) => (
          <li key={link.path}>
            <Link href={link.path}>{link.label}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
