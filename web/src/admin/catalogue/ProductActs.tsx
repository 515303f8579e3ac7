import { useState } from "react";
import { Notice } from "../../ui/Notice.tsx";
import { actOnProducts } from "../api/calls.ts";
import type { ApiError } from "../api/client.ts";
import type { ActResult, ProductRow } from "../api/types.ts";
import styles from "../components/lists.module.css";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";

const LISTED = ["publish", "hide", "bin"];
const BINNED = ["restore", "delete"];

/** Result of a bulk action on products. */
export interface BulkResult {
  error: ApiError | null;
  result: { action: string; outcome: ActResult } | null;
}

interface Props {
  /** Products on the current page of the list. */
  listed: ProductRow[];
  chosen: ProductRow[];
  /** Whether the list shows the trash. */
  binned: boolean;
  choose: (products: ProductRow[]) => void;
  /** Receives the result; the parent shows it, since an emptied list unmounts this component. */
  report: (acted: BulkResult) => void;
  done: () => void;
}

/** Bulk actions on the selected products. */
export function ProductActs({ listed, chosen, binned, choose, report, done }: Props) {
  const { t, named, format } = useLanguage();
  const [busy, setBusy] = useState(false);
  const act = async (action: string) => {
    if (busy || chosen.length === 0) return;
    const count = format.integer(chosen.length);
    if (action === "delete" && !window.confirm(t("deleteProductsSure", { count }))) return;
    setBusy(true);
    report({ error: null, result: null });
    try {
      const ids = chosen.map((one) => one.id);
      report({ error: null, result: { action, outcome: await actOnProducts(ids, action) } });
      choose([]);
      done();
    } catch (reason) {
      report({ error: reason as ApiError, result: null });
    } finally {
      setBusy(false);
    }
  };
  const all = listed.length > 0 && chosen.length === listed.length;
  return (
    <section aria-label={t("withMarked")} className={styles.acts}>
      <label className={ui.check}>
        <input type="checkbox" checked={all} onChange={() => choose(all ? [] : listed)} />
        {chosen.length > 0 ? t("markedCount", { count: format.integer(chosen.length) }) : t("markAll")}
      </label>
      <div className={ui.buttons}>
        {(binned ? BINNED : LISTED).map((action) => (
          <button
            key={action}
            type="button"
            className={ui.button}
            aria-disabled={busy || chosen.length === 0 || undefined}
            onClick={() => void act(action)}
          >
            {named("productAct", action)}
          </button>
        ))}
      </div>
    </section>
  );
}

/** Messages about the result of a bulk action. */
export function ActOutcome({ error, result }: BulkResult) {
  const { t, named, format } = useLanguage();
  const success = result?.outcome.done
    ? t("actDone", {
        act: named("productActDone", result.action),
        count: format.integer(result.outcome.done),
      })
    : "";
  return (
    <>
      <Outcome error={error} success={success} />
      {result && result.outcome.refused.length > 0 && (
        <Notice kind="error" role="alert">
          <div>
            <ul>
              {result.outcome.refused.map((one) => (
                <li key={one.id}>
                  <strong>{one.name}</strong>: {one.message}
                </li>
              ))}
            </ul>
          </div>
        </Notice>
      )}
    </>
  );
}
