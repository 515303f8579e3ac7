import { Pagination } from "../../../../components/Pagination.tsx";
import { useFormat, useWords } from "../../../../context/PageContext.tsx";
import type { AccountPage, AccountSection } from "../../../../core/types.ts";
import button from "../../../../ui/button.module.css";
import { Form, Link } from "../../../../ui/Link.tsx";
import { Downloads } from "./PurchaseList.tsx";
import styles from "./PurchaseLists.module.css";

type Section = Extract<AccountSection, { name: "purchase_lists" }>;

/** The table of purchase lists, with search, sortable columns and pagination. */
export function PurchaseLists({ page, section }: { page: AccountPage; section: Section }) {
  const words = useWords("account");
  const format = useFormat();
  const { texts, lists } = section;
  const [sort] = section.columns.filter(({ order }) => order !== "");
  const nothing = section.search ? texts.zeroRecords : texts.emptyTable;
  return (
    <>
      <h1 tabIndex={-1}>{words.purchaseLists}</h1>
      <Form className={styles.search} method="get" action="/my-account/purchase-lists/">
        <label htmlFor="list-search">{texts.search}</label>
        <input id="list-search" type="search" name="s" defaultValue={section.search} maxLength={100} />
        <button type="submit" className={`${button.button} ${button.quiet}`}>
          {words.listsSearch}
        </button>
      </Form>
      {lists.length === 0 ? (
        <p>{nothing}</p>
      ) : (
        <table className={styles.table}>
          <caption className="visuallyHidden">
            {words.purchaseLists}
            {sort && `, ${sort.label}`}
          </caption>
          <thead>
            <tr>
              {section.columns.map(({ label, path, order, next_order: next }) => (
                <th
                  key={label}
                  scope="col"
                  aria-sort={order === "ascending" || order === "descending" ? order : undefined}
                >
                  {path ? (
                    <Link href={path}>
                      {label}
                      <span className="visuallyHidden">
                        {next === "descending" ? texts.aria.sortDescending : texts.aria.sortAscending}
                      </span>
                      <span aria-hidden="true">
                        {order === "ascending" ? "↑" : order === "descending" ? "↓" : ""}
                      </span>
                    </Link>
                  ) : (
                    label
                  )}
                </th>
              ))}
              <th scope="col">{words.listDownload}</th>
            </tr>
          </thead>
          <tbody>
            {lists.map((list) => (
              <tr key={list.id}>
                <th scope="row">
                  <Link href={list.path}>{list.title}</Link>
                </th>
                <td data-label={section.columns[1]?.label}>{format.integer(list.lines)}</td>
                <td data-label={section.columns[2]?.label}>{list.made_by}</td>
                <td data-label={section.columns[3]?.label}>{list.changed}</td>
                <td data-label={words.listDownload}>
                  <Downloads id={list.id} token={page.trade_token} name={list.title} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lists.length > 0 && <p className={styles.info}>{section.info}</p>}
      <Pagination page={section} label={words.purchaseLists} />
      {page.person?.may.includes("bulk_order") && (
        <p>
          <Link className={button.text} href="/my-account/bulkorder/">
            {words.listsNew}
          </Link>
        </p>
      )}
    </>
  );
}
