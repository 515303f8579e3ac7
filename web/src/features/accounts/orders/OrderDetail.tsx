import {
  OrderDocuments,
  OrderFiles,
  OrderSubscriptions,
  UnpaidNote,
  WithdrawalLink,
} from "../../../components/order/OrderActions.tsx";
import { OrderContent, OrderFacts } from "../../../components/order/OrderContent.tsx";
import { useWords } from "../../../context/PageContext.tsx";
import type { AccountPage, AccountSection } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form, Link } from "../../../ui/Link.tsx";
import { ConfirmedForm } from "../shared/ConfirmedForm.tsx";
import styles from "./OrderDetail.module.css";

type Detail = Extract<AccountSection, { name: "order" }>;

/** One order: its contents, its status and the available actions. */
export function OrderDetail({ page, detail }: { page: AccountPage; detail: Detail }) {
  const words = useWords("account");
  const { back } = useWords();
  const { order } = detail;
  const action = `/my-account/view-order/${order.number}/`;
  return (
    <article className={styles.order}>
      <Link href="/my-account/orders/">
        {back}: {words.orders}
      </Link>
      <h1 tabIndex={-1}>{words.order(order.number)}</h1>
      {detail.ordered_by && <p>{words.orderedBy(detail.ordered_by)}</p>}
      <UnpaidNote page={order} />
      <OrderFacts page={order} />
      <OrderFiles page={order} />
      {detail.notes.length > 0 && (
        <section>
          <h2>{words.shopNotes}</h2>
          <ol className={styles.notes}>
            {detail.notes.map(([date, text]) => (
              <li key={date + text}>
                <p>{text}</p>
                <small>{date}</small>
              </li>
            ))}
          </ol>
        </section>
      )}
      <OrderSubscriptions page={order} />
      <OrderContent page={order} />
      <OrderDocuments page={order} />
      <div className={styles.actions}>
        <Form method="post" action={action}>
          <input type="hidden" name="_wpnonce" value={page.nonce} />
          <button type="submit" name="action" value="again" className={button.button}>
            {words.orderAgain}
          </button>
        </Form>
        {detail.can_cancel && (
          <ConfirmedForm page={page} label={words.cancelOrder} question={words.cancelSure} action={action}>
            <button type="submit" name="action" value="cancel" className={`${button.button} ${button.quiet}`}>
              {words.cancelYes}
            </button>
          </ConfirmedForm>
        )}
      </div>
      <WithdrawalLink page={order} />
    </article>
  );
}
