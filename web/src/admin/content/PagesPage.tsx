import { question } from "../api/client.ts";
import { useFormat } from "../components/format.ts";
import styles from "../components/lists.module.css";
import ui from "../components/ui.module.css";
import { Badge, Failure, Heading, Pagination, SearchForm, StateTabs } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { Link, navigate, queryWith, useLocation } from "../context/router.tsx";
import { useData } from "../context/useData.ts";

const STATES = ["", "published", "draft"];

/** Pages and posts, the one written last first. */
export function PagesPage() {
  const { t, named } = useLanguage();
  const format = useFormat();
  const { query } = useLocation();
  const { data, error, loading, reload } = useData(question("/api/admin/pages", { query }));
  return (
    <>
      <div className={styles.head}>
        <Heading title={t("pagesTitle")}>{t("pagesTitle")}</Heading>
        <SearchForm
          label={t("searchPages")}
          submit={(search) => navigate(`/pagine${queryWith(query, { search, page: "" })}`)}
        />
        <div className={ui.buttons}>
          <Link to="/pagine/nuova" className={`${ui.button} ${ui.primary}`}>
            {t("newPage")}
          </Link>
          <Link to="/pagine/nuovo-articolo" className={ui.button}>
            {t("newPost")}
          </Link>
        </div>
      </div>
      <StateTabs label={t("pagesByState")} base="/pagine" group="pageState" states={STATES} />
      {error && <Failure error={error} retry={reload} />}
      {!data && loading && <p role="status">{t("loading")}</p>}
      {data && data.rows.length === 0 && <p className={ui.empty}>{t("noPages")}</p>}
      {data && data.rows.length > 0 && (
        <div className={ui.scroll} aria-busy={loading}>
          <table className={`${ui.table} ${ui.stacked}`}>
            <thead>
              <tr>
                <th scope="col">{t("pageTitle")}</th>
                <th scope="col">{t("pageKind")}</th>
                <th scope="col">{t("address")}</th>
                <th scope="col">{t("pageState")}</th>
                <th scope="col">{t("writtenLast")}</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    <Link to={`/pagine/${row.id}`}>{row.title}</Link>
                  </th>
                  <td data-label={t("pageKind")}>{named("pageKind", row.kind)}</td>
                  <td data-label={t("address")}>{row.path}</td>
                  <td data-label={t("pageState")}>
                    <Badge group="pageState" value={row.status} />
                  </td>
                  <td data-label={t("writtenLast")}>{format.moment(row.updated_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && <Pagination base="/pagine" page={data.page} pages={data.pages} />}
    </>
  );
}
