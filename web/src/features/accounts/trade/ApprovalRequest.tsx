import forms from "../../../components/form.module.css";
import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { AccountPage } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Field } from "../../../ui/Field.tsx";
import { Form, Link } from "../../../ui/Link.tsx";
import { APPROVALS, type ApprovalsSection } from "./Approvals.tsx";
import styles from "./Subaccounts.module.css";

interface ApprovalRequestProps {
  page: AccountPage;
  request: ApprovalsSection["requests"][number];
  /** Whether the account may approve or refuse the request. */
  decides: boolean;
}

/** An approval request: the cart, its status, and the actions available to the viewer. */
export function ApprovalRequest({ page, request, decides }: ApprovalRequestProps) {
  const words = useWords("account");
  const format = useFormat();
  const states = {
    waiting: words.approvalWaiting,
    approved: words.approvalApproved,
    refused: words.approvalRefused,
    ordered: words.approvalOrdered,
    replaced: words.approvalReplaced,
  };
  return (
    <li>
      <h2>{words.approvalOf(request.date, request.username)}</h2>
      <p className={styles.state} data-state={request.state}>
        {states[request.state]}
      </p>
      <ul className={styles.lines}>
        {request.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        {words.total}: <strong>{format.price(request.goods_cents)}</strong>
      </p>
      {request.note && <p>{words.approvalSaid(request.note)}</p>}
      {request.answer && <p>{words.approvalAnswered(request.answer)}</p>}
      {request.order_path && <Link href={request.order_path}>{words.showApprovedOrder}</Link>}
      {decides && request.state === "waiting" && <Answer page={page} id={request.id} />}
      {!decides && <OwnSteps page={page} request={request} />}
    </li>
  );
}

function Answer({ page, id }: { page: AccountPage; id: number }) {
  const words = useWords("account");
  return (
    <Form className={forms.form} method="post" action={APPROVALS}>
      <input type="hidden" name="_wpnonce" value={page.nonce} />
      <input type="hidden" name="approval" value={id} />
      <Field id={`answer-${id}`} label={words.approvalAnswer} required={false}>
        {(control) => <textarea {...control} name="answer" rows={2} maxLength={1000} />}
      </Field>
      <div className={forms.actions}>
        <button type="submit" name="action" value="approve" className={button.button}>
          {words.approvalApprove}
        </button>
        <button type="submit" name="action" value="refuse" className={`${button.button} ${button.quiet}`}>
          {words.approvalRefuse}
        </button>
      </div>
    </Form>
  );
}

function OwnSteps({ page, request }: Omit<ApprovalRequestProps, "decides">) {
  const words = useWords("account");
  return (
    <div className={forms.actions}>
      {request.state === "approved" && (
        <Link className={button.button} href="/checkout/">
          {words.approvalToCheckout}
        </Link>
      )}
      <Form method="post" action={APPROVALS}>
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <input type="hidden" name="approval" value={request.id} />
        <button type="submit" name="action" value="restore" className={`${button.button} ${button.quiet}`}>
          {words.approvalRestore}
        </button>
      </Form>
    </div>
  );
}
