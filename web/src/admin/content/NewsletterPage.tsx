import { useState } from "react";
import { useSearchParams } from "react-router";
import { deleteSubscriber, endSubscription } from "../api/calls.ts";
import { apiQuery, get } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { SubscriberRow } from "../api/types.ts";
import { ConfirmDialog } from "../components/ConfirmDialog.tsx";
import { ListPage, Rows } from "../components/list.tsx";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Outcome, StateTabs } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useNextRow } from "../components/useNextRow.ts";
import { useLanguage } from "../context/language.tsx";

const BASE = "/newsletter";
const STATES = ["", "pending", "confirmed", "left"];

/** Newsletter subscribers with their proof of consent, as a list and as a CSV file; each can be unsubscribed or deleted. */
export function NewsletterPage() {
  const { t, named, format } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/newsletter", { query }));
  const { busy, error, success, run } = useAction();
  const { list: listRef, message, leaveRow } = useNextRow("tbody tr", loaded.data);
  const [toDelete, setToDelete] = useState<SubscriberRow | null>(null);
  const save = () =>
    run(async () => {
      saveFile(await get("/api/admin/newsletter/export", { query }), "newsletter.csv");
      return "";
    });
  const reloadAt = (id: number) => {
    leaveRow(loaded.data?.subscribers.findIndex((one) => one.id === id) ?? 0);
    loaded.refetch();
  };
  const end = ({ id, email }: SubscriberRow) =>
    run(async () => {
      await endSubscription(id);
      reloadAt(id);
      return t("subscriberEnded", { email });
    });
  const remove = ({ id, email }: SubscriberRow) =>
    run(async () => {
      await deleteSubscriber(id);
      reloadAt(id);
      return t("subscriberDeleted", { email });
    }).finally(() => setToDelete(null));
  const moment = (at: number | null | undefined) => (at ? format.moment(at) : "–");
  return (
    <>
      <ListPage
        title={t("newsletter")}
        base={BASE}
        search={t("searchSubscribers")}
        actions={
          <button type="button" className={ui.button} onClick={() => void save()}>
            {t("exportCsv")}
          </button>
        }
        filters={
          <>
            <p className={ui.small}>{t("newsletterIntro")}</p>
            <StateTabs label={t("subscriberState")} base={BASE} group="subscriberState" states={STATES} />
            <div ref={message}>
              <Outcome error={error} success={success} />
            </div>
          </>
        }
        loaded={loaded}
        empty={t("noSubscribers")}
      >
        {(list) => (
          <div ref={listRef}>
            <Rows
              rows={list.subscribers}
              id={(one) => one.id}
              columns={[
                { label: t("subscriberEmail"), cell: (one) => one.email },
                { label: t("subscriberState"), cell: (one) => named("subscriberState", one.state) },
                { label: t("subscriberSource"), cell: (one) => named("subscriberSource", one.source) },
                {
                  label: t("subscriberConsent"),
                  cell: (one) => (
                    <>
                      {format.moment(one.consent_at)}
                      <br />
                      <span className={ui.small}>{one.consent_text}</span>
                    </>
                  ),
                },
                { label: t("subscriberConfirmed"), cell: (one) => moment(one.confirmed_at) },
                {
                  label: t("subscriberLeft"),
                  cell: (one) => <Ended row={one} end={(row) => void end(row)} />,
                },
                {
                  label: t("subscriberDelete"),
                  cell: (one) => (
                    <button
                      type="button"
                      className={ui.plain}
                      aria-label={`${t("subscriberDelete")}: ${one.email}`}
                      onClick={() => setToDelete(one)}
                    >
                      {t("subscriberDelete")}
                    </button>
                  ),
                },
              ]}
            />
          </div>
        )}
      </ListPage>
      {toDelete && (
        <ConfirmDialog
          title={t("subscriberDelete")}
          confirmLabel={t("subscriberDelete")}
          busy={busy}
          confirm={() => void remove(toDelete)}
          cancel={() => setToDelete(null)}
        >
          <p>{t("subscriberDeleteAsk", { email: toDelete.email })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Date on which a subscription ended, or a button that ends it. */
function Ended({ row, end }: { row: SubscriberRow; end: (row: SubscriberRow) => void }) {
  const { t, format } = useLanguage();
  if (row.left_at) {
    return (
      <>
        {format.moment(row.left_at)}
        {row.requested_at && (
          <>
            <br />
            <span className={ui.small}>
              {t("subscriberRequested", { moment: format.moment(row.requested_at) })}
            </span>
          </>
        )}
      </>
    );
  }
  return (
    <button
      type="button"
      className={ui.button}
      aria-label={`${t("subscriberEnd")}: ${row.email}`}
      onClick={() => end(row)}
    >
      {t("subscriberEnd")}
    </button>
  );
}
