import button from "../../components/button.module.css";
import { useShell, useWords } from "../../context/PageContext.tsx";
import type { AccountPage } from "../../core/types.ts";
import styles from "./AccountMenu.module.css";

/** The pages of the account, and the way out. */
export function AccountMenu({ page }: { page: AccountPage }) {
  const words = useWords("account");
  const { path } = useShell();
  const entries: [string, string, string[]][] = [
    [words.overview, "/my-account/", []],
    [words.orders, "/my-account/orders/", ["/my-account/view-order/"]],
    [words.subscriptions, "/my-account/subscriptions/", ["/my-account/view-subscription/"]],
    [words.downloads, "/my-account/downloads/", []],
    [words.credit, "/my-account/store-credit/", []],
    [words.addresses, "/my-account/edit-address/", []],
    [words.paymentMethods, "/my-account/payment-methods/", ["/my-account/add-payment-method/"]],
    [words.details, "/my-account/edit-account/", []],
    [words.reviewsTitle, "/my-account/reviews/", []],
    [words.myData, "/my-account/privacy/", []],
  ];
  const isCurrent = (to: string, below: string[]) =>
    to === "/my-account/" ? path === to : [to, ...below].some((start) => path.startsWith(start));
  return (
    <nav className={styles.menu} aria-label={words.accountMenu}>
      <ul>
        {entries.map(([label, to, below]) => (
          <li key={to}>
            <a href={to} aria-current={isCurrent(to, below) ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
        <li>
          <form method="post" action="/my-account/customer-logout/">
            <input type="hidden" name="_wpnonce" value={page.logout_nonce} />
            <button type="submit" className={button.text}>
              {words.logOut}
            </button>
          </form>
        </li>
      </ul>
    </nav>
  );
}
