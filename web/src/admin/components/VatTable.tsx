import type { VatSum, VatSums } from "../api/types.ts";
import { useLanguage } from "../context/language.tsx";
import ui from "./ui.module.css";
import styles from "./VatTable.module.css";

/** VAT by rate: charged amounts and, after refunds, refunded and remaining amounts. */
export function VatTable({ sums, label }: { sums: VatSums; label: string }) {
  const { t, format } = useLanguage();
  const refunded = sums.refunded.length > 0;
  return (
    <div className={ui.scroll}>
      <table className={`${ui.table} ${styles.table}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t("vatRate")}</th>
            <th scope="col" className={ui.number}>
              {t("vatNet")}
            </th>
            <th scope="col" className={ui.number}>
              {t("vatTax")}
            </th>
          </tr>
        </thead>
        <Part rows={sums.charged} heading={refunded ? t("vatCharged") : ""} />
        {refunded && <Part rows={sums.refunded} heading={t("vatRefunded")} />}
        {refunded && <Part rows={sums.left} heading={t("vatLeft")} />}
        <tfoot>
          <tr>
            <th scope="row">{t("vatTotal")}</th>
            <td className={ui.number}>{format.price(sums.total.net_cents)}</td>
            <td className={ui.number}>{format.price(sums.total.tax_cents)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Part({ rows, heading }: { rows: VatSum[]; heading: string }) {
  const { t, format } = useLanguage();
  return (
    <tbody>
      {heading && (
        <tr>
          <th scope="rowgroup" colSpan={3} className={styles.part}>
            {heading}
          </th>
        </tr>
      )}
      {rows.map((row) => (
        <tr key={`${row.rate} ${row.name}`}>
          <th scope="row">
            {row.rate || t("vatUntaxed")} {row.rate && <span className={ui.small}>{row.name}</span>}
          </th>
          <td className={ui.number}>{format.price(row.net_cents)}</td>
          <td className={ui.number}>{format.price(row.tax_cents)}</td>
        </tr>
      ))}
    </tbody>
  );
}
