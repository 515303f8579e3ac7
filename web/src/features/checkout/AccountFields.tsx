import forms from "../../components/form.module.css";
import { PasswordField } from "../../components/forms/PasswordField.tsx";
import { PasswordMeter } from "../../components/forms/PasswordMeter.tsx";
import { usePasswordMeter } from "../../components/forms/usePasswordMeter.ts";
import { useShell, useWords } from "../../context/PageContext.tsx";
import { useHydrated } from "../../context/useHydrated.ts";
import type { Checkout } from "./useCheckout.ts";

/** Fields of an account that is created with the order, where the shop offers or requires one. */
export function AccountFields({ checkout }: { checkout: Checkout }) {
  const words = useWords("checkout");
  const hydrated = useHydrated();
  const shell = useShell();
  const { form, rules, change, errorOf, leave, blockWeak: onBlocks } = checkout;
  const { meter, prepare, judge } = usePasswordMeter({
    form: "checkout",
    page: { title: shell.shop_name, url: shell.path, fields: {} },
    fields: { first_name: "billing_first_name", last_name: "billing_last_name", email: "billing_email" },
    onStrength: (_score, blocks) => onBlocks(blocks),
    stopCheckout: rules.stop_checkout,
  });
  if (rules.account === "hidden") return null;
  const demanded = rules.account === "required";
  // Without scripts the password field is always present; it only counts if the checkbox is ticked.
  const showsPassword = rules.password_needed && (demanded || form.create_account || !hydrated);
  return (
    <>
      {!demanded && (
        <label className={forms.check}>
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
      {demanded && <p className={forms.note}>{words.accountDemanded}</p>}
      {showsPassword && (
        <PasswordField
          id="account_password"
          name="account_password"
          label={words.accountPassword}
          required={demanded || form.create_account}
          error={errorOf("account_password")}
          autoComplete="new-password"
          onFocus={prepare}
          onInput={(value, element) => {
            change({ account_password: value });
            judge(value, null, element);
          }}
          onBlur={() => leave("account_password")}
        >
          <PasswordMeter meter={meter} />
        </PasswordField>
      )}
    </>
  );
}
