import { core } from "../../core/core.ts";
import { saveCompanyTerms } from "../api/calls.ts";
import { Card } from "../components/Card.tsx";
import { Select, Text, useForm } from "../components/fields.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import type { CompanyProps } from "./CompanyPage.tsx";

/** Form for the role and credit limit of a company. */
export function CompanyTermsCard({ company, replace }: CompanyProps) {
  const { t, lang } = useLanguage();
  const form = useForm({
    role_id: String(company.role_id),
    credit_limit: company.credit_limit && core().formatDecimal(company.credit_limit, lang),
  });
  const save = () =>
    form.send(async () => {
      const { role_id, credit_limit } = form.values;
      replace(
        await saveCompanyTerms(company.id, { role_id: Number(role_id), credit_limit: String(credit_limit) }),
      );
      return t("saved");
    });
  return (
    <Card id="terms" title={t("companyTerms")}>
      <SendForm form={form} label={t("companyTerms")} send={save}>
        <Select
          form={form}
          name="role_id"
          label={t("customerRole")}
          options={company.roles.map((role) => ({ value: String(role.id), label: role.name }))}
        />
        <Text
          form={form}
          name="credit_limit"
          label={t("creditLimit")}
          hint={t("creditLimitHint")}
          inputMode="decimal"
        />
        <div>
          <button type="submit" className={ui.button} aria-disabled={form.busy || undefined}>
            {t("save")}
          </button>
        </div>
        <Outcome error={form.apiError} success={form.success} />
      </SendForm>
    </Card>
  );
}
