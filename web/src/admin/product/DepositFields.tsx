import styles from "../components/details.module.css";
import type { Form } from "../components/fields.tsx";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";
import { Labels } from "./AddOnFields.tsx";
import { Entry, ListRefusal, Picked, Ticked, Typed } from "./parts.tsx";
import { changed, NEW_PART, NEW_PLAN, type PlanForm, purchaseOf, without } from "./purchase.ts";

/** How the product can be paid in parts. */
export function DepositFields({ form }: { form: Form }) {
  const { t } = useLanguage();
  const { value, change } = purchaseOf(form);
  const { deposit } = value;
  const plans = deposit?.plans ?? [];
  const setPlans = (next: PlanForm[]) =>
    change({ deposit: next.length > 0 ? { required: deposit?.required ?? false, plans: next } : null });
  return (
    <section className={ui.card} aria-labelledby="deposit">
      <h2 id="deposit">{t("deposit")}</h2>
      <p className={ui.small}>{t("depositHint")}</p>
      <ListRefusal form={form} name="deposit.plans" />
      {deposit && (
        <Ticked
          label={t("depositRequired")}
          value={deposit.required}
          onChange={(required) => change({ deposit: { ...deposit, required } })}
        />
      )}
      {plans.map((plan, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity until they are saved
        <Entry key={at} title={plan.label || t("newEntry")} remove={() => setPlans(without(plans, at))}>
          <Plan
            form={form}
            name={`deposit.plans.${at}`}
            plan={plan}
            set={(part) => setPlans(changed(plans, at, part))}
          />
        </Entry>
      ))}
      <button type="button" className={ui.button} onClick={() => setPlans([...plans, NEW_PLAN])}>
        {t("addPlan")}
      </button>
    </section>
  );
}

interface PlanProps {
  form: Form;
  name: string;
  plan: PlanForm;
  set: (part: Partial<PlanForm>) => void;
}

function Plan({ form, name, plan, set }: PlanProps) {
  const { t } = useLanguage();
  return (
    <>
      <div className={styles.grid}>
        <Labels form={form} name={name} entry={plan} set={set} />
        <Picked
          form={form}
          name={`${name}.deposit_kind`}
          label={t("depositKind")}
          group="depositKind"
          options={["percent", "fixed"]}
          value={plan.deposit_kind}
          onChange={(deposit_kind) => set({ deposit_kind })}
        />
        <Typed
          form={form}
          name={`${name}.deposit`}
          label={t(plan.deposit_kind === "percent" ? "percentAmount" : "amountEach")}
          value={plan.deposit}
          inputMode="decimal"
          onChange={(deposit) => set({ deposit })}
        />
      </div>
      <ListRefusal form={form} name={`${name}.parts`} />
      {plan.parts.length === 0 && <p className={ui.small}>{t("partsDefault")}</p>}
      {plan.parts.map((part, at) => {
        const setPart = (change: Partial<typeof part>) => set({ parts: changed(plan.parts, at, change) });
        return (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity until they are saved
            key={at}
            title={t("partNumber", { number: at + 1 })}
            remove={() => set({ parts: without(plan.parts, at) })}
          >
            <div className={styles.grid}>
              <Typed
                form={form}
                name={`${name}.parts.${at}.share`}
                label={t("partShare")}
                value={part.share}
                inputMode="decimal"
                onChange={(share) => setPart({ share })}
              />
              <Typed
                form={form}
                name={`${name}.parts.${at}.months`}
                label={t("partMonths")}
                value={part.months}
                inputMode="numeric"
                onChange={(months) => setPart({ months })}
              />
              <Typed
                form={form}
                name={`${name}.parts.${at}.days`}
                label={t("partDays")}
                value={part.days}
                inputMode="numeric"
                onChange={(days) => setPart({ days })}
              />
            </div>
          </Entry>
        );
      })}
      <p>
        <button type="button" className={ui.button} onClick={() => set({ parts: [...plan.parts, NEW_PART] })}>
          {t("addPart")}
        </button>
      </p>
    </>
  );
}
