import forms from "../../components/form.module.css";
import { useWords } from "../../context/PageContext.tsx";
import type { WithdrawalLineView } from "../../core/types.ts";
import styles from "./withdrawal.module.css";

/** The order's products to choose from; an excluded product shows the reason. */
export function WithdrawalLines({ lines, error }: { lines: WithdrawalLineView[]; error: string }) {
  const words = useWords("order");
  return (
    <fieldset
      className={styles.lines}
      id="withdrawal_lines"
      tabIndex={-1}
      aria-describedby={error ? "withdrawal_lines-errore" : undefined}
    >
      <legend>{words.withdrawLines}</legend>
      {lines.map((line) => {
        const why = `withdrawal_why_${line.position}`;
        return (
          <div key={line.position}>
            <label className={forms.check} data-excluded={line.excluded ? "" : undefined}>
              <input
                type="checkbox"
                name="withdrawal_lines"
                value={line.position}
                defaultChecked={line.chosen && !line.excluded}
                disabled={line.excluded !== ""}
                aria-describedby={line.excluded || line.condition ? why : undefined}
              />
              <span>{line.text}</span>
            </label>
            {(line.excluded || line.condition) && (
              <p id={why} className={styles.why}>
                {line.excluded || line.condition}
              </p>
            )}
          </div>
        );
      })}
      {error && (
        <p id="withdrawal_lines-errore" className={forms.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
