import type { PaymentFields, ProvidedMethod } from "../../api/types.ts";
import styles from "../../components/details.module.css";
import { Folded } from "../../components/Folded.tsx";
import { Area, Check, type FormState, Text } from "../../components/fields.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";

interface Props {
  form: FormState;
  method: PaymentFields;
  /** Index among all payment methods, which is part of its field names. */
  at: number;
  /** Index in the displayed list. */
  index: number;
  count: number;
  list: string;
  /** Whether the method is a bank transfer. */
  transfer: boolean;
  /** Details of a method of the payment provider; `null` for the shop's own methods. */
  provided: ProvidedMethod | null;
  /** Shown beside the name. */
  hint: string;
  move?: (by: number) => void;
}

/** Editor for a payment method: its switch, its texts, and the account of a bank transfer. */
export function PaymentEditor({ form, method, at, transfer, provided, hint, ...row }: Props) {
  const { t, named } = useLanguage();
  const translated = named("payment", method.id);
  const name = translated === method.id && method.title ? method.title : translated;
  const label = (field: string) => ({
    name: `methods.${at}.${field}`,
    label: named("paymentField", field),
  });
  const state = provided?.obstacle ? t("paymentImpossible") : t(method.enabled ? "paymentOn" : "paymentOff");
  return (
    <Folded
      name={name}
      facts={[state, method.title === name ? "" : method.title]}
      initiallyOpen={false}
      hasError={form.hasErrorIn(`methods.${at}`)}
      {...row}
    >
      {hint && <p className={ui.small}>{hint}</p>}
      {/* A method that cannot be offered can only be switched off. */}
      {(!provided?.obstacle || method.enabled) && <Check form={form} {...label("enabled")} />}
      <div className={styles.roomy}>
        <Text form={form} {...label("title")} />
        <Text form={form} {...label("title_en")} />
      </div>
      {(["description", "instructions"] as const).map((field) => (
        <div key={field} className={styles.roomy}>
          <Area form={form} rows={3} {...label(field)} />
          <Area form={form} rows={3} {...label(`${field}_en`)} />
        </div>
      ))}
      {transfer && (
        <fieldset className={styles.step}>
          <legend className={styles.label}>{t("paymentAccount")}</legend>
          <div className={styles.roomy}>
            <Text form={form} {...label("account_name")} />
            <Text form={form} {...label("bank_name")} />
            <Text form={form} {...label("iban")} />
            <Text form={form} {...label("bic")} />
          </div>
        </fieldset>
      )}
    </Folded>
  );
}
