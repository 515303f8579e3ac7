import { Link } from "react-router";
import { apiQuery } from "../api/client.ts";
import type { CompanyDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { DetailPage } from "../components/Loaded.tsx";
import ui from "../components/ui.module.css";
import { Badge, Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { CompanyAccountCard } from "./CompanyAccountCard.tsx";
import { CompanyDecisionCard } from "./CompanyDecisionCard.tsx";
import { CompanyNotesCard } from "./CompanyNotesCard.tsx";
import { CompanyStandingOrdersCard } from "./CompanyStandingOrdersCard.tsx";
import { CompanyTermsCard } from "./CompanyTermsCard.tsx";

/** Page of a company: its data and files, its accounts, its terms, and its approval. */
export function CompanyPage({ id }: { id: number }) {
  const { t } = useLanguage();
  return (
    <DetailPage
      list="/aziende"
      all={t("allCompanies")}
      query={apiQuery("/api/admin/companies/{id}", { path: { id } })}
    >
      {(data, { replace }) => <Company company={data} replace={replace} />}
    </DetailPage>
  );
}

export interface CompanyProps {
  company: CompanyDetail;
  replace: (company: CompanyDetail) => void;
}

function Company({ company, replace }: CompanyProps) {
  const { t, format } = useLanguage();
  const title = company.name || company.email;
  return (
    <>
      <div className={styles.head}>
        <Heading title={title}>{title}</Heading>
        <Badge group="companyState" value={company.state} />
        {typeof company.changed_at === "number" && <Badge group="companyState" value="changed" />}
        <span className={ui.small}>{t("registeredOn", { date: format.moment(company.created_at) })}</span>
      </div>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Data company={company} />
          <CompanyAccountCard key={`${company.credit_limit} ${company.state}`} id={company.id} />
          <People company={company} />
        </div>
        <div className={styles.stack}>
          <CompanyDecisionCard company={company} replace={replace} />
          <CompanyTermsCard company={company} replace={replace} />
          <CompanyNotesCard company={company} replace={replace} />
          <Addresses company={company} />
          <CompanyStandingOrdersCard company={company} />
        </div>
      </div>
    </>
  );
}

function Data({ company }: { company: CompanyDetail }) {
  const { t, named } = useLanguage();
  const facts: [string, string][] = [
    [t("country"), company.country],
    [
      t("vatNumber"),
      company.vat_number && `${company.vat_number} · ${named("companyVat", company.vat_status)}`,
    ],
    [t("taxCode"), company.tax_code],
    [t("sdiCode"), company.sdi_code],
    [t("pec"), company.pec],
  ];
  return (
    <Card id="data" title={t("companyData")}>
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
      {company.fields.length > 0 && (
        <>
          <h3 className={styles.label}>{t("filledIn")}</h3>
          <dl className={styles.facts}>
            {company.fields.map((field) => (
              <div key={field.label + field.value}>
                <dt>{field.label}</dt>
                <dd>
                  {field.path ? (
                    <a href={field.path} download>
                      {field.value}
                    </a>
                  ) : field.kind === "checkbox" ? (
                    t("yes")
                  ) : (
                    field.value
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  );
}

function People({ company }: { company: CompanyDetail }) {
  const { t, named } = useLanguage();
  return (
    <Card id="people" title={t("companyPeople")}>
      <ul>
        {company.people.map((person) => (
          <li key={person.id}>
            <Link to={`/clienti/${person.id}`}>{person.name}</Link>{" "}
            <span className={ui.small}>
              {person.email}
              {person.job_title && ` · ${person.job_title}`}
              {" · "}
              {person.main
                ? t("mainAccount")
                : person.rights.map((right) => named("companyRight", right)).join(", ") || t("noRights")}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Addresses({ company }: { company: CompanyDetail }) {
  const { t } = useLanguage();
  if (company.delivery_addresses.length === 0) return null;
  return (
    <Card id="addresses" title={t("deliveryAddresses")}>
      {company.delivery_addresses.map((lines) => (
        <address key={lines.join()}>
          {lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      ))}
    </Card>
  );
}
