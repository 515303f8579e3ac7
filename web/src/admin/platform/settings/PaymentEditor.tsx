import type { PaymentFields, ProvidedMethod } from "../../api/types.ts";
import styles from "../../components/details.module.css";
import { Folded } from "../../components/Folded.tsx";
import { Area, Check, type FormState, Text } from "../../components/fields.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";

interface Props {
  form: FormState;
  method: PaymentFields;
  /** Its place among all ways of payment, which names its fields. */
  at: number;
  /** Its place in the list that it is shown in. */
  place: number;
  count: number;
  list: string;
  /** Whether it has a bank account. */
  transfer: boolean;
  /** What is known of a method of the payment provider's; `null`: it is none. */
  provided: ProvidedMethod | null;
  /** What is told of it beside its name. */
  hint: string;
  move?: (by: number) => void;
}

/** A way of payment: its switch, its words, and the account of a bank transfer. */
export function PaymentEditor({ form, method, at, transfer, provided, hint, ...row }: Props) {
  const { t, named } = useLanguage();
  const known = named("payment", method.id);
  const name = known === method.id && method.title ? method.title : known;
  const label = (field: string) => ({
    name: `methods.${at}.${field}`,
    label: named("paymentField", field),
  });
  const state = provided?.obstacle ? t("paymentImpossible") : t(method.enabled ? "paymentOn" : "paymentOff");
  return (
    <Folded
      name={name}
      facts={[state, method.title === name ? "" : method.title]}
      begun={false}
      wrong={form.wrongIn(`methods.${at}`)}
      {...row}
    >
      {hint && <p className={ui.small}>{hint}</p>}
      {/* What can never be offered may only be switched off. */}
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
