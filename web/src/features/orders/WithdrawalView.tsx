import { EmailInput } from "../../components/EmailInput.tsx";
import forms from "../../components/form.module.css";
import { ErrorSummary } from "../../components/forms/ErrorSummary.tsx";
import { useWords } from "../../context/PageContext.tsx";
import type { WithdrawalPage } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Field } from "../../ui/Field.tsx";
import { Form, Link } from "../../ui/Link.tsx";
import { Notices } from "../../ui/Notices.tsx";
import { WithdrawalConfirm } from "./WithdrawalConfirm.tsx";
import { WithdrawalLines } from "./WithdrawalLines.tsx";
import styles from "./withdrawal.module.css";

/** Withdrawal from the contract in two steps, and the receipt (Codice del consumo, art. 54-bis). Plain forms. */
export function WithdrawalView({ page }: { page: WithdrawalPage }) {
  const words = useWords("order");
  return (
    <section className={`${forms.narrow} ${forms.alone}`}>
      <Step page={page} />
      <Declared page={page} />
      <Link href={page.order_path}>{words.showOrder}</Link>
    </section>
  );
}

function Step({ page }: { page: WithdrawalPage }) {
  const words = useWords("order");
  switch (page.step) {
    case "form":
      return <WithdrawalForm page={page} />;
    case "confirm":
      return <WithdrawalConfirm page={page} />;
    case "done": {
      const last = page.declared.at(-1);
      return (
        <>
          <h1 tabIndex={-1}>{words.withdrawDone}</h1>
          <p role="status">{words.withdrawDoneText(last?.email ?? page.email)}</p>
        </>
      );
    }
    case "closed":
      return (
        <>
          <h1 tabIndex={-1}>{words.withdrawTitle(page.number)}</h1>
          <Notices notices={[{ kind: "info", text: page.closed, field: "", link: null }]} />
        </>
      );
  }
}

function WithdrawalForm({ page }: { page: WithdrawalPage }) {
  const words = useWords("order");
  const errorOf = (field: string) => page.errors.find((error) => error.field === field)?.text ?? "";
  return (
    <>
      <h1 tabIndex={-1}>{words.withdrawTitle(page.number)}</h1>
      <p>
        {words.withdrawIntro(page.date)} {page.until && words.withdrawUntil(page.until)}
      </p>
      <Form className={forms.form} method="post" action={page.action} noValidate>
        <ErrorSummary errors={page.errors} attempts={page.errors.length > 0 ? 1 : 0} />
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <WithdrawalLines lines={page.lines} error={errorOf("withdrawal_lines")} />
        <Field id="withdrawal_name" label={words.withdrawName} required error={errorOf("withdrawal_name")}>
          {(control) => (
            <input
              {...control}
              name="withdrawal_name"
              type="text"
              autoComplete="name"
              defaultValue={page.name}
            />
          )}
        </Field>
        <Field id="withdrawal_email" label={words.withdrawEmail} required error={errorOf("withdrawal_email")}>
          {(control) => <EmailInput control={control} name="withdrawal_email" value={page.email} />}
        </Field>
        <div className={forms.actions}>
          <button type="submit" name="step" value="review" className={button.button}>
            {words.withdrawOn}
          </button>
          <Link href="/diritto-di-recesso/">{words.withdrawRights}</Link>
        </div>
      </Form>
    </>
  );
}

function Declared({ page }: { page: WithdrawalPage }) {
  const words = useWords("order");
  if (page.declared.length === 0) return null;
  return (
    <section className={styles.declared}>
      <h2>{words.withdrawDeclared}</h2>
      <ol>
        {page.declared.map((one) => (
          <li key={one.at + one.lines.join()}>
            <p>{words.withdrawAt(one.at)}</p>
            <ul>
              {one.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}
