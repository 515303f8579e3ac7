import { useWords } from "../../../context/PageContext.tsx";
import type { AccountPage, SavedMethodView } from "../../../core/types.ts";
import { Logos } from "../../../payments/logos.tsx";
import button from "../../../ui/button.module.css";
import { Form, Link } from "../../../ui/Link.tsx";
import { ConfirmedForm } from "../shared/ConfirmedForm.tsx";
import styles from "./PaymentMethods.module.css";

/** Page of the list, and target of its forms. */
export const PAYMENT_METHODS = "/my-account/payment-methods/";

interface PaymentMethodsProps {
  page: AccountPage;
  saved: SavedMethodView[];
  /** Whether another method can be saved. */
  canAdd: boolean;
}

/** The saved payment methods: choosing the default and deleting one. Plain forms that work without scripts. */
export function PaymentMethods({ page, saved, canAdd }: PaymentMethodsProps) {
  const words = useWords("account");
  return (
    <>
      <h1 tabIndex={-1}>{words.paymentMethods}</h1>
      <p className={styles.sub}>{saved.length > 0 ? words.paymentMethodsWhy : words.noSavedMethods}</p>
      {saved.length > 0 && (
        <ul className={styles.list}>
          {saved.map((method) => (
            <li key={method.id} className={styles.method}>
              <p className={styles.name}>
                <Logos method={method.brand || method.kind} />
                <strong>{method.label}</strong>
                {method.is_default && <span className={styles.badge}>{words.preferredMethod}</span>}
              </p>
              <div className={styles.actions}>
                {!method.is_default && (
                  <Form method="post" action={PAYMENT_METHODS}>
                    <input type="hidden" name="_wpnonce" value={page.nonce} />
                    <button
                      type="submit"
                      name="set_default"
                      value={method.id}
                      className={`${button.button} ${button.quiet}`}
                      aria-label={words.preferNamed(method.label)}
                    >
                      {words.prefer}
                    </button>
                  </Form>
                )}
                <ConfirmedForm
                  page={page}
                  label={words.removeMethod}
                  name={words.removeMethodNamed(method.label)}
                  question={method.removal || words.removeMethodSure}
                  action={PAYMENT_METHODS}
                >
                  <button
                    type="submit"
                    name="delete"
                    value={method.id}
                    className={`${button.button} ${button.danger}`}
                  >
                    {words.removeMethodYes}
                  </button>
                </ConfirmedForm>
              </div>
            </li>
          ))}
        </ul>
      )}
      {canAdd && (
        <Link className={`${button.button} ${styles.add}`} href="/my-account/add-payment-method/">
          {words.addMethod}
        </Link>
      )}
    </>
  );
}
