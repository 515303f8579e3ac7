import { noteReceivedPayment } from "../api/calls.ts";
import styles from "../components/details.module.css";
import { Select, Text, useForm } from "../components/fields.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import type { AccountProps } from "./CompanyAccountCard.tsx";

/** Form to record a received payment, for one order or for the orders that are due first. */
export function ReceivedPaymentForm({ id, account, replace }: AccountProps) {
  const { t, format } = useLanguage();
  const empty = { amount: "", day: account.today, reference: "", order: "" };
  const form = useForm(empty);
  const save = () =>
    form.send(async () => {
      const text = (name: string) => String(form.values[name] ?? "");
      replace(
        await noteReceivedPayment(id, {
          key: account.key,
          amount: text("amount"),
          day: text("day"),
          reference: text("reference"),
          order: text("order"),
        }),
      );
      form.fill(empty);
      return t("paymentNoted");
    });
  const orders = account.orders.map((order) => ({
    value: String(order.order_id),
    label: `${t("orderNumber", { number: order.order_id })} · ${format.price(order.open_cents)}`,
  }));
  return (
    <SendForm form={form} label={t("notePayment")} className={styles.step} send={save}>
      <h3 className={styles.part}>{t("notePayment")}</h3>
      <Text form={form} name="amount" label={t("amountEuro")} inputMode="decimal" />
      <Text form={form} name="day" label={t("paymentDay")} type="date" />
      <Select
        form={form}
        name="order"
        label={t("paymentFor")}
        options={[{ value: "", label: t("paymentForOldest") }, ...orders]}
      />
      <Text form={form} name="reference" label={t("paymentReference")} hint={t("paymentReferenceHint")} />
      <div>
        <button type="submit" className={ui.button} aria-disabled={form.busy || undefined}>
          {form.busy ? t("saving") : t("notePayment")}
        </button>
      </div>
      <Outcome error={form.apiError} success={form.success} />
    </SendForm>
  );
}
