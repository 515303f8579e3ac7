import { Card } from "../../components/Card.tsx";
import styles from "../../components/details.module.css";
import { Check, Choice, type Form, Text } from "../../components/fields.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import { Entries, Labels, ListError } from "./parts.tsx";
import { NEW_PART, NEW_PLAN, type PlanForm, type Purchase, purchaseOf } from "./purchase.ts";

const PLACE = "purchase.deposit";

/** Editor for the product's deposit and instalment plans. */
export function DepositFields({ form }: { form: Form }) {
  const { t } = useLanguage();
  const own = purchaseOf(form);
  const { deposit } = own.value;
  const plans = deposit?.plans ?? [];
  const setPlans = (next: PlanForm[]) =>
    own.set(PLACE, next.length > 0 ? { required: deposit?.required ?? false, plans: next } : null);
  return (
    <Card id="deposit" title={t("deposit")}>
      <p className={ui.small}>{t("depositHint")}</p>
      <ListError form={own} name={`${PLACE}.plans`} />
      {deposit && <Check form={own} name={`${PLACE}.required`} label={t("depositRequired")} />}
      <Entries
        form={own}
        name={`${PLACE}.plans`}
        list={plans}
        title={(plan) => plan.label || t("newEntry")}
        without={setPlans}
      >
        {(plan, name) => <Plan form={own} name={name} plan={plan} />}
      </Entries>
      <button type="button" className={ui.button} onClick={() => setPlans([...plans, NEW_PLAN])}>
        {t("addPlan")}
      </button>
    </Card>
  );
}

function Plan({ form, name, plan }: { form: Purchase; name: string; plan: PlanForm }) {
  const { t } = useLanguage();
  const parts = `${name}.parts`;
  return (
    <>
      <div className={styles.grid}>
        <Labels form={form} name={name} />
        <Choice
          form={form}
          name={`${name}.deposit_kind`}
          label={t("depositKind")}
          group="depositKind"
          options={["percent", "fixed"]}
        />
        <Text
          form={form}
          name={`${name}.deposit`}
          label={t(plan.deposit_kind === "percent" ? "percentAmount" : "amountEach")}
          inputMode="decimal"
        />
      </div>
      <ListError form={form} name={parts} />
      {plan.parts.length === 0 && <p className={ui.small}>{t("partsDefault")}</p>}
      <Entries
        form={form}
        name={parts}
        list={plan.parts}
        title={(_, at) => t("partNumber", { number: at + 1 })}
      >
        {(_, part) => (
          <div className={styles.grid}>
            <Text form={form} name={`${part}.share`} label={t("partShare")} inputMode="decimal" />
            <Text form={form} name={`${part}.months`} label={t("partMonths")} inputMode="numeric" />
            <Text form={form} name={`${part}.days`} label={t("partDays")} inputMode="numeric" />
          </div>
        )}
      </Entries>
      <p>
        <button
          type="button"
          className={ui.button}
          onClick={() => form.set(parts, [...plan.parts, NEW_PART])}
        >
          {t("addPart")}
        </button>
      </p>
    </>
  );
}
