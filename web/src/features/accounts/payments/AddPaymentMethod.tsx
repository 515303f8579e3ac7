import { type FormEvent, useMemo, useState } from "react";
import forms from "../../../components/form.module.css";
import { useLang, useWords } from "../../../context/PageContext.tsx";
import { inLanguage } from "../../../core/address.ts";
import type { GatewaySettings } from "../../../core/types.ts";
import { customerBilling } from "../../../payments/billing.ts";
import { PaymentAlert } from "../../../payments/PaymentAlert.tsx";
import { PaymentChoices } from "../../../payments/PaymentChoices.tsx";
import { PaymentOverlay } from "../../../payments/PaymentOverlay.tsx";
import { usePayments } from "../../../payments/usePayments.ts";
import button from "../../../ui/button.module.css";
import { Form, Link } from "../../../ui/Link.tsx";
import styles from "./PaymentMethods.module.css";
import { PAYMENT_METHODS } from "./PaymentMethods.tsx";

/** Returns the text fields of a form. */
const textFields = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === "string"),
  );

/** Saves a payment method: its details go to the provider, which shows the bank's challenge if required. */
export function AddPaymentMethod({ gateway }: { gateway: GatewaySettings }) {
  const words = useWords("account");
  const lang = useLang();
  // Methods that are already saved are not offered here.
  const settings = useMemo(() => ({ ...gateway, saved: [], isSavedCardsEnabled: false }), [gateway]);
  const payments = usePayments(settings);
  const methods = Object.values(gateway.paymentMethodsConfig)
    .filter((config) => config.isReusable)
    .map((config) => ({ id: config.gatewayId, title: config.title, description: "" }));
  const [method, setMethod] = useState(
    () => gateway.paymentMethodsConfig.card?.gatewayId ?? methods[0]?.id ?? "",
  );
  const payer = useMemo(() => ({ billing: customerBilling(gateway), createsAccount: false }), [gateway]);

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const further = textFields(event.currentTarget);
    if (!payments?.loaded || payments.processing) return;
    payments.begin();
    const collected = await payments.collect(method);
    if (!collected.fields) {
      payments.fail(collected.text);
      return;
    }
    const { saveMethod } = await import("../../../payments/saveMethod.ts");
    const id = collected.fields["wc-stripe-payment-method"] ?? "";
    const type = payments.providerType(method) ?? "";
    const end = await saveMethod(payments.loaded.tools, id, type, PAYMENT_METHODS, lang, further);
    if (end.path) window.location.assign(inLanguage(end.path));
    else payments.fail(end.text ?? "");
  };

  return (
    <>
      <h1 tabIndex={-1}>{words.addMethod}</h1>
      <p className={styles.sub}>{words.addMethodWhy}</p>
      <Form
        className={styles.form}
        noValidate
        aria-busy={payments?.processing}
        onSubmit={(event) => void save(event)}
      >
        {payments && <PaymentAlert payments={payments} />}
        <PaymentChoices
          methods={methods}
          chosen={method}
          error=""
          onChoose={setMethod}
          payments={payments}
          payer={payer}
        />
        <div className={forms.actions}>
          <button type="submit" className={button.button} aria-disabled={!payments?.loaded || undefined}>
            {words.saveMethod}
          </button>
          <Link href={PAYMENT_METHODS}>{words.backToMethods}</Link>
        </div>
      </Form>
      <PaymentOverlay payments={payments} />
    </>
  );
}
