import type { ComponentProps, ElementType } from "react";
import { Icon } from "./Icon.tsx";
import { Link } from "./Link.tsx";
import styles from "./Pagination.module.css";
import { useKitWords } from "./words.ts";

/** Returns the page numbers to link: the first, the last and those around the current one; 0 marks a gap. */
function numbersAround(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  const numbers = [...new Set(near)].sort((a, b) => a - b);
  return numbers.flatMap((n, at) => (at > 0 && n - (numbers[at - 1] ?? n) > 1 ? [0, n] : [n]));
}

/** Attributes of a link to a page. */
export type PageLinkProps = Pick<
  ComponentProps<"a">,
  "href" | "rel" | "aria-label" | "aria-current" | "children"
>;

interface PaginationProps {
  page: number;
  pages: number;
  /** Returns the address of a page. */
  path: (page: number) => string;
  format: (page: number) => string;
  /** Accessible name of the navigation; by default that of any list. */
  label?: string | undefined;
  /** Component of the links; by default that of the shop. */
  as?: ElementType<PageLinkProps>;
}

/** Links to the pages of a list. */
export function Pagination({ page, pages, path, format, label, as: PageLink = Link }: PaginationProps) {
  const words = useKitWords();
  if (pages < 2) return null;
  return (
    <nav className={styles.pagination} aria-label={label ?? words.pages}>
      <ul>
        {page > 1 && (
          <li>
            <PageLink href={path(page - 1)} rel="prev" aria-label={words.previousPage}>
              <Icon name="left" />
            </PageLink>
          </li>
        )}
        {numbersAround(page, pages).map((n, at) =>
          n === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no other identity
            <li key={`gap${at}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={n}>
              <PageLink
                href={path(n)}
                aria-label={words.page(format(n))}
                aria-current={n === page ? "page" : undefined}
              >
                {format(n)}
              </PageLink>
            </li>
          ),
        )}
        {page < pages && (
          <li>
            <PageLink href={path(page + 1)} rel="next" aria-label={words.nextPage}>
              <Icon name="right" />
            </PageLink>
          </li>
        )}
      </ul>
    </nav>
  );
}
