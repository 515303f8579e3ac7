import { Link } from "react-router";
import { apiQuery } from "../api/client.ts";
import type { CompanyAccount } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { Loaded } from "../components/Loaded.tsx";
import { Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";
import { ReceivedPaymentForm } from "./ReceivedPaymentForm.tsx";
import { ReceivedPayments } from "./ReceivedPayments.tsx";

export interface AccountProps {
  /** Id of the company. */
  id: number;
  account: CompanyAccount;
  /** Receives the updated account. */
  replace: (account: CompanyAccount) => void;
}

/** Open balance of a company, its unpaid orders, and its received payments. */
export function CompanyAccountCard({ id }: { id: number }) {
  const { t } = useLanguage();
  return (
    <Card id="account" title={t("companyAccount")}>
      <Loaded query={apiQuery("/api/admin/companies/{id}/account", { path: { id } })}>
        {(account, { replace }) => <Account id={id} account={account} replace={replace} />}
      </Loaded>
    </Card>
  );
}

function Account(props: AccountProps) {
  const { t, format } = useLanguage();
  const { account } = props;
  const sums: [string, string][] = [
    [t("openBalance"), format.price(account.open_cents)],
    [t("overdueBalance"), format.price(account.overdue_cents)],
    [t("creditLimitNow"), account.limit_cents == null ? t("noLimit") : format.price(account.limit_cents)],
    ...(account.left_cents == null
      ? []
      : [[t("creditLeftNow"), format.price(account.left_cents)] as [string, string]]),
  ];
  return (
    <div className={styles.stack}>
      <dl className={styles.facts}>
        {sums.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {account.orders.length === 0 ? (
        <p className={ui.small}>{t("noOpenInvoices")}</p>
      ) : (
        <Open account={account} />
      )}
      {account.open_cents > 0 && <ReceivedPaymentForm {...props} />}
      {account.payments.length > 0 && <ReceivedPayments {...props} />}
    </div>
  );
}

function Open({ account }: { account: CompanyAccount }) {
  const { t, format } = useLanguage();
  const hidden = account.count - account.orders.length;
  return (
    <>
      <Rows
        within
        rows={account.orders}
        id={(order) => order.order_id}
        columns={[
          {
            label: t("order"),
            cell: (order) => (
              <Link to={`/ordini/${order.order_id}`}>{t("orderNumber", { number: order.order_id })}</Link>
            ),
          },
          {
            label: t("invoiceDue"),
            cell: (order) => (
              <>
                {format.day(order.due)}
                {order.overdue && <strong> · {t("overdue")}</strong>}
              </>
            ),
          },
          {
            label: t("stillToPay"),
            number: true,
            cell: (order) =>
              order.open_cents === order.total_cents
                ? format.price(order.open_cents)
                : t("openOfTotal", {
                    open: format.price(order.open_cents),
                    total: format.price(order.total_cents),
                  }),
          },
        ]}
      />
      {hidden > 0 && <p className={ui.small}>{t("moreOpenInvoices", { count: format.integer(hidden) })}</p>}
    </>
  );
}
