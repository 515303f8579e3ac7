import forms from "../../../components/form.module.css";
import { ErrorSummary } from "../../../components/forms/ErrorSummary.tsx";
import { useWords } from "../../../context/PageContext.tsx";
import type { AccountPage, AccountSection } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form, Link } from "../../../ui/Link.tsx";
import { useSentences } from "../shared/useSentences.ts";
import { StandingFields } from "./StandingFields.tsx";
import styles from "./Subaccounts.module.css";

type Section = Extract<AccountSection, { name: "standing_orders" }>;

/** Target of the form for a new one. */
export const STANDING_ORDERS = "/my-account/standing-orders/";

/** The company's standing orders, and the form for a new one. Plain forms that work without scripts. */
export function StandingOrders({ page, section }: { page: AccountPage; section: Section }) {
  const words = useWords("account");
  const { errors, errorOf } = useSentences(page);
  return (
    <>
      <h1 tabIndex={-1}>{words.standingOrders}</h1>
      <p className={styles.sub}>{words.standingWhy}</p>
      <ErrorSummary errors={errors} attempts={errors.length > 0 ? 1 : 0} />
      {section.orders.length === 0 ? (
        <p>{words.standingNone}</p>
      ) : (
        <ul className={styles.list} aria-label={words.standingOrders}>
          {section.orders.map((order) => (
            <li key={order.id}>
              <h2>
                <Link href={order.path}>{order.title}</Link>
              </h2>
              <p>
                {words.repeats[order.repeats]} ·{" "}
                {order.state === "paused" ? words.standingPaused : words.standingNext(order.next)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <NewOrder page={page} section={section} errorOf={errorOf} />
    </>
  );
}

interface NewOrderProps {
  page: AccountPage;
  section: Section;
  errorOf: (field: string) => string;
}

function NewOrder({ page, section, errorOf }: NewOrderProps) {
  const words = useWords("account");
  if (!section.room) return null;
  if (section.fields.lists.length === 0) {
    return (
      <p>
        {words.standingNoLists} <Link href="/my-account/purchase-lists/">{words.purchaseLists}</Link>
      </p>
    );
  }
  return (
    <section className={styles.card}>
      <h2>{words.standingNew}</h2>
      <Form className={forms.form} method="post" action={STANDING_ORDERS}>
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <StandingFields fields={section.fields} errorOf={errorOf} />
        <div className={forms.actions}>
          <button type="submit" className={button.button}>
            {words.standingCreate}
          </button>
        </div>
      </Form>
    </section>
  );
}
