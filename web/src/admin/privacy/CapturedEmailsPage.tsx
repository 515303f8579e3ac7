import { useState } from "react";
import { forgetCapturedEmail, unsubscribeCapturedEmail } from "../api/calls.ts";
import { get, question } from "../api/client.ts";
import type { CapturedEmailRow } from "../api/types.ts";
import { Ask } from "../components/Ask.tsx";
import { ListPage, Rows } from "../components/list.tsx";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Outcome, StateTabs } from "../components/ui.tsx";
import { useAct } from "../components/useAct.ts";
import { useNextRow } from "../components/useNextRow.ts";
import { useLanguage } from "../context/language.tsx";
import { useLocation } from "../context/router.tsx";
import { useData } from "../context/useData.ts";

const BASE = "/email";
const STATES = ["", "subscribed", "unsubscribed"];

/** Addresses kept for marketing when they were typed: as a list and as a file, to be unsubscribed and to be deleted. */
export function CapturedEmailsPage() {
  const { t, named, format } = useLanguage();
  const { query } = useLocation();
  const loaded = useData(question("/api/admin/captured-emails", { query }));
  const { busy, refused, success, act } = useAct();
  const { list: listRef, told, leaves } = useNextRow("tbody tr", loaded.data);
  const [asked, setAsked] = useState<CapturedEmailRow | null>(null);
  const reloadAt = (id: number) => {
    leaves(loaded.data?.emails.findIndex((one) => one.id === id) ?? 0);
    loaded.reload();
  };
  const save = () =>
    act(async () => {
      saveFile(await get("/api/admin/captured-emails/export", { query }), "email.csv");
      return "";
    });
  const unsubscribe = ({ id, email }: CapturedEmailRow) =>
    act(async () => {
      await unsubscribeCapturedEmail(id);
      reloadAt(id);
      return t("unsubscribedNow", { email });
    });
  const forget = ({ id, email }: CapturedEmailRow) =>
    act(async () => {
      await forgetCapturedEmail(id);
      reloadAt(id);
      return t("forgotten", { email });
    }).finally(() => setAsked(null));
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
            <div ref={told}>
              <Outcome error={refused} success={success} />
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
                { label: t("unsubscribe"), cell: (one) => <State of={one} unsubscribe={unsubscribe} /> },
                {
                  label: t("forgetEmail"),
                  cell: (one) => (
                    <button
                      type="button"
                      className={ui.plain}
                      aria-label={`${t("forgetEmail")}: ${one.email}`}
                      onClick={() => setAsked(one)}
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
      {asked && (
        <Ask
          title={t("forgetEmail")}
          act={t("forgetEmail")}
          busy={busy}
          confirm={() => void forget(asked)}
          cancel={() => setAsked(null)}
        >
          <p>{t("forgetEmailAsk", { email: asked.email })}</p>
        </Ask>
      )}
    </>
  );
}

interface StateProps {
  of: CapturedEmailRow;
  unsubscribe: (one: CapturedEmailRow) => Promise<void>;
}

/** Since when an address is not written to, or the button that ends it. */
function State({ of, unsubscribe }: StateProps) {
  const { t, format } = useLanguage();
  if (of.unsubscribed_at) {
    return (
      <span className={ui.small}>
        {t("capturedUnsubscribed", { moment: format.moment(of.unsubscribed_at) })}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={ui.button}
      aria-label={`${t("unsubscribe")}: ${of.email}`}
      onClick={() => void unsubscribe(of)}
    >
      {t("unsubscribe")}
    </button>
  );
}
