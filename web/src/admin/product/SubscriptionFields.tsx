import styles from "../components/details.module.css";
import type { Form } from "../components/fields.tsx";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";
import { ListRefusal, Picked, Ticked, Typed } from "./parts.tsx";
import { NEW_SUBSCRIPTION, purchaseOf, type SubscriptionForm } from "./purchase.ts";

/** How often the product is paid, and for how long. */
export function SubscriptionFields({ form }: { form: Form }) {
  const { t, named } = useLanguage();
  const { value, change } = purchaseOf(form);
  const { subscription } = value;
  const set = (part: Partial<SubscriptionForm>) =>
    subscription && change({ subscription: { ...subscription, ...part } });
  return (
    <section className={ui.card} aria-labelledby="subscription">
      <h2 id="subscription">{t("subscriptionOf")}</h2>
      <ListRefusal form={form} name="subscription" />
      <Ticked
        label={t("subscribable")}
        value={subscription !== null && subscription !== undefined}
        onChange={(on) => change({ subscription: on ? NEW_SUBSCRIPTION : null })}
      />
      {subscription && (
        <>
          <p className={ui.small}>{t("subscriptionHint")}</p>
          <div className={styles.grid}>
            <Typed
              form={form}
              name="subscription.every"
              label={named("subscription", "every")}
              value={subscription.every}
              inputMode="numeric"
              onChange={(every) => set({ every })}
            />
            <Picked
              form={form}
              name="subscription.unit"
              label={named("subscription", "unit")}
              group="periodUnit"
              options={["week", "month", "year"]}
              value={subscription.unit}
              onChange={(unit) => set({ unit })}
            />
            <Typed
              form={form}
              name="subscription.trial_days"
              label={named("subscription", "trial")}
              hint={t("trialHint")}
              value={subscription.trial_days}
              inputMode="numeric"
              onChange={(trial_days) => set({ trial_days })}
            />
            <Typed
              form={form}
              name="subscription.sign_up_cents"
              label={named("subscription", "signUp")}
              value={subscription.sign_up_cents}
              inputMode="decimal"
              onChange={(sign_up_cents) => set({ sign_up_cents })}
            />
            <Typed
              form={form}
              name="subscription.payments"
              label={named("subscription", "payments")}
              hint={t("paymentsHint")}
              value={subscription.payments}
              inputMode="numeric"
              onChange={(payments) => set({ payments })}
            />
          </div>
        </>
      )}
    </section>
  );
}
