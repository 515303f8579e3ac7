import { useWords } from "../../context/PageContext.tsx";
import type { AccountPage, AccountSection } from "../../core/types.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Notices } from "../../ui/Notices.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { Dashboard } from "./Dashboard.tsx";
import { Forbidden } from "./Forbidden.tsx";
import { DownloadList } from "./orders/DownloadList.tsx";
import { OrderDetail } from "./orders/OrderDetail.tsx";
import { OrderList } from "./orders/OrderList.tsx";
import { SubscriptionDetail } from "./orders/SubscriptionDetail.tsx";
import { Subscriptions } from "./orders/Subscriptions.tsx";
import { AddPaymentMethod } from "./payments/AddPaymentMethod.tsx";
import { ChangePaymentMethod } from "./payments/ChangePaymentMethod.tsx";
import { Credit } from "./payments/Credit.tsx";
import { OpenInvoicesPage } from "./payments/OpenInvoices.tsx";
import { PaymentMethods } from "./payments/PaymentMethods.tsx";
import { Addresses } from "./profile/Addresses.tsx";
import { AddressForm } from "./profile/AddressForm.tsx";
import { DetailsForm } from "./profile/DetailsForm.tsx";
import { EntryForms } from "./profile/EntryForms.tsx";
import { LostPasswordForm } from "./profile/LostPasswordForm.tsx";
import { OwnReviews } from "./profile/OwnReviews.tsx";
import { Privacy } from "./profile/Privacy.tsx";
import { ResetPasswordForm } from "./profile/ResetPasswordForm.tsx";
import styles from "./shared/account.module.css";
import { Approvals } from "./trade/Approvals.tsx";
import { BulkOrder } from "./trade/bulk/BulkOrder.tsx";
import { PurchaseList } from "./trade/bulk/PurchaseList.tsx";
import { PurchaseLists } from "./trade/bulk/PurchaseLists.tsx";
import { CompanyAddressForm } from "./trade/CompanyAddressForm.tsx";
import { CompanyPage } from "./trade/CompanyPage.tsx";
import { ConversationList } from "./trade/conversations/ConversationList.tsx";
import { ConversationThread } from "./trade/conversations/ConversationThread.tsx";
import { Offers } from "./trade/Offers.tsx";
import { StandingOrder } from "./trade/StandingOrder.tsx";
import { StandingOrders } from "./trade/StandingOrders.tsx";
import { SubaccountDetail } from "./trade/SubaccountDetail.tsx";
import { Subaccounts } from "./trade/Subaccounts.tsx";

/** `/my-account/` and its subpages. */
export function AccountPageView({ page }: { page: AccountPage }) {
  const words = useWords("account");
  const { person, section } = page;
  // React would reuse the components when only the content changes; the key resets their state.
  const content = <Section key={section.name} page={page} section={section} />;
  if (!person) {
    return (
      <div className={styles.guest}>
        <Notices notices={page.notices} />
        {content}
      </div>
    );
  }
  return (
    <div className={styles.columns}>
      <AccountMenu page={page} />
      <div className={styles.content}>
        {!person.email_confirmed && (
          <Notice kind="info">
            <p>{words.confirmEmail}</p>
          </Notice>
        )}
        <Notices notices={page.notices} />
        {content}
      </div>
    </div>
  );
}

function Section({ page, section }: { page: AccountPage; section: AccountSection }) {
  switch (section.name) {
    case "entry":
      return <EntryForms page={page} entry={section} />;
    case "lost_password":
      return (
        <LostPasswordForm
          page={page}
          login={section.login}
          sent={section.sent}
          linkHours={section.link_hours}
        />
      );
    case "reset_password":
      return <ResetPasswordForm page={page} linkKey={section.key} passwordPage={section.password_page} />;
    case "dashboard":
      return <Dashboard page={page} orders={section.orders} mayApply={section.may_apply} />;
    case "orders":
      return <OrderList orders={section.orders} page={section.page} pages={section.pages} />;
    case "order":
      return <OrderDetail page={page} detail={section} />;
    case "subscriptions":
      return <Subscriptions subscriptions={section.subscriptions} />;
    case "subscription":
      return <SubscriptionDetail page={page} detail={section} />;
    case "addresses":
      return <Addresses billing={section.billing} shipping={section.shipping} />;
    case "address":
      return <AddressForm page={page} section={section} />;
    case "details":
      return <DetailsForm page={page} details={section} />;
    case "downloads":
      return <DownloadList downloads={section.downloads} />;
    case "credit":
      return <Credit section={section} />;
    case "reviews":
      return <OwnReviews reviews={section.reviews} />;
    case "payment_methods":
      return (
        <PaymentMethods page={page} saved={section.gateway?.saved ?? []} canAdd={section.gateway !== null} />
      );
    case "change_payment_method":
      return <ChangePaymentMethod page={page} change={section} />;
    case "add_payment_method":
      return section.gateway ? (
        <AddPaymentMethod gateway={section.gateway} />
      ) : (
        <PaymentMethods page={page} saved={[]} canAdd={false} />
      );
    case "conversations":
      return <ConversationList page={page} list={section} />;
    case "conversation":
      return <ConversationThread page={page} thread={section} />;
    case "subaccounts":
      return <Subaccounts page={page} section={section} />;
    case "subaccount":
      return <SubaccountDetail page={page} section={section} />;
    case "approvals":
      return <Approvals page={page} section={section} />;
    case "bulk_order":
      return <BulkOrder page={page} section={section} />;
    case "purchase_lists":
      return <PurchaseLists page={page} section={section} />;
    case "standing_orders":
      return <StandingOrders page={page} section={section} />;
    case "standing_order":
      return <StandingOrder page={page} section={section} />;
    case "purchase_list":
      return <PurchaseList page={page} section={section} />;
    case "company":
      return <CompanyPage page={page} section={section} />;
    case "invoices":
      return <OpenInvoicesPage invoices={section} />;
    case "company_address":
      return <CompanyAddressForm page={page} section={section} />;
    case "offers":
      return <Offers page={page} section={section} />;
    case "forbidden":
      return <Forbidden errors={page.errors} />;
    case "privacy":
      return <Privacy page={page} section={section} />;
  }
}
