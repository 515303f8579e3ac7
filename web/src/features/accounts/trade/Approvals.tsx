import forms from "../../../components/form.module.css";
import { ErrorSummary } from "../../../components/forms/ErrorSummary.tsx";
import { useFormat, useLang, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { AccountPage, AccountSection } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Link.tsx";
import { Pagination } from "../../../ui/Pagination.tsx";
import { ApprovalRequest } from "./ApprovalRequest.tsx";
import styles from "./Subaccounts.module.css";

export type ApprovalsSection = Extract<AccountSection, { name: "approvals" }>;

/** Target of the page's forms. */
export const APPROVALS = "/my-account/approvals/";

/** Carts that need approval: requested by sub-accounts, decided by the main account. Plain forms that work without scripts. */
export function Approvals({ page, section }: { page: AccountPage; section: ApprovalsSection }) {
  const words = useWords("account");
  const format = useFormat();
  const lang = useLang();
  const errors = page.errors.map((error) => ({
    field: error.field,
    text: core().messageText(error.code, error.params, lang),
  }));
  const to = (n: number) => (n === 1 ? APPROVALS : `${APPROVALS}?pagina=${n}`);
  return (
    <>
      <h1 tabIndex={-1}>{words.approvals}</h1>
      <p className={styles.sub}>{section.decides ? words.approvalsWhyMain : words.approvalsWhySub}</p>
      <ErrorSummary errors={errors} attempts={errors.length > 0 ? 1 : 0} />
      {section.cart && (
        <OwnCart page={page} cart={section.cart} error={errors.find((one) => one.field === "note")?.text} />
      )}
      {section.requests.length === 0 ? (
        <p>{words.noApprovals}</p>
      ) : (
        <ul className={styles.list} aria-label={words.approvalRequests}>
          {section.requests.map((request) => (
            <ApprovalRequest key={request.id} page={page} request={request} decides={section.decides} />
          ))}
        </ul>
      )}
      <Pagination
        page={section.page}
        pages={section.pages}
        path={to}
        format={format.integer}
        label={words.approvalPages}
      />
    </>
  );
}

interface OwnCartProps {
  page: AccountPage;
  cart: NonNullable<ApprovalsSection["cart"]>;
  error: string | undefined;
}

/** The cart that its owner may not order without approval, and the form that requests it. */
function OwnCart({ page, cart, error }: OwnCartProps) {
  const words = useWords("account");
  const format = useFormat();
  return (
    <section className={styles.card}>
      <h2>{words.approvalCart}</h2>
      <p>{words.approvalCartWhy(format.price(cart.above_cents), format.price(cart.goods_cents))}</p>
      <ul className={styles.lines}>
        {cart.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Form className={forms.form} method="post" action={APPROVALS}>
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <Field id="note" label={words.approvalNote} required={false} error={error ?? ""}>
          {(control) => (
            <textarea {...control} name="note" rows={3} maxLength={1000} defaultValue={cart.note} />
          )}
        </Field>
        <div className={forms.actions}>
          <button type="submit" name="action" value="ask" className={button.button}>
            {words.approvalAsk}
          </button>
        </div>
      </Form>
    </section>
  );
}
