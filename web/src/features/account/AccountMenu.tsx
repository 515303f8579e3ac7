import button from "../../components/button.module.css";
import { useFormat, useShell, useWords } from "../../context/PageContext.tsx";
import type { AccountPage, TradeAction } from "../../core/types.ts";
import styles from "./AccountMenu.module.css";

/** Words, address, and what else begins the addresses of its pages. */
type Entry = [string, string, string[]];

/** The pages of the account, and the way out. */
export function AccountMenu({ page }: { page: AccountPage }) {
  const words = useWords("account");
  const { path } = useShell();
  const format = useFormat();
  const { person } = page;
  const unread = page.unread_conversations;
  const may = (action: TradeAction) => person?.may.includes(action) ?? false;
  const ofOrders: Entry[] = [
    [words.orders, "/my-account/orders/", ["/my-account/view-order/"]],
    [words.subscriptions, "/my-account/subscriptions/", ["/my-account/view-subscription/"]],
    [words.downloads, "/my-account/downloads/", []],
  ];
  const ofCompany: Entry[] = [];
  if (may("bulk_order")) ofCompany.push([words.bulkOrder, "/my-account/bulkorder/", []]);
  if (may("use_lists")) ofCompany.push([words.purchaseLists, "/my-account/purchase-lists/", []]);
  if (may("view_conversations")) ofCompany.push([words.conversations, "/my-account/conversation/", []]);
  if (may("manage_subaccounts")) ofCompany.push([words.subaccounts, "/my-account/subaccounts/", []]);
  if (may("buy")) ofCompany.push([words.approvals, "/my-account/approvals/", []]);
  const entries: Entry[] = [
    [words.overview, "/my-account/", []],
    ...(person?.sees_orders ? ofOrders : []),
    ...ofCompany,
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
              {to === "/my-account/conversation/" && unread > 0 && (
                <span className={styles.count}>
                  <span aria-hidden="true">{format.integer(unread)}</span>
                  <span className="visuallyHidden">
                    {words.conversationsUnread(format.integer(unread), unread === 1)}
                  </span>
                </span>
              )}
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
