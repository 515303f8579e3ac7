import { useFormat, useWords } from "../context/PageContext.tsx";
import { Link } from "../ui/Link.tsx";
import { Icon } from "./Icon.tsx";
import styles from "./Pagination.module.css";

/** Returns the page numbers to link: the first, the last and those around the current one; 0 marks a gap. */
export function pageNumbers(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  const numbers = [...new Set(near)].sort((a, b) => a - b);
  return numbers.flatMap((n, at) => (at > 0 && n - (numbers[at - 1] ?? n) > 1 ? [0, n] : [n]));
}

/** A list cut into pages. */
interface Paged {
  page: number;
  pages: number;
  first_page_path: string;
  page_path_template: string;
}

interface PaginationProps {
  page: Paged;
  /** Accessible name of the navigation; by default that of the product list. */
  label?: string;
}

/** Links to the pages of a list. */
export function Pagination({ page, label }: PaginationProps) {
  const words = useWords();
  const format = useFormat();
  if (page.pages < 2) return null;
  const path = (n: number) =>
    n === 1 ? page.first_page_path : page.page_path_template.replace("{page}", String(n));
  return (
    <nav className={styles.pagination} aria-label={label ?? words.pages}>
      <ul>
        {page.page > 1 && (
          <li>
            <Link href={path(page.page - 1)} rel="prev" aria-label={words.previousPage}>
              <Icon name="left" />
            </Link>
          </li>
        )}
        {pageNumbers(page.page, page.pages).map((n, at) =>
          n === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no other identity
            <li key={`gap${at}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={n}>
              <Link
                href={path(n)}
                aria-label={words.page(format.integer(n))}
                aria-current={n === page.page ? "page" : undefined}
              >
                {format.integer(n)}
              </Link>
            </li>
          ),
        )}
        {page.page < page.pages && (
          <li>
            <Link href={path(page.page + 1)} rel="next" aria-label={words.nextPage}>
              <Icon name="right" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
