import { Link, useNavigate, useSearchParams } from "react-router";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import { Rows } from "../components/list.tsx";
import styles from "../components/lists.module.css";
import ui from "../components/ui.module.css";
import { Badge, Failure, Heading, Pagination, SearchForm, StateTabs } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { queryWith } from "../context/navigation.ts";

const STATES = ["", "published", "draft"];

/** List of pages and posts, newest first. */
export function PagesPage() {
  const { t, named, format } = useLanguage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { data, error, isFetching, refetch } = useList(apiQuery("/api/admin/pages", { query }));
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
      {error && <Failure error={error} retry={refetch} />}
      {!data && isFetching && <p role="status">{t("loading")}</p>}
      {data && data.rows.length === 0 && <p className={ui.empty}>{t("noPages")}</p>}
      {data && data.rows.length > 0 && (
        <div aria-busy={isFetching}>
          <Rows
            rows={data.rows}
            id={(row) => row.id}
            columns={[
              { label: t("pageTitle"), cell: (row) => <Link to={`/pagine/${row.id}`}>{row.title}</Link> },
              { label: t("pageKind"), cell: (row) => named("pageKind", row.kind) },
              { label: t("address"), cell: (row) => row.path },
              { label: t("pageState"), cell: (row) => <Badge group="pageState" value={row.status} /> },
              { label: t("writtenLast"), cell: (row) => format.moment(row.updated_at) },
            ]}
          />
        </div>
      )}
      {data && <Pagination base="/pagine" page={data.page} pages={data.pages} />}
    </>
  );
}
