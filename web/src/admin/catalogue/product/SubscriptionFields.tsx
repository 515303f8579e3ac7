import { Card } from "../../components/Card.tsx";
import styles from "../../components/details.module.css";
import { Choice, type Form, Text } from "../../components/fields.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import { ListError, Ticked } from "./parts.tsx";
import { NEW_SUBSCRIPTION, purchaseOf } from "./purchase.ts";

const PLACE = "purchase.subscription";
const UNITS = ["week", "month", "year"];

/** Editor for the product's subscription: interval, trial, sign-up fee and number of payments. */
export function SubscriptionFields({ form }: { form: Form }) {
  const { t, named } = useLanguage();
  const own = purchaseOf(form);
  const { subscription } = own.value;
  const label = (name: string) => named("subscription", name);
  return (
    <Card id="subscription" title={t("subscriptionOf")}>
      <ListError form={own} name={PLACE} />
      <Ticked
        label={t("subscribable")}
        value={subscription !== null && subscription !== undefined}
        onChange={(on) => own.set(PLACE, on ? NEW_SUBSCRIPTION : null)}
      />
      {subscription && (
        <>
          <p className={ui.small}>{t("subscriptionHint")}</p>
          <div className={styles.grid}>
            <Text form={own} name={`${PLACE}.every`} label={label("every")} inputMode="numeric" />
            <Choice
              form={own}
              name={`${PLACE}.unit`}
              label={label("unit")}
              group="periodUnit"
              options={UNITS}
            />
            <Text
              form={own}
              name={`${PLACE}.trial_days`}
              label={label("trial")}
              hint={t("trialHint")}
              inputMode="numeric"
            />
            <Text form={own} name={`${PLACE}.sign_up_cents`} label={label("signUp")} inputMode="decimal" />
            <Text
              form={own}
              name={`${PLACE}.payments`}
              label={label("payments")}
              hint={t("paymentsHint")}
              inputMode="numeric"
            />
          </div>
        </>
      )}
    </Card>
  );
}
