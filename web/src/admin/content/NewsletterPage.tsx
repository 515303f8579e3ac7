import { useState } from "react";
import { deleteSubscriber, endSubscription } from "../api/calls.ts";
import { get, question } from "../api/client.ts";
import type { SubscriberRow } from "../api/types.ts";
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

const BASE = "/newsletter";
const STATES = ["", "pending", "confirmed", "left"];

/** Who asked for the newsletter, with the proof of consent: as a list and as a file, to be unsubscribed and to be deleted. */
export function NewsletterPage() {
  const { t, named, format } = useLanguage();
  const { query } = useLocation();
  const loaded = useData(question("/api/admin/newsletter", { query }));
  const { busy, refused, success, act } = useAct();
  const { list: listRef, told, leaves } = useNextRow("tbody tr", loaded.data);
  const [asked, setAsked] = useState<SubscriberRow | null>(null);
  const save = () =>
    act(async () => {
      saveFile(await get("/api/admin/newsletter/export", { query }), "newsletter.csv");
      return "";
    });
  const reloadAt = (id: number) => {
    leaves(loaded.data?.subscribers.findIndex((one) => one.id === id) ?? 0);
    loaded.reload();
  };
  const end = ({ id, email }: SubscriberRow) =>
    act(async () => {
      await endSubscription(id);
      reloadAt(id);
      return t("subscriberEnded", { email });
    });
  const remove = ({ id, email }: SubscriberRow) =>
    act(async () => {
      await deleteSubscriber(id);
      reloadAt(id);
      return t("subscriberDeleted", { email });
    }).finally(() => setAsked(null));
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
            <div ref={told}>
              <Outcome error={refused} success={success} />
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
                  cell: (one) => <Ended of={one} end={(row) => void end(row)} />,
                },
                {
                  label: t("subscriberDelete"),
                  cell: (one) => (
                    <button
                      type="button"
                      className={ui.plain}
                      aria-label={`${t("subscriberDelete")}: ${one.email}`}
                      onClick={() => setAsked(one)}
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
      {asked && (
        <Ask
          title={t("subscriberDelete")}
          act={t("subscriberDelete")}
          busy={busy}
          confirm={() => void remove(asked)}
          cancel={() => setAsked(null)}
        >
          <p>{t("subscriberDeleteAsk", { email: asked.email })}</p>
        </Ask>
      )}
    </>
  );
}

/** When a subscription ended, or the button that ends it. */
function Ended({ of, end }: { of: SubscriberRow; end: (one: SubscriberRow) => void }) {
  const { t, format } = useLanguage();
  if (of.left_at) {
    return (
      <>
        {format.moment(of.left_at)}
        {of.wished_at && (
          <>
            <br />
            <span className={ui.small}>{t("subscriberWished", { moment: format.moment(of.wished_at) })}</span>
          </>
        )}
      </>
    );
  }
  return (
    <button
      type="button"
      className={ui.button}
      aria-label={`${t("subscriberEnd")}: ${of.email}`}
      onClick={() => end(of)}
    >
      {t("subscriberEnd")}
    </button>
  );
}
