import { Notice } from "../../../ui/Notice.tsx";
import type { ImportStatus } from "../../api/types.ts";
import styles from "../../components/details.module.css";
import { Rows } from "../../components/list.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";

type Result = NonNullable<ImportStatus["result"]>;

/** Progress of an import, or its result with every rejected row. */
export function ImportReport({ job }: { job: ImportStatus }) {
  const { t, named, format } = useLanguage();
  const over = job.result !== null && job.result !== undefined;
  const stage = named("stage", job.stage);
  return (
    <section className={styles.stack} aria-labelledby="import-report">
      <h3 id="import-report">{t(over ? "lastImport" : "importRunning")}</h3>
      <p className={ui.small}>
        {job.file} · {t(job.dry_run ? "dryRun" : "realRun")} · {format.moment(job.started_at)} · {job.author}
      </p>
      <div role="status">
        {!over && (
          <>
            <p>{t("progressOf", { stage, done: job.done, total: job.total })}</p>
            <progress value={job.total ? job.done : undefined} max={job.total || 1} aria-label={stage} />
          </>
        )}
        {job.result && <Counts result={job.result} failed={job.stage === "failed"} />}
      </div>
      {job.result && <Lines title={t("refusedRows")} id="refused-rows" lines={job.result.errors} />}
      {job.result && <Lines title={t("importNotes")} id="import-notes" lines={job.result.warnings} />}
    </section>
  );
}

function Counts({ result, failed }: { result: Result; failed: boolean }) {
  const { t, format } = useLanguage();
  const failureText = failed && (
    <Notice kind="error">
      <p>{result.refusal || t("brokenOff")}</p>
    </Notice>
  );
  if (result.rows === 0) return failureText;
  const counts = [
    [result.rows, t("importRows")],
    [result.added, t("importAdded")],
    [result.updated, t("importUpdated")],
    [result.unchanged, t("importUnchanged")],
    [result.failed, t("importFailed")],
  ] as const;
  return (
    <>
      {failureText}
      <Notice kind={result.failed > 0 ? "error" : "success"}>
        <p>{counts.map(([count, words]) => `${format.integer(count)} ${words}`).join(" · ")}</p>
      </Notice>
    </>
  );
}

function Lines({ title, id, lines }: { title: string; id: string; lines: Result["errors"] }) {
  const { t } = useLanguage();
  if (lines.length === 0) return null;
  return (
    <section className={styles.stack} aria-labelledby={id}>
      <h4 id={id}>{title}</h4>
      <Rows
        rows={lines}
        id={(line) => `${line.line} ${line.column} ${line.message}`}
        columns={[
          { label: t("line"), cell: (line) => line.line },
          { label: t("column"), cell: (line) => line.column || "–" },
          { label: t("problem"), cell: (line) => line.message },
        ]}
      />
    </section>
  );
}
