import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { CompanyList } from "../api/types.ts";
import { ChoiceFilter, FilterForm } from "../components/filters.tsx";
import { ListPage, Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Badge, StateTabs } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";

const STATES = ["", "pending", "approved", "rejected"];

/** List of business customers, pending ones first, by state, role and search. */
export function CompaniesPage() {
  const { t, format } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/companies", { query }));
  const roles = useQuery(apiQuery("/api/admin/roles"));
  const trade = (roles.data?.roles ?? []).filter((role) => role.fields.is_trade);
  return (
    <ListPage
      title={t("companies")}
      base="/aziende"
      search={t("searchCompanies")}
      actions={
        <>
          {loaded.data && (
            <span>{t("companiesWaiting", { count: format.integer(loaded.data.waiting) })}</span>
          )}
          <Link to="/aziende/ruoli" className={ui.button}>
            {t("customerRoles")}
          </Link>
        </>
      }
      filters={
        <>
          <StateTabs label={t("companiesByState")} base="/aziende" group="companyState" states={STATES} />
          <FilterForm base="/aziende" names={["role"]} resetKey={trade.length} clearable>
            <ChoiceFilter
              name="role"
              label={t("customerRole")}
              errors={loaded.error?.errors ?? []}
              options={[
                { value: "", label: t("allRoles") },
                ...trade.map((role) => ({ value: String(role.id), label: role.fields.name })),
              ]}
            />
          </FilterForm>
        </>
      }
      loaded={loaded}
      empty={t("noCompanies")}
    >
      {(list) => <Companies list={list} />}
    </ListPage>
  );
}

function Companies({ list }: { list: CompanyList }) {
  const { t, format } = useLanguage();
  return (
    <Rows
      rows={list.companies}
      id={(company) => company.id}
      columns={[
        {
          label: t("company"),
          cell: (company) => (
            <span>
              <Link to={`/aziende/${company.id}`}>{company.name || company.email}</Link>
              <br />
              <span className={ui.small}>{company.email}</span>
            </span>
          ),
        },
        { label: t("customerRole"), cell: (company) => company.role },
        {
          label: t("vatNumber"),
          cell: (company) => (
            <span>
              {company.vat_number || "–"}
              {company.vat_number && (
                <>
                  <br />
                  <Badge group="companyVat" value={company.vat_status} />
                </>
              )}
            </span>
          ),
        },
        {
          label: t("status"),
          cell: (company) => (
            <span>
              <Badge group="companyState" value={company.state} />{" "}
              {typeof company.changed_at === "number" && <Badge group="companyState" value="changed" />}
            </span>
          ),
        },
        { label: t("registered"), cell: (company) => format.moment(company.created_at) },
      ]}
    />
  );
}
