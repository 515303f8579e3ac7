import { Link } from "react-router";
import { documentPath, issueInvoice } from "../api/calls.ts";
import type { OrderDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import ui from "../components/ui.module.css";
import { Badge, Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";

interface Props {
  order: OrderDetail;
  replace: (order: OrderDetail) => void;
}

/** Documents of an order as PDF, with a button to issue its invoice. */
export function DocumentsCard({ order, replace }: Props) {
  const { t, named, format } = useLanguage();
  const { busy, error, success, run } = useAction();
  const { invoice } = order;

  const issue = () => {
    if (busy || !window.confirm(t("invoiceSure", { number: order.id }))) return;
    void run(async () => {
      const changed = await issueInvoice(order.id);
      replace(changed);
      return t("invoiceDone", { number: changed.invoice?.number ?? "" });
    });
  };

  return (
    <Card id="documents" title={t("documents")}>
      <ul className={styles.step}>
        <li>
          <a href={documentPath(order.id, "distinta.pdf")} download>
            {t("packingSlip")}
          </a>
        </li>
        <li>
          <a href={documentPath(order.id, "riepilogo.pdf")} download>
            {t("orderSummary")}
          </a>
        </li>
        {invoice?.number && invoice.has_copy && (
          <li>
            <a href={documentPath(order.id, "fattura.pdf")} download>
              {t("invoiceFile", { number: invoice.number })}
            </a>{" "}
            <span className={ui.small}>
              {t("invoiceIssued", { date: format.moment(invoice.issued_at ?? 0) })}
            </span>
          </li>
        )}
        {invoice?.einvoices.map((one) => (
          <li key={one.id}>
            <Link to={`/fatture/${one.id}`}>
              {t("einvoiceNumber", { kind: named("einvoiceKind", one.kind), number: one.number })}
            </Link>{" "}
            <Badge group="einvoiceState" value={one.state} />
          </li>
        ))}
      </ul>
      {invoice && !invoice.number && !invoice.can_issue && <p className={ui.small}>{t("invoiceLater")}</p>}
      {invoice?.can_issue && (
        <div className={styles.step}>
          <p className={ui.small}>{t("invoiceHint")}</p>
          <div className={ui.buttons}>
            <button type="button" className={ui.button} aria-disabled={busy || undefined} onClick={issue}>
              {t("issueInvoice")}
            </button>
          </div>
        </div>
      )}
      <Outcome error={error} success={success} />
    </Card>
  );
}
