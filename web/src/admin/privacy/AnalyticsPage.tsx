import { Link, useSearchParams } from "react-router";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { AnalyticsView, FunnelRow, WordRow } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import { DayFilter, FilterForm } from "../components/filters.tsx";
import { Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Failure, Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import styles from "./AnalyticsPage.module.css";

/** Aggregated visitor statistics: the funnel from product view to purchase, products, searches. The range of days is part of the URL. */
export function AnalyticsPage() {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const { data, error, isFetching, refetch } = useList(apiQuery("/api/admin/analytics", { query }));
  return (
    <>
      <Heading title={t("analytics")}>{t("analytics")}</Heading>
      <p className={ui.small}>{t("analyticsIntro")}</p>
      <FilterForm base="/statistiche" names={["from", "to"]} resetKey={`${data?.from} ${data?.to}`}>
        <DayFilter name="from" label={t("fromDay")} errors={error?.errors ?? []} initial={data?.from} />
        <DayFilter name="to" label={t("toDay")} errors={error?.errors ?? []} initial={data?.to} />
      </FilterForm>
      {error && error.errors.length === 0 && <Failure error={error} retry={refetch} />}
      {!data && isFetching && <p role="status">{t("loading")}</p>}
      {data && !data.counting && <p className={ui.empty}>{t("analyticsOff")}</p>}
      {data && !error && (
        <div className={styles.cards} aria-busy={isFetching}>
          <Funnel steps={data.funnel} />
          <Products rows={data.products} />
          <Words id="searches" title={t("topSearches")} empty={t("noSearches")} rows={data.searches} />
          <Words
            id="empty-searches"
            title={t("emptySearches")}
            empty={t("noEmptySearches")}
            rows={data.empty_searches}
            failed
          />
          <Words
            id="addresses"
            title={t("missingAddresses")}
            empty={t("noAddresses")}
            rows={data.addresses}
          />
        </div>
      )}
    </>
  );
}

function Funnel({ steps }: { steps: FunnelRow[] }) {
  const { t, named, format } = useLanguage();
  return (
    <Card id="funnel" title={t("funnel")}>
      <ol className={styles.funnel}>
        {steps.map((step) => (
          <li key={step.step}>
            <span className={styles.name}>{named("funnelStep", step.step)}</span>
            <strong className={styles.figure}>{format.integer(step.visits)}</strong>
            <span className={ui.small}>{typeof step.percent === "number" && `${step.percent}%`}</span>
            <meter aria-hidden="true" min={0} max={100} value={Math.min(step.percent ?? 0, 100)} />
          </li>
        ))}
      </ol>
      <p className={ui.small}>{t("funnelRule")}</p>
    </Card>
  );
}

function Products({ rows }: { rows: AnalyticsView["products"] }) {
  const { t, format } = useLanguage();
  return (
    <Card id="products" title={t("productsSeen")}>
      {rows.length === 0 ? (
        <p className={ui.small}>{t("noProductsSeen")}</p>
      ) : (
        <Rows
          within
          rows={rows}
          id={(one) => one.product_id}
          columns={[
            {
              label: t("seenProduct"),
              cell: (one) => <Link to={`/prodotti/${one.product_id}`}>{one.name}</Link>,
            },
            { label: t("timesSeen"), number: true, cell: (one) => format.integer(one.views) },
            { label: t("timesAdded"), number: true, cell: (one) => format.integer(one.added) },
            { label: t("piecesBought"), number: true, cell: (one) => format.integer(one.pieces) },
          ]}
        />
      )}
    </Card>
  );
}

interface WordsProps {
  id: string;
  title: string;
  empty: string;
  rows: WordRow[];
  /** Shows the number of searches without results instead of all searches. */
  failed?: boolean;
}

function Words({ id, title, empty, rows, failed = false }: WordsProps) {
  const { format } = useLanguage();
  return (
    <Card id={id} title={title}>
      {rows.length === 0 && <p className={ui.small}>{empty}</p>}
      <ol className={styles.rows}>
        {rows.map((row) => (
          <li key={row.word}>
            <span className={styles.name}>{row.word}</span>
            <span className={styles.figure}>{format.integer(failed ? row.empty : row.events)}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
