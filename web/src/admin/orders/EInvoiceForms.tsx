import { correctEInvoice, markEInvoice } from "../api/calls.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { Choice, Text, useForm } from "../components/fields.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import type { EInvoiceProps } from "./EInvoicePage.tsx";

/** Form to record the exchange system's response, for shops that receive it by mail or on its portal. */
export function MarkCard({ einvoice, replace }: EInvoiceProps) {
  const { t } = useLanguage();
  const states = einvoice.state === "sent" ? ["delivered", "undelivered", "rejected"] : ["delivered"];
  const form = useForm({ state: "delivered", code: "", answer: "" });
  const { state: chosen } = form.values;
  const rejected = chosen === "rejected";
  const mark = () =>
    form.send(async () => {
      const { state, code, answer } = form.values;
      const response = rejected ? { code: String(code), answer: String(answer) } : { code: "", answer: "" };
      replace(await markEInvoice(einvoice.id, { state: String(state), ...response }));
      return t("einvoiceMarked");
    });
  return (
    <Card id="answer" title={t("einvoiceAnswer")}>
      <SendForm form={form} className={styles.step} send={mark}>
        <Choice
          form={form}
          name="state"
          label={t("einvoiceNewState")}
          group="einvoiceState"
          options={states}
        />
        {rejected && <Text form={form} name="code" label={t("einvoiceAnswerCode")} />}
        {rejected && <Text form={form} name="answer" label={t("einvoiceAnswerWords")} />}
        <Submit busy={form.busy} words={t("einvoiceMark")} />
        <Outcome error={form.apiError} success={form.success} />
      </SendForm>
    </Card>
  );
}

/** Form to correct the buyer of a rejected invoice, which is then ready to be sent again. */
export function CorrectionCard({ einvoice, replace }: EInvoiceProps) {
  const { t, format } = useLanguage();
  const form = useForm(einvoice.correction);
  const text = (name: string) => String(form.values[name] ?? "");
  const correct = () =>
    form.send(async () => {
      const corrected = await correctEInvoice(einvoice.id, {
        name: text("name"),
        family_name: text("family_name"),
        vat_number: text("vat_number"),
        tax_code: text("tax_code"),
        sdi_code: text("sdi_code"),
        pec: text("pec"),
      });
      replace(corrected);
      return t("einvoiceCorrected");
    });
  return (
    <Card id="correction" title={t("einvoiceCorrect")}>
      {einvoice.correct_by && (
        <p className={ui.small}>{t("einvoiceCorrectHint", { day: format.day(einvoice.correct_by) })}</p>
      )}
      <SendForm form={form} className={styles.step} send={correct}>
        <Text form={form} name="name" label={t("einvoiceName")} />
        <Text
          form={form}
          name="family_name"
          label={t("einvoiceFamilyName")}
          hint={t("einvoiceFamilyNameHint")}
        />
        <Text form={form} name="vat_number" label={t("einvoiceVat")} />
        <Text form={form} name="tax_code" label={t("einvoiceTaxCode")} />
        <Text form={form} name="sdi_code" label={t("einvoiceRecipient")} />
        <Text form={form} name="pec" label={t("einvoicePec")} />
        <Submit busy={form.busy} words={t("einvoiceSaveCorrection")} />
        <Outcome error={form.apiError} success={form.success} />
      </SendForm>
    </Card>
  );
}

function Submit({ busy, words }: { busy: boolean; words: string }) {
  const { t } = useLanguage();
  return (
    <div className={ui.buttons}>
      <button type="submit" className={ui.button} aria-disabled={busy || undefined}>
        {busy ? t("saving") : words}
      </button>
    </div>
  );
}
