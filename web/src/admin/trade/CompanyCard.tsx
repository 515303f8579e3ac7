import { Link } from "react-router";
import type { CustomerCompany } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";

/** Company of an account and the account's rights. */
export function CompanyCard({ company }: { company: CustomerCompany }) {
  const { t, named, format } = useLanguage();
  const { subaccount } = company;
  const rights = ["buy", "view_orders", "view_offers", "view_conversations", "view_lists"] as const;
  const granted = rights.filter((right) => subaccount?.[right]).map((right) => named("accountRight", right));
  const above = subaccount?.approval_above_cents;
  return (
    <Card id="company" title={t("company")}>
      <p>
        <Link to={`/aziende/${company.id}`}>{company.name || t("company")}</Link>
        <br />
        <span className={ui.small}>{named("companyApproval", company.approval)}</span>
      </p>
      {subaccount ? (
        <>
          <p>
            {t("isSubaccount")} <Link to={`/clienti/${company.main_account}`}>{t("seeMainAccount")}</Link>
          </p>
          <p className={ui.small}>
            {[subaccount.name, subaccount.job_title, subaccount.phone].filter(Boolean).join(" · ")}
          </p>
          {granted.length > 0 ? (
            <ul>
              {granted.map((right) => (
                <li key={right}>{right}</li>
              ))}
            </ul>
          ) : (
            <p className={ui.small}>{t("noAccountRights")}</p>
          )}
          {typeof above === "number" && (
            <p className={ui.small}>{t("approvalAboveOf", { amount: format.price(above) })}</p>
          )}
        </>
      ) : (
        <p>{t("isMainAccount")}</p>
      )}
    </Card>
  );
}
