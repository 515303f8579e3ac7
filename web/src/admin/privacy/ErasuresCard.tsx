import { useState } from "react";
import { erasureDone } from "../api/calls.ts";
import type { PendingErasureRow, PersonalDataList } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import { ConfirmDialog } from "../components/ConfirmDialog.tsx";
import { Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";

/** Customers whose data the payment provider must still erase, with a button to record that it was done by hand. */
export function ErasuresCard({ list, done }: { list: PersonalDataList; done: () => void }) {
  const { t, format } = useLanguage();
  const { busy, error, run } = useAction();
  const [toConfirm, setToConfirm] = useState<PendingErasureRow | null>(null);
  const confirm = ({ scope, gateway_id }: PendingErasureRow) =>
    run(async () => {
      await erasureDone({ scope, gateway_id });
      setToConfirm(null);
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
          {
            label: t("erasureLastAttempt"),
            cell: (one) => (one.attempted_at ? format.moment(one.attempted_at) : "–"),
          },
          {
            label: t("status"),
            cell: (one) => (
              <>
                {t(one.is_retried ? "erasureRetried" : "erasureByHand")}
                <br />
                <button type="button" className={ui.button} onClick={() => setToConfirm(one)}>
                  {t("erasureDone")}
                  <span className="visuallyHidden"> {one.gateway_id}</span>
                </button>
              </>
            ),
          },
        ]}
      />
      <Outcome error={error} />
      {toConfirm && (
        <ConfirmDialog
          title={t("erasureDone")}
          confirmLabel={t("erasureDone")}
          busy={busy}
          confirm={() => void confirm(toConfirm)}
          cancel={() => setToConfirm(null)}
        >
          <p>{t("erasureDoneSure", { id: toConfirm.gateway_id })}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
