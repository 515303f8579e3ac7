import { useMemo, useState } from "react";
import forms from "../../../components/form.module.css";
import { useWords } from "../../../context/PageContext.tsx";
import type { AccountPage, AccountSection, GatewaySettings } from "../../../core/types.ts";
import { customerBilling } from "../../../payments/billing.ts";
import { Logos } from "../../../payments/logos.tsx";
import { PaymentAlert } from "../../../payments/PaymentAlert.tsx";
import { PaymentChoices } from "../../../payments/PaymentChoices.tsx";
import { PaymentOverlay } from "../../../payments/PaymentOverlay.tsx";
import paymentStyles from "../../../payments/payments.module.css";
import { sendForm } from "../../../payments/sendForm.ts";
import { usePayments } from "../../../payments/usePayments.ts";
import button from "../../../ui/button.module.css";
import { Form, Link } from "../../../ui/Link.tsx";
import styles from "./PaymentMethods.module.css";

type Change = Extract<AccountSection, { name: "change_payment_method" }>;

/** The token that stands for a method that is not saved yet; part of the server's wire format. */
const NEW = "new";

/** Changes the payment method of a subscription. A plain form: saved methods work without scripts, a new one adds its fields. */
export function ChangePaymentMethod({ page, change }: { page: AccountPage; change: Change }) {
  const words = useWords("account");
  const { gateway, row } = change;
  return (
    <>
      <Link href={row.path}>{words.backToSubscription(row.number)}</Link>
      <h1 tabIndex={-1}>{words.changeMethod}</h1>
      <p className={styles.sub}>{words.paidByNow(change.payment, row.title)}</p>
      {change.charges_open && <p>{words.chargesOpen}</p>}
      {gateway && <ChangeForm page={page} change={change} gateway={gateway} />}
    </>
  );
}

interface ChangeFormProps {
  page: AccountPage;
  change: Change;
  gateway: GatewaySettings;
}

function ChangeForm({ page, change, gateway }: ChangeFormProps) {
  const words = useWords("account");
  const own = useWords("payment");
  // Saved methods are chosen here and not offered again in the box of each kind.
  const settings = useMemo(() => ({ ...gateway, saved: [], isSavedCardsEnabled: false }), [gateway]);
  const payments = usePayments(settings);
  const first = gateway.saved.find((one) => one.id === change.current) ?? gateway.saved[0];
  const [token, setToken] = useState(String(first?.id ?? NEW));
  const methods = Object.values(gateway.paymentMethodsConfig).map((config) => ({
    id: config.gatewayId,
    title: config.title,
    description: "",
  }));
  const [method, setMethod] = useState(
    () => gateway.paymentMethodsConfig.card?.gatewayId ?? methods[0]?.id ?? "",
  );
  const payer = useMemo(() => ({ billing: customerBilling(gateway), createsAccount: false }), [gateway]);

  return (
    <Form
      className={styles.form}
      method="post"
      action={change.action}
      noValidate
      aria-busy={payments?.processing}
      onSubmit={(event) => void sendForm(event, payments, token === NEW ? method : "")}
    >
      {payments && <PaymentAlert payments={payments} />}
      <input type="hidden" name="_wpnonce" value={page.nonce} />
      <fieldset className={`${paymentStyles.saved} ${styles.kept}`}>
        <legend>{words.payWith}</legend>
        {gateway.saved.map((one) => (
          <label key={one.id}>
            <input
              type="radio"
              name="wc-stripe-payment-token"
              value={one.id}
              checked={token === String(one.id)}
              onChange={() => setToken(String(one.id))}
            />
            <Logos method={one.brand || one.kind} />
            <span>{one.label}</span>
            {one.id === change.current && <span className={styles.badge}>{words.inUse}</span>}
          </label>
        ))}
        <div className={paymentStyles.needsScripts}>
          <label>
            <input
              type="radio"
              name="wc-stripe-payment-token"
              value={NEW}
              checked={token === NEW}
              onChange={() => setToken(NEW)}
            />
            <span>{own.newMethod}</span>
          </label>
        </div>
      </fieldset>
      <div className={paymentStyles.needsScripts} hidden={token !== NEW}>
        <PaymentChoices
          methods={methods}
          chosen={method}
          error=""
          onChoose={setMethod}
          payments={payments}
          payer={payer}
        />
      </div>
      <p className={paymentStyles.noScripts}>{gateway.saved.length > 0 ? words.keptOnly : own.noScripts}</p>
      {change.others > 0 && (
        <label className={forms.check}>
          <input type="checkbox" name="update_all_subscription_payment_methods" value="true" />
          <span>{words.forAllSubscriptions}</span>
        </label>
      )}
      <div className={forms.actions}>
        <button
          type="submit"
          className={button.button}
          aria-disabled={(token === NEW && !payments?.loaded) || undefined}
        >
          {words.useMethod}
        </button>
        <Link href={change.row.path}>{words.keepMethod}</Link>
      </div>
      <PaymentOverlay payments={payments} />
    </Form>
  );
}
