import { LoginForm } from "../../components/forms/LoginForm.tsx";
import { useWords } from "../../context/PageContext.tsx";
import styles from "./CheckoutPageView.module.css";

/** Lets returning customers sign in without leaving the checkout. */
export function LoginToggle({ nonce }: { nonce: string }) {
  const words = useWords("checkout");
  return (
    <details className={styles.login}>
      <summary>{words.loginAtCheckout}</summary>
      <LoginForm idPrefix="login_" nonce={nonce} login="" redirect="/checkout/" errors={[]} />
    </details>
  );
}
