import { useState } from "react";
import { Field } from "../../../ui/Field.tsx";
import { importTradePrices, tradePriceFile } from "../../api/calls.ts";
import details from "../../components/details.module.css";
import { useForm } from "../../components/fields.tsx";
import { SendForm } from "../../components/SendForm.tsx";
import ui from "../../components/ui.module.css";
import { Outcome } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";

/** Download and upload of the prices as a CSV file. */
export function PriceFile({ owner, done }: { owner: string; done: () => void }) {
  const { t } = useLanguage();
  const form = useForm({});
  const [file, setFile] = useState<File | null>(null);
  const send = () =>
    form.send(async () => {
      const sent = new FormData();
      if (file) sent.append("file", file);
      const answer = await importTradePrices(owner, sent);
      done();
      return t("pricesImported", { set: answer.set, removed: answer.removed });
    });
  const lines = form.apiError?.errors.filter(({ field }) => field !== "file") ?? [];
  return (
    <details className={`${ui.card} ${details.more}`}>
      <summary>{t("priceFile")}</summary>
      <div className={details.step}>
        <p className={ui.small}>{t("priceFileHint")}</p>
        <div>
          <a className={ui.button} href={tradePriceFile(owner)} download>
            {t("downloadPrices")}
          </a>
        </div>
        <SendForm form={form} send={send}>
          <Field name="file" label={t("priceCsv")} error={form.error("file")}>
            {(control) => (
              <input
                {...control}
                type="file"
                accept=".csv,text/csv"
                onChange={(event) => setFile(event.target.files?.[0] ?? null)}
              />
            )}
          </Field>
          <div className={ui.buttons}>
            <button
              type="submit"
              className={`${ui.button} ${ui.primary}`}
              aria-disabled={form.busy || undefined}
            >
              {form.busy ? t("saving") : t("importPrices")}
            </button>
          </div>
          <Outcome error={form.apiError} success={form.success} />
          {lines.length > 0 && (
            <ul>
              {lines.map(({ field, message }) => (
                <li key={`${field} ${message}`}>
                  {t("fileLine", { line: field.split(".")[0] ?? "" })}: {message}
                </li>
              ))}
            </ul>
          )}
        </SendForm>
      </div>
    </details>
  );
}
