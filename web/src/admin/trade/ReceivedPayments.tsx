import { useState } from "react";
import { reversePayment } from "../api/calls.ts";
import type { CompanyAccount } from "../api/types.ts";
import styles from "../components/details.module.css";
import { Text, useForm } from "../components/fields.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import type { AccountProps } from "./CompanyAccountCard.tsx";

type Payment = CompanyAccount["payments"][number];

/** Received payments, newest first; one recorded by mistake can be reversed. */
export function ReceivedPayments({ id, account, replace }: AccountProps) {
  const { t } = useLanguage();
  const [reversing, setReversing] = useState<number | null>(null);
  return (
    <section className={styles.step} aria-labelledby="received-payments">
      <h3 id="received-payments" className={styles.part}>
        {t("receivedPayments")}
      </h3>
      <ul className={styles.stack}>
        {account.payments.map((payment) => (
          <li key={payment.id} className={styles.step}>
            <One payment={payment} />
            {payment.reversed_at == null && reversing !== payment.id && (
              <div>
                <button
                  type="button"
                  className={ui.button}
                  aria-label={`${t("takeBack")}: ${payment.received} ${payment.reference}`}
                  onClick={() => setReversing(payment.id)}
                >
                  {t("takeBack")}
                </button>
              </div>
            )}
            {reversing === payment.id && (
              <ReversePayment
                id={id}
                payment={payment}
                done={(now) => {
                  setReversing(null);
                  replace(now);
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function One({ payment }: { payment: Payment }) {
  const { t, format } = useLanguage();
  const paid = payment.orders.map(
    (order) => `${t("orderNumber", { number: order.order_id })}: ${format.price(order.amount_cents)}`,
  );
  return (
    <p>
      <strong>{format.price(payment.amount_cents)}</strong> · {format.day(payment.received)}
      {payment.reference && ` · ${payment.reference}`}
      <br />
      <span className={ui.small}>{[...paid, t("notedBy", { who: payment.author })].join(" · ")}</span>
      {payment.reversed_at != null && (
        <>
          <br />
          <span className={ui.small}>
            {t("paymentReversed", { who: payment.reversed_by, date: format.moment(payment.reversed_at) })}:{" "}
            {payment.reversal_note}
          </span>
        </>
      )}
    </p>
  );
}

interface ReversePaymentProps {
  id: number;
  payment: Payment;
  done: (account: CompanyAccount) => void;
}

function ReversePayment({ id, payment, done }: ReversePaymentProps) {
  const { t } = useLanguage();
  const form = useForm({ note: "" });
  const send = () =>
    form.send(async () => {
      done(await reversePayment(id, payment.id, String(form.values.note)));
      return "";
    });
  return (
    <SendForm form={form} label={t("takeBack")} className={styles.step} send={send}>
      <Text form={form} name="note" label={t("takeBackWhy")} />
      <div>
        <button type="submit" className={ui.button} aria-disabled={form.busy || undefined}>
          {t("takeBack")}
        </button>
      </div>
      <Outcome error={form.apiError} success={form.success} />
    </SendForm>
  );
}
