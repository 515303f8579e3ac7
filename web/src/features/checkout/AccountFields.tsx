import { useWords } from "../../app/PageContext.tsx";
import { useHydrated } from "../../app/useHydrated.ts";
import { Field } from "../../components/Field.tsx";
import styles from "./CheckoutPageView.module.css";
import type { Checkout } from "./useCheckout.ts";

/** An account made along with the order, where the shop offers or demands one. */
export function AccountFields({ checkout }: { checkout: Checkout }) {
  const words = useWords();
  const hydrated = useHydrated();
  const { form, rules, change, errorOf, leave } = checkout;
  if (rules.account === "hidden") return null;
  const demanded = rules.account === "required";
  // Without scripts the password's field is there from the start; it counts only with the checkbox.
  const asks = rules.password_needed && (demanded || form.create_account || !hydrated);
  return (
    <>
      {!demanded && (
        <label className={styles.check}>
          <input
            type="checkbox"
            name="createaccount"
            value="1"
            checked={form.create_account}
            onChange={(event) => change({ create_account: event.currentTarget.checked })}
          />
          <span>{words.createAccount}</span>
        </label>
      )}
      {asks && (
        <Field
          id="account_password"
          label={words.accountPassword}
          required={demanded || form.create_account}
          error={errorOf("account_password")}
        >
          {(control) => (
            <input
              {...control}
              name="account_password"
              type="password"
              autoComplete="new-password"
              value={form.account_password}
              onChange={(event) => change({ account_password: event.currentTarget.value })}
              onBlur={(event) => leave("account_password", event.currentTarget.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}
