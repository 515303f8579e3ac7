import { useState } from "react";
import { actOnProducts } from "../api/calls.ts";
import type { Refused } from "../api/client.ts";
import type { ActResult, ProductRow } from "../api/types.ts";
import styles from "../components/lists.module.css";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";

const LISTED = ["publish", "hide", "bin"];
const BINNED = ["restore", "delete"];

/** What came of acting on products. */
export interface Acted {
  error: Refused | null;
  result: { action: string; came: ActResult } | null;
}

interface Props {
  /** The products on this page of the list. */
  listed: ProductRow[];
  chosen: ProductRow[];
  /** Whether the bin is listed. */
  binned: boolean;
  choose: (products: ProductRow[]) => void;
  /** Told what came of it; the list may be empty then, and this gone. */
  tell: (acted: Acted) => void;
  done: () => void;
}

/** What is done with the marked products together. */
export function ProductActs({ listed, chosen, binned, choose, tell, done }: Props) {
  const { t, named, format } = useLanguage();
  const [busy, setBusy] = useState(false);
  const act = async (action: string) => {
    if (busy || chosen.length === 0) return;
    const count = format.integer(chosen.length);
    if (action === "delete" && !window.confirm(t("deleteProductsSure", { count }))) return;
    setBusy(true);
    tell({ error: null, result: null });
    try {
      const ids = chosen.map((one) => one.id);
      tell({ error: null, result: { action, came: await actOnProducts(ids, action) } });
      choose([]);
      done();
    } catch (reason) {
      tell({ error: reason as Refused, result: null });
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

/** What came of it, in words. */
export function ActOutcome({ error, result }: Acted) {
  const { t, named, format } = useLanguage();
  const success = result?.came.done
    ? t("actDone", { act: named("productActDone", result.action), count: format.integer(result.came.done) })
    : "";
  return (
    <>
      <Outcome error={error} success={success} />
      {result && result.came.refused.length > 0 && (
        <ul role="alert" className={ui.notice} data-kind="error">
          {result.came.refused.map((one) => (
            <li key={one.id}>
              <strong>{one.name}</strong>: {one.message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
