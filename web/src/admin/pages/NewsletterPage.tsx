import { get, question } from "../api/client.ts";
import { ListPage, Rows } from "../components/list.tsx";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Outcome, StateTabs } from "../components/ui.tsx";
import { useAct } from "../components/useAct.ts";
import { useLanguage } from "../context/language.tsx";
import { useLocation } from "../context/router.tsx";
import { useData } from "../context/useData.ts";

const BASE = "/newsletter";
const STATES = ["", "pending", "confirmed", "left"];

/** Who asked for the newsletter, with the proof of consent. */
export function NewsletterPage() {
  const { t, named, format } = useLanguage();
  const { query } = useLocation();
  const loaded = useData(question("/api/admin/newsletter", { query }));
  const { refused, act } = useAct();
  const save = () =>
    act(async () => {
      saveFile(await get("/api/admin/newsletter/export", { query }), "newsletter.csv");
      return "";
    });
  const moment = (at: number | null | undefined) => (at ? format.moment(at) : "–");
  return (
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
          {refused && <Outcome error={refused} />}
        </>
      }
      loaded={loaded}
      empty={t("noSubscribers")}
    >
      {(list) => (
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
            { label: t("subscriberLeft"), cell: (one) => moment(one.left_at) },
          ]}
        />
      )}
    </ListPage>
  );
}
