import { useState } from "react";
import { erasureDone } from "../api/calls.ts";
import type { PersonalDataList, WaitingErasureRow } from "../api/types.ts";
import { Ask } from "../components/Ask.tsx";
import { Card } from "../components/Card.tsx";
import { Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useAct } from "../components/useAct.ts";
import { useLanguage } from "../context/language.tsx";

/** Customers whom the payment provider is still to forget, with a way to say that somebody saw to it. */
export function ErasuresCard({ list, done }: { list: PersonalDataList; done: () => void }) {
  const { t, format } = useLanguage();
  const { busy, refused, act } = useAct();
  const [asking, setAsking] = useState<WaitingErasureRow | null>(null);
  const confirm = ({ scope, gateway_id }: WaitingErasureRow) =>
    act(async () => {
      await erasureDone({ scope, gateway_id });
      setAsking(null);
      done();
      return "";
    });
  return (
    <Card id="cancellazioni" title={t("erasures")}>
      <p className={ui.small}>{t("erasuresIntro")}</p>
      {list.erasures_total > list.erasures.length && (
        <p className={ui.small}>{t("erasuresMore", { count: format.integer(list.erasures_total) })}</p>
      )}
      <Rows
        rows={list.erasures}
        id={(one) => `${one.scope} ${one.gateway_id}`}
        columns={[
          { label: t("erasureId"), cell: (one) => one.gateway_id },
          { label: t("erasureScope"), cell: (one) => one.scope || "–" },
          { label: t("erasureTries"), number: true, cell: (one) => format.integer(one.tries) },
          { label: t("erasureAsked"), cell: (one) => (one.asked_at ? format.moment(one.asked_at) : "–") },
          {
            label: t("status"),
            cell: (one) => (
              <>
                {t(one.asked ? "erasureAsking" : "erasureByHand")}
                <br />
                <button type="button" className={ui.button} onClick={() => setAsking(one)}>
                  {t("erasureDone")}
                  <span className="visuallyHidden"> {one.gateway_id}</span>
                </button>
              </>
            ),
          },
        ]}
      />
      <Outcome error={refused} />
      {asking && (
        <Ask
          title={t("erasureDone")}
          act={t("erasureDone")}
          busy={busy}
          confirm={() => void confirm(asking)}
          cancel={() => setAsking(null)}
        >
          <p>{t("erasureDoneSure", { id: asking.gateway_id })}</p>
        </Ask>
      )}
    </Card>
  );
}
