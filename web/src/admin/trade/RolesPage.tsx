import { Link } from "react-router";
import { apiQuery } from "../api/client.ts";
import type { RoleList } from "../api/types.ts";
import { DetailPage } from "../components/Loaded.tsx";
import { Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { RegistrationFieldsCard } from "./RegistrationFieldsCard.tsx";

/** Customer roles and the registration fields of each. */
export function RolesPage() {
  const { t } = useLanguage();
  return (
    <DetailPage list="/aziende" all={t("allCompanies")} query={apiQuery("/api/admin/roles")}>
      {(list, updates) => (
        <>
          <Heading title={t("customerRoles")}>{t("customerRoles")}</Heading>
          <p className={ui.small}>{t("customerRolesIntro")}</p>
          <div className={ui.buttons}>
            <Link to="/aziende/ruoli/nuovo" className={`${ui.button} ${ui.primary}`}>
              {t("newRole")}
            </Link>
          </div>
          <Roles list={list} />
          <RegistrationFieldsCard list={list} {...updates} />
        </>
      )}
    </DetailPage>
  );
}

function Roles({ list }: { list: RoleList }) {
  const { t, format } = useLanguage();
  if (list.roles.length === 0) return <p className={ui.empty}>{t("noRoles")}</p>;
  return (
    <Rows
      rows={list.roles}
      id={(role) => role.id}
      columns={[
        {
          label: t("customerRole"),
          cell: (role) => <Link to={`/aziende/ruoli/${role.id}`}>{role.fields.name}</Link>,
        },
        { label: t("roleKind"), cell: (role) => t(role.fields.is_trade ? "tradeRole" : "consumerRole") },
        { label: t("needsApproval"), cell: (role) => t(role.fields.needs_approval ? "yes" : "no") },
        { label: t("usedBy"), number: true, cell: (role) => format.integer(role.uses) },
      ]}
    />
  );
}
