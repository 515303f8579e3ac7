import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Field } from "../../../ui/Field.tsx";
import { EXPORT, startImport } from "../../api/calls.ts";
import { apiQuery } from "../../api/client.ts";
import type { ImportStatus } from "../../api/types.ts";
import { Card } from "../../components/Card.tsx";
import { Check, useForm } from "../../components/fields.tsx";
import { SendForm } from "../../components/SendForm.tsx";
import ui from "../../components/ui.module.css";
import { Heading, Outcome } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";
import { ImportReport } from "./ImportReport.tsx";

/** Poll interval for the progress of a running import. */
const POLL_MS = 700;

/** Import and export of products as CSV files. */
export function TransferPage() {
  const { t } = useLanguage();
  return (
    <>
      <p>
        <Link to="/prodotti">← {t("allProducts")}</Link>
      </p>
      <Heading title={t("transfer")}>{t("transfer")}</Heading>
      <Card id="export" title={t("exportTitle")}>
        <p className={ui.small}>{t("exportHint")}</p>
        <div>
          <a className={ui.button} href={EXPORT} download>
            {t("exportNow")}
          </a>
        </div>
      </Card>
      <Import />
    </>
  );
}

function Import() {
  const { t } = useLanguage();
  const form = useForm({ all_or_nothing: false });
  const [file, setFile] = useState<File | null>(null);
  const [started, setStarted] = useState<ImportStatus | null>(null);
  const job = useJob(started);
  /** File of the last dry run, which can now be imported. */
  const [tried, setTried] = useState<File | null>(null);
  const start = (dry: boolean) =>
    form.send(async () => {
      const sent = new FormData();
      if (file) sent.append("file", file);
      sent.append("dry_run", dry ? "1" : "0");
      sent.append("all_or_nothing", form.values.all_or_nothing ? "1" : "0");
      setStarted(await startImport(sent));
      setTried(dry ? file : null);
      return "";
    });
  const ready = tried !== null && tried === file && job?.stage === "done" && job.result?.imported;
  return (
    <Card id="import" title={t("importTitle")}>
      <p className={ui.small}>{t("importHint")}</p>
      <SendForm
        form={form}
        send={() => {
          if (!isRunning(job)) void start(true);
        }}
      >
        <Field name="file" label={t("importFile")} error={form.error("file")}>
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,text/csv"
              onChange={(event) => setFile(event.target.files?.[0] ?? null)}
            />
          )}
        </Field>
        <Check form={form} name="all_or_nothing" label={t("allOrNothing")} />
        <div className={ui.buttons}>
          <button
            type="submit"
            className={`${ui.button} ${ready ? "" : ui.primary}`}
            aria-disabled={isRunning(job) || undefined}
          >
            {t("tryImport")}
          </button>
          {ready && (
            <button type="button" className={`${ui.button} ${ui.primary}`} onClick={() => void start(false)}>
              {t("importNow")}
            </button>
          )}
        </div>
        <Outcome error={form.apiError} />
      </SendForm>
      {job && <ImportReport job={job} />}
    </Card>
  );
}

const isRunning = (job: ImportStatus | null) =>
  job !== null && job.stage !== "done" && job.stage !== "failed";

/** Returns the progress of the started import, or else of the latest one, and polls it until it ends. */
function useJob(started: ImportStatus | null): ImportStatus | null {
  const latest = useQuery(apiQuery("/api/admin/import")).data;
  const job = started ?? latest ?? null;
  const progress = useQuery({
    ...apiQuery("/api/admin/import/{id}", { path: { id: job?.id ?? 0 } }),
    enabled: isRunning(job),
    placeholderData: undefined,
    // A failed request is repeated at the next interval.
    refetchInterval: ({ state }) => (state.data === undefined || isRunning(state.data) ? POLL_MS : false),
    refetchIntervalInBackground: true,
  });
  return progress.data ?? job;
}
