import { useState } from "react";
import { useSearchParams } from "react-router";
import { forgetCapturedEmail, unsubscribeCapturedEmail } from "../api/calls.ts";
import { apiQuery, get } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { CapturedEmailRow } from "../api/types.ts";
import { ConfirmDialog } from "../components/ConfirmDialog.tsx";
import { ListPage, Rows } from "../components/list.tsx";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Outcome, StateTabs } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useNextRow } from "../components/useNextRow.ts";
import { useLanguage } from "../context/language.tsx";

const BASE = "/email";
const STATES = ["", "subscribed", "unsubscribed"];

/** E-mail addresses captured for marketing, as a list and as a CSV file; each can be unsubscribed or deleted. */
export function CapturedEmailsPage() {
  const { t, named, format } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/captured-emails", { query }));
  const { busy, error, success, run } = useAction();
  const { list: listRef, message, leaveRow } = useNextRow("tbody tr", loaded.data);
  const [toForget, setToForget] = useState<CapturedEmailRow | null>(null);
  const reloadAt = (id: number) => {
    leaveRow(loaded.data?.emails.findIndex((one) => one.id === id) ?? 0);
    loaded.refetch();
  };
  const save = () =>
    run(async () => {
      saveFile(await get("/api/admin/captured-emails/export", { query }), "email.csv");
      return "";
    });
  const unsubscribe = ({ id, email }: CapturedEmailRow) =>
    run(async () => {
      await unsubscribeCapturedEmail(id);
      reloadAt(id);
      return t("unsubscribedNow", { email });
    });
  const forget = ({ id, email }: CapturedEmailRow) =>
    run(async () => {
      await forgetCapturedEmail(id);
      reloadAt(id);
      return t("forgotten", { email });
    }).finally(() => setToForget(null));
  return (
    <>
      <ListPage
        title={t("capturedEmails")}
        base={BASE}
        search={t("searchCapturedEmails")}
        actions={
          <button type="button" className={ui.button} onClick={() => void save()}>
            {t("exportCsv")}
          </button>
        }
        filters={
          <>
            <p className={ui.small}>{t("capturedEmailsIntro")}</p>
            {loaded.data?.enabled === false && <p className={ui.small}>{t("capturedEmailsOff")}</p>}
            <StateTabs label={t("capturedState")} base={BASE} group="capturedState" states={STATES} />
            <div ref={message}>
              <Outcome error={error} success={success} />
            </div>
          </>
        }
        loaded={loaded}
        empty={t("noCapturedEmails")}
      >
        {(list) => (
          <div ref={listRef}>
            <Rows
              rows={list.emails}
              id={(one) => one.id}
              columns={[
                { label: t("capturedEmail"), cell: (one) => one.email },
                { label: t("capturedPlace"), cell: (one) => named("capturedPlace", one.location) },
                { label: t("capturedFirst"), cell: (one) => format.moment(one.captured_at) },
                { label: t("capturedLast"), cell: (one) => format.moment(one.seen_at) },
                { label: t("unsubscribe"), cell: (one) => <State row={one} unsubscribe={unsubscribe} /> },
                {
                  label: t("forgetEmail"),
                  cell: (one) => (
                    <button
                      type="button"
                      className={ui.plain}
                      aria-label={`${t("forgetEmail")}: ${one.email}`}
                      onClick={() => setToForget(one)}
                    >
                      {t("forgetEmail")}
                    </button>
                  ),
                },
              ]}
            />
          </div>
        )}
      </ListPage>
      {toForget && (
        <ConfirmDialog
          title={t("forgetEmail")}
          confirmLabel={t("forgetEmail")}
          busy={busy}
          confirm={() => void forget(toForget)}
          cancel={() => setToForget(null)}
        >
          <p>{t("forgetEmailAsk", { email: toForget.email })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface StateProps {
  row: CapturedEmailRow;
  unsubscribe: (one: CapturedEmailRow) => Promise<void>;
}

/** Date on which an address was unsubscribed, or a button that unsubscribes it. */
function State({ row, unsubscribe }: StateProps) {
  const { t, format } = useLanguage();
  if (row.unsubscribed_at) {
    return (
      <span className={ui.small}>
        {t("capturedUnsubscribed", { moment: format.moment(row.unsubscribed_at) })}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={ui.button}
      aria-label={`${t("unsubscribe")}: ${row.email}`}
      onClick={() => void unsubscribe(row)}
    >
      {t("unsubscribe")}
    </button>
  );
}
