import { useEffect, useRef } from "react";
import { useFormat, useShell, useWords } from "../../context/PageContext.tsx";
import type { AccountPage, TradeAction } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Form, Link } from "../../ui/Link.tsx";
import styles from "./AccountMenu.module.css";

/** Label, path, and further path prefixes of the entry's pages. */
type Entry = [string, string, string[]];

/** The menu of account pages, with the sign-out link. */
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
  const fresh = person?.new_offers ?? 0;
  const offers = fresh > 0 ? words.offersNew(format.integer(fresh), fresh === 1) : words.offers;
  const ofCompany: Entry[] = [];
  if (may("bulk_order")) ofCompany.push([words.bulkOrder, "/my-account/bulkorder/", []]);
  if (may("use_lists")) ofCompany.push([words.purchaseLists, "/my-account/purchase-lists/", []]);
  if (may("use_lists") && may("buy")) {
    ofCompany.push([words.standingOrders, "/my-account/standing-orders/", []]);
  }
  if (may("view_offers")) ofCompany.push([offers, "/my-account/offers/", []]);
  if (may("view_conversations")) ofCompany.push([words.conversations, "/my-account/conversation/", []]);
  if (may("view_orders")) ofCompany.push([words.openInvoices, "/my-account/invoices/", []]);
  if (may("manage_subaccounts")) ofCompany.push([words.subaccounts, "/my-account/subaccounts/", []]);
  if (may("buy")) ofCompany.push([words.approvals, "/my-account/approvals/", []]);
  if (person?.keeps_company) ofCompany.push([words.company, "/my-account/company/", []]);
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
  // On a phone the entries scroll horizontally, so the current page's entry is scrolled into view.
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page
  useEffect(() => {
    const row = list.current;
    const current = row?.querySelector<HTMLElement>("[aria-current]")?.parentElement;
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [path]);
  return (
    <nav className={styles.menu} aria-label={words.accountMenu}>
      <ul ref={list}>
        {entries.map(([label, to, below]) => (
          <li key={to}>
            <Link href={to} aria-current={isCurrent(to, below) ? "page" : undefined}>
              {label}
              {to === "/my-account/conversation/" && unread > 0 && (
                <span className={styles.count}>
                  <span aria-hidden="true">{format.integer(unread)}</span>
                  <span className="visuallyHidden">
                    {words.conversationsUnread(format.integer(unread), unread === 1)}
                  </span>
                </span>
              )}
            </Link>
          </li>
        ))}
        <li>
          <Form method="post" action="/my-account/customer-logout/">
            <input type="hidden" name="_wpnonce" value={page.logout_nonce} />
            <button type="submit" className={button.text}>
              {words.logOut}
            </button>
          </Form>
        </li>
      </ul>
    </nav>
  );
}
