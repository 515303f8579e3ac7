import { Link } from "react-router";
import { apiQuery } from "../api/client.ts";
import { Card } from "../components/Card.tsx";
import { Loaded } from "../components/Loaded.tsx";
import { Rows } from "../components/list.tsx";
import lists from "../components/lists.module.css";
import ui from "../components/ui.module.css";
import { Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { ErasuresCard } from "./ErasuresCard.tsx";
import styles from "./PersonalDataPage.module.css";

/** Register of personal data: what is stored, where, why, for how long and who receives it. */
export function PersonalDataPage() {
  const { t, format } = useLanguage();
  return (
    <>
      <div className={lists.head}>
        <Heading title={t("personalData")}>{t("personalData")}</Heading>
      </div>
      <p className={ui.small}>
        {t("personalDataIntro")} <Link to="/impostazioni/conservazione">{t("changeRetention")}</Link>
        {" · "}
        <Link to="/dati-personali/violazioni">{t("breaches")}</Link>
      </p>
      <Loaded query={apiQuery("/api/admin/personal-data", {})}>
        {(list, { reload }) => (
          <>
            <Rows
              rows={list.entries}
              id={(one) => one.id}
              columns={[
                {
                  label: t("personalDataName"),
                  cell: (one) => (
                    <div className={styles.data}>
                      <strong>{one.name}</strong>
                      <br />
                      <span className={ui.small}>{one.what}</span>
                    </div>
                  ),
                },
                { label: t("personalDataTables"), cell: (one) => one.tables.join(", ") || "–" },
                {
                  label: t("personalDataRows"),
                  number: true,
                  cell: (one) =>
                    one.rows === null || one.rows === undefined ? "–" : format.integer(one.rows),
                },
                {
                  label: t("personalDataWhy"),
                  cell: (one) => (
                    <>
                      {one.why}
                      <br />
                      <span className={ui.small}>{one.basis}</span>
                    </>
                  ),
                },
                { label: t("personalDataRecipients"), cell: (one) => one.recipients },
                { label: t("personalDataTime"), cell: (one) => one.time },
                { label: t("personalDataDownload"), cell: (one) => one.download },
                { label: t("personalDataErasure"), cell: (one) => one.erasure },
              ]}
            />
            <Card id="trasferimenti" title={t("personalDataTransfers")}>
              <p>{list.transfers}</p>
            </Card>
            <Card id="misure" title={t("personalDataMeasures")}>
              <ul>
                {list.measures.map((measure) => (
                  <li key={measure}>{measure}</li>
                ))}
              </ul>
            </Card>
            {list.erasures_total > 0 && <ErasuresCard list={list} done={reload} />}
          </>
        )}
      </Loaded>
    </>
  );
}
