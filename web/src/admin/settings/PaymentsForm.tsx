import { readPayments, savePayments } from "../api/client.ts";
import type { PaymentFields, PaymentList } from "../api/types.ts";
import { useLanguage } from "../app/language.tsx";
import { useGuard } from "../app/router.tsx";
import { useData } from "../app/useData.ts";
import { Folded } from "../components/Folded.tsx";
import { Area, Check, type FormState, Text } from "../components/fields.tsx";
import { moved, useNestedForm } from "../components/nested.ts";
import { SaveBar } from "../components/SaveBar.tsx";
import ui from "../components/ui.module.css";
import { Failure } from "../components/ui.tsx";
import styles from "../pages/details.module.css";

/** The ways of payment in their order. */
export function PaymentsForm() {
  const { t } = useLanguage();
  const { data, error, reload } = useData("/payments", readPayments);
  return (
    <>
      {error && !data && <Failure error={error} retry={reload} />}
      {!data && !error && <p role="status">{t("loading")}</p>}
      {data && <Loaded list={data} />}
    </>
  );
}

function Loaded({ list }: { list: PaymentList }) {
  const { t } = useLanguage();
  const form = useNestedForm({ methods: list.methods });
  useGuard(form.unsaved ? t("leaveUnsaved") : null);
  const { methods } = form.value;
  const save = () =>
    form.send(async () => {
      form.saved({ methods: (await savePayments(methods)).methods });
      return t("settingsSaved");
    });
  return (
    <form
      ref={form.element}
      noValidate
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <section className={ui.card} aria-labelledby="payments">
        <h2 id="payments">{t("section.payments")}</h2>
        <p className={ui.small}>{t("paymentsIntro")}</p>
        {methods.every((method) => !method.enabled) && <p className={ui.empty}>{t("noPayments")}</p>}
        {methods.map((method, n) => (
          <MethodEditor
            key={method.id}
            form={form}
            method={method}
            place={n}
            count={methods.length}
            transfer={method.id === list.transfer}
            move={(by) => form.setValue({ methods: moved(methods, n, by) })}
          />
        ))}
      </section>
      <SaveBar form={form} unsaved={form.unsaved} />
    </form>
  );
}

interface EditorProps {
  form: FormState;
  method: PaymentFields;
  place: number;
  count: number;
  /** Whether it has a bank account. */
  transfer: boolean;
  move: (by: number) => void;
}

function MethodEditor({ form, method, place, count, transfer, move }: EditorProps) {
  const { t, named } = useLanguage();
  const at = `methods.${place}`;
  const known = named("payment", method.id);
  const name = known === method.id && method.title ? method.title : known;
  const label = (field: string) => ({ name: `${at}.${field}`, label: named("paymentField", field) });
  return (
    <Folded
      name={name}
      facts={[t(method.enabled ? "paymentOn" : "paymentOff"), method.title === name ? "" : method.title]}
      list="methods"
      begun={false}
      wrong={form.wrongIn(at)}
      {...{ place, count, move }}
    >
      <Check form={form} {...label("enabled")} />
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
