// Shared layout of lists: heading, search, states, filters, rows, pages. All of the user's choices are part of the URL.

import type { Key, ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { LoadedList } from "../api/queries.ts";
import { useLanguage } from "../context/language.tsx";
import { queryWith } from "../context/navigation.ts";
import styles from "./lists.module.css";
import ui from "./ui.module.css";
import { Failure, Heading, Pagination, SearchForm } from "./ui.tsx";

export interface Page {
  total: number;
  page: number;
  pages: number;
}

interface ListPageProps<List extends Page> {
  title: string;
  /** Path of the list. */
  base: string;
  /** Label of the search; without one there is no search. */
  search?: string;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  /** States and filters, above the rows. */
  filters?: ReactNode;
  loaded: LoadedList<List>;
  /** Text for an empty list. */
  empty: string;
  children: (list: List) => ReactNode;
}

/** List with its heading. Changes in the number of results are announced. */
export function ListPage<List extends Page>(props: ListPageProps<List>) {
  const { title, base, search, actions, filters, loaded, empty, children } = props;
  const { t, format } = useLanguage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { data, error, isFetching, refetch } = loaded;
  return (
    <>
      <div className={styles.head}>
        <Heading title={title}>{title}</Heading>
        {search && (
          <SearchForm
            label={search}
            submit={(text) => navigate(base + queryWith(query, { search: text, page: "" }))}
          />
        )}
        {actions && <div className={ui.buttons}>{actions}</div>}
      </div>
      {filters}
      {error && <Failure error={error} retry={refetch} />}
      <p role="status" className={ui.small}>
        {!data && isFetching && t("loading")}
        {data && t("found", { count: format.integer(data.total) })}
      </p>
      {data && !error && (
        <div aria-busy={isFetching}>
          {data.total === 0 ? <p className={ui.empty}>{empty}</p> : children(data)}
        </div>
      )}
      {data && !error && <Pagination base={base} page={data.page} pages={data.pages} />}
    </>
  );
}

export interface Column<Row> {
  label: string;
  /** Aligns numbers to the right. */
  number?: boolean;
  cell: (row: Row) => ReactNode;
}

interface RowsProps<Row> {
  rows: Row[];
  id: (row: Row) => Key;
  /** The columns; the first one names the row. */
  columns: [Column<Row>, ...Column<Row>[]];
  /** Whether the table is inside a card, which has its own border. */
  within?: boolean;
}

/** Rows of a list as a table; on phones each row is a card. */
export function Rows<Row>({ rows, id, columns: [head, ...others], within }: RowsProps<Row>) {
  return (
    <div className={within ? undefined : ui.scroll}>
      <table className={`${ui.table} ${ui.stacked}`}>
        <thead>
          <tr>
            {[head, ...others].map((column) => (
              <th key={column.label} scope="col" className={column.number ? ui.number : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={id(row)}>
              <th scope="row">{head.cell(row)}</th>
              {others.map((column) => (
                <td
                  key={column.label}
                  data-label={column.label}
                  className={column.number ? ui.number : undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
