import { useFormat } from "../context/PageContext.tsx";
import { Pagination as Pages } from "../ui/Pagination.tsx";

/** A list cut into pages. */
interface Paged {
  page: number;
  pages: number;
  first_page_path: string;
  page_path_template: string;
}

interface PaginationProps {
  page: Paged;
  /** Accessible name of the navigation; by default that of any list. */
  label?: string;
}

/** Links to the pages of a list, at the addresses that the server gave. */
export function Pagination({ page, label }: PaginationProps) {
  const path = (n: number) =>
    n === 1 ? page.first_page_path : page.page_path_template.replace("{page}", String(n));
  return <Pages page={page.page} pages={page.pages} path={path} format={useFormat().integer} label={label} />;
}
