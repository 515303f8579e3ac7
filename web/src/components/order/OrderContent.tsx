import { useFormat, useWords } from "../../context/PageContext.tsx";
import type { OrderPage, SlipView } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Link } from "../../ui/Link.tsx";
import { Picture } from "../Picture.tsx";
import styles from "./OrderContent.module.css";

/** Number, date, status, payment and shipping method of an order. */
export function OrderFacts({ page }: { page: OrderPage }) {
  const words = useWords("order");
  const facts: [string, string][] = [
    [words.orderNumber, page.number],
    [words.orderDate, page.date],
    [words.orderStatus, page.status_label],
    [words.paymentMethod, page.payment_title],
    [words.shippingMethod, page.shipping_title],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Later instalments, each with its due date and status. */
function Instalments({ page }: { page: OrderPage }) {
  const words = useWords("order");
  const format = useFormat();
  if (page.instalments.length === 0) return null;
  return (
    <section>
      <h2>{words.instalments}</h2>
      <ul className={styles.instalments}>
        {page.instalments.map((one) => (
          <li key={one.due}>
            <span>
              {words.by} {one.due}
            </span>
            <span data-paid={one.paid || undefined}>{one.state}</span>
            <strong>{format.price(one.cents)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Payment slip to be paid elsewhere: its details, its expiry, and its page. */
function Slip({ slip }: { slip: SlipView }) {
  const words = useWords("order");
  const rows = slip.until ? [...slip.details, [words.slipUntil, slip.until] as const] : slip.details;
  return (
    <>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {slip.url && (
        <p>
          <Link className={button.button} href={slip.url} target="_blank" rel="noopener noreferrer">
            {words.slipOpen}
            <span className="visuallyHidden"> ({words.newTabHint})</span>
          </Link>
        </p>
      )}
    </>
  );
}

/** Open payments, lines, totals and addresses of an order. */
export function OrderContent({ page }: { page: OrderPage }) {
  const words = useWords("order");
  const format = useFormat();
  return (
    <>
      {(page.payment_details.length > 0 || page.payment_instructions || page.payment_waiting) && (
        <section className={styles.toDo}>
          <h2>{page.payment_waiting && !page.slip ? words.waits : words.paymentToDo}</h2>
          {page.payment_waiting && <p>{page.payment_waiting}</p>}
          {page.slip && <Slip slip={page.slip} />}
          {page.payment_instructions && <p>{page.payment_instructions}</p>}
          <dl>
            {page.payment_details.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section>
        <h2>{words.orderDetails}</h2>
        <ul className={styles.lines}>
          {page.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same product, and lines are never reordered
            <li key={at}>
              <Picture picture={line.picture && { ...line.picture, alt: "" }} sizes="64px" />
              <div>
                <Link href={line.path}>{line.name}</Link> × {format.integer(line.quantity)}
                {line.attributes.map(([label, value]) => (
                  <small key={label}>
                    {label}: {value}
                  </small>
                ))}
              </div>
              <span>{format.price(line.total_cents)}</span>
            </li>
          ))}
        </ul>
        <dl className={styles.totals}>
          {page.totals.map((row) => (
            <div key={row.kind + row.label} data-kind={row.kind}>
              <dt>{row.label}</dt>
              <dd>{format.price(row.cents)}</dd>
            </div>
          ))}
        </dl>
        {page.tax_note && <p>{page.tax_note}</p>}
      </section>
      <Instalments page={page} />
      <div className={styles.addresses}>
        <PrintedAddress title={words.billingAddress} lines={page.billing_lines} />
        <PrintedAddress title={words.shippingAddress} lines={page.shipping_lines} />
        <OrderDetails page={page} />
        {page.customer_note && (
          <section>
            <h2>{words.customerNote}</h2>
            <p>{page.customer_note}</p>
          </section>
        )}
      </div>
    </>
  );
}

/** The buyer's own reference, the requested delivery day, and the merchant's additional fields. */
function OrderDetails({ page }: { page: OrderPage }) {
  const words = useWords("order");
  const details = [
    [words.buyerReference, page.buyer_reference],
    [words.deliveryDay, page.delivery_day],
    ...page.further,
  ] as const;
  return details
    .filter(([, value]) => value)
    .map(([label, value]) => (
      <section key={label}>
        <h2>{label}</h2>
        <p>{value}</p>
      </section>
    ));
}

function PrintedAddress({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <address>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </section>
  );
}
