import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { AccountInvoices } from "../../../core/types.ts";
import { Link } from "../../../ui/Link.tsx";
import styles from "./OpenInvoices.module.css";

/** The page of the company's unpaid invoices. */
export function OpenInvoicesPage({ invoices }: { invoices: AccountInvoices }) {
  const words = useWords("account");
  return (
    <>
      <h1 tabIndex={-1}>{words.openInvoices}</h1>
      <OpenInvoices invoices={invoices} />
    </>
  );
}

/** The company's debt by invoice, its remaining credit, and its unpaid orders, those due first. */
export function OpenInvoices({ invoices }: { invoices: AccountInvoices }) {
  const words = useWords("account");
  const format = useFormat();
  const sums: [string, number | null][] = [
    [words.invoicesOpen, invoices.open_cents],
    [words.invoicesOverdue, invoices.overdue_cents],
    [words.invoicesLimit, invoices.limit_cents],
    [words.invoicesLeft, invoices.left_cents],
  ];
  const hidden = invoices.count - invoices.orders.length;
  return (
    <>
      <dl className={styles.sums}>
        {sums.map(
          ([label, cents]) =>
            cents !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{format.price(cents)}</dd>
              </div>
            ),
        )}
      </dl>
      {invoices.orders.length === 0 && <p>{words.invoicesNone}</p>}
      <ul className={styles.invoices}>
        {invoices.orders.map((invoice) => (
          <li key={invoice.number}>
            <p className={styles.number}>
              <Link href={invoice.path} aria-label={words.showOrder(invoice.number)}>
                {words.order(invoice.number)}
              </Link>
            </p>
            <p className={styles.due} data-overdue={invoice.overdue || undefined}>
              {invoice.overdue ? words.invoiceOverdue(invoice.due) : words.invoiceDue(invoice.due)}
            </p>
            <p className={styles.left}>
              <strong>{format.price(invoice.open_cents)}</strong>
              {invoice.open_cents !== invoice.total_cents && (
                <small> {words.of(format.price(invoice.total_cents))}</small>
              )}
            </p>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{words.invoicesMore(format.integer(hidden))}</p>}
    </>
  );
}
