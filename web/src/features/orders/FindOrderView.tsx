import { EmailInput } from "../../components/EmailInput.tsx";
import forms from "../../components/form.module.css";
import { ErrorSummary } from "../../components/forms/ErrorSummary.tsx";
import { useWords } from "../../context/PageContext.tsx";
import type { FindOrderPage } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Field } from "../../ui/Field.tsx";
import { Form, Link } from "../../ui/Link.tsx";

/** Requests a link to an order. The response never reveals whether there is such an order. A plain form. */
export function FindOrderView({ page }: { page: FindOrderPage }) {
  const words = useWords("order");
  const withdraws = page.purpose === "withdrawal";
  const path = withdraws ? "/recesso/" : "/ordine/";
  const errorOf = (field: string) => page.errors.find((error) => error.field === field)?.text ?? "";
  if (page.sent) {
    return (
      <section className={`${forms.narrow} ${forms.alone}`}>
        <h1 tabIndex={-1}>{words.findSent}</h1>
        <p role="status">{words.findSentText(page.email)}</p>
        <Link href={path}>{words.findAgain}</Link>
      </section>
    );
  }
  return (
    <section className={`${forms.narrow} ${forms.alone}`}>
      <h1 tabIndex={-1}>{withdraws ? words.withdraw : words.findTitle}</h1>
      <p>{withdraws ? words.findWithdrawText : words.findText}</p>
      <Form className={forms.form} method="post" action={path} noValidate>
        <ErrorSummary errors={page.errors} attempts={page.errors.length > 0 ? 1 : 0} />
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <Field
          id="order_number"
          label={words.findNumber}
          required
          error={errorOf("order_number")}
          hint={words.findNumberHint}
        >
          {(control) => (
            <input
              {...control}
              name="order_number"
              type="text"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={page.number}
            />
          )}
        </Field>
        <Field id="order_email" label={words.findEmail} required error={errorOf("order_email")}>
          {(control) => <EmailInput control={control} name="order_email" value={page.email} />}
        </Field>
        <div className={forms.actions}>
          <button type="submit" className={button.button}>
            {words.findSend}
          </button>
          {withdraws && <Link href="/diritto-di-recesso/">{words.withdrawRights}</Link>}
        </div>
      </Form>
      <p className={forms.note}>
        {words.findAccount} <Link href="/my-account/orders/">{words.findAccountLink}</Link>.
      </p>
    </section>
  );
}
