import { Link, useSearchParams } from "react-router";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import { ListPage, Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Badge, StateTabs } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";

const STATES = ["", "active", "on-hold", "pending", "cancelled", "expired"];

/** List of subscriptions, by state and search. */
export function SubscriptionsPage() {
  const { t, format } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/subscriptions", { query }));
  return (
    <ListPage
      title={t("subscriptionsTitle")}
      base="/abbonamenti"
      search={t("searchSubscriptions")}
      filters={
        <StateTabs
          label={t("subscriptionsByState")}
          base="/abbonamenti"
          group="subscriptionState"
          states={STATES}
        />
      }
      loaded={loaded}
      empty={t("noSubscriptions")}
    >
      {(list) => (
        <Rows
          rows={list.subscriptions}
          id={(one) => one.id}
          columns={[
            {
              label: t("subscriptionOf"),
              cell: (one) => (
                <Link to={`/abbonamenti/${one.id}`}>{t("subscriptionNumber", { number: one.id })}</Link>
              ),
            },
            {
              label: t("customer"),
              cell: (one) => (
                <>
                  {one.name}
                  <br />
                  <span className={ui.small}>{one.email}</span>
                </>
              ),
            },
            {
              label: t("subscriptionBrings"),
              cell: (one) => (
                <>
                  {one.title}
                  {one.waits_for && (
                    <>
                      <br />
                      <span className={ui.small}>{t("subscriptionWaits", { name: one.waits_for })}</span>
                    </>
                  )}
                </>
              ),
            },
            { label: t("status"), cell: (one) => <Badge group="subscriptionState" value={one.state} /> },
            {
              label: t("subscriptionNext"),
              cell: (one) => (one.next_day ? format.day(one.next_day) : "–"),
            },
            { label: t("amount"), number: true, cell: (one) => one.each },
          ]}
        />
      )}
    </ListPage>
  );
}
