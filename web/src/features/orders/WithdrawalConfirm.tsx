import forms from "../../components/form.module.css";
import { useWords } from "../../context/PageContext.tsx";
import type { WithdrawalPage } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Form } from "../../ui/Link.tsx";
import styles from "./withdrawal.module.css";

/** The withdrawal declaration as it will be sent, and the button that sends it. */
export function WithdrawalConfirm({ page }: { page: WithdrawalPage }) {
  const words = useWords("order");
  const chosen = page.lines.filter((line) => line.chosen);
  return (
    <>
      <h1 tabIndex={-1}>{words.withdrawCheck}</h1>
      <div className={styles.statement}>
        <p>{words.withdrawStatement(page.date, page.number)}</p>
        <ul>
          {chosen.map((line) => (
            <li key={line.position}>{line.text}</li>
          ))}
        </ul>
        <dl>
          <div>
            <dt>{words.withdrawWho}</dt>
            <dd>{page.name}</dd>
          </div>
          <div>
            <dt>{words.withdrawEmail}</dt>
            <dd>{page.email}</dd>
          </div>
        </dl>
      </div>
      <Form className={forms.actions} method="post" action={page.action}>
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <input type="hidden" name="withdrawal_name" value={page.name} />
        <input type="hidden" name="withdrawal_email" value={page.email} />
        {chosen.map((line) => (
          <input key={line.position} type="hidden" name="withdrawal_lines" value={line.position} />
        ))}
        <button type="submit" name="step" value="confirm" className={`${button.button} ${button.large}`}>
          {words.withdrawConfirm}
        </button>
        <button type="submit" name="step" value="edit" className={button.text}>
          {words.withdrawEdit}
        </button>
      </Form>
    </>
  );
}
