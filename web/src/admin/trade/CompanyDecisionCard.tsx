import { decideCompany } from "../api/calls.ts";
import { Card } from "../components/Card.tsx";
import { Area, useForm } from "../components/fields.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import type { CompanyProps } from "./CompanyPage.tsx";

/** Form to approve or reject a company; its main account is notified by mail. */
export function CompanyDecisionCard({ company, replace }: CompanyProps) {
  const { t } = useLanguage();
  const form = useForm({ reason: company.rejection_reason });
  const decide = (state: string) =>
    form.send(async () => {
      replace(await decideCompany(company.id, state, String(form.values.reason)));
      return t("companyDecided");
    });
  const changed = typeof company.changed_at === "number";
  return (
    <Card id="decision" title={t("companyDecision")}>
      {changed && <p className={ui.small}>{t("companyChangedHint")}</p>}
      <SendForm form={form} label={t("companyDecision")} send={() => decide("rejected")}>
        {(company.state !== "approved" || changed) && (
          <div>
            <button
              type="button"
              className={`${ui.button} ${ui.primary}`}
              aria-disabled={form.busy || undefined}
              onClick={() => void decide("approved")}
            >
              {t(company.state === "approved" ? "confirmChanges" : "approve")}
            </button>
          </div>
        )}
        <Area
          form={form}
          name="reason"
          label={t("rejectionReason")}
          rows={3}
          hint={t("rejectionReasonHint")}
        />
        <div className={ui.buttons}>
          <button type="submit" className={ui.button} aria-disabled={form.busy || undefined}>
            {t("reject")}
          </button>
          {company.state !== "pending" && (
            <button type="button" className={ui.plain} onClick={() => void decide("pending")}>
              {t("letWait")}
            </button>
          )}
        </div>
        <Outcome error={form.apiError} success={form.success} />
      </SendForm>
    </Card>
  );
}
