import type { ReactElement } from "react";
import { CustomerPage } from "../accounts/CustomerPage.tsx";
import { CustomersPage } from "../accounts/CustomersPage.tsx";
import { BulkCouponsPage } from "../cart/BulkCouponsPage.tsx";
import { CouponPage } from "../cart/CouponPage.tsx";
import { CouponsPage } from "../cart/CouponsPage.tsx";
import { CreditPage } from "../cart/CreditPage.tsx";
import { CreditsPage } from "../cart/CreditsPage.tsx";
import { CataloguePage } from "../catalogue/CataloguePage.tsx";
import { CategoryPage } from "../catalogue/CategoryPage.tsx";
import { ProductPage } from "../catalogue/ProductPage.tsx";
import { ProductsPage } from "../catalogue/ProductsPage.tsx";
import { ReviewsPage } from "../catalogue/ReviewsPage.tsx";
import { TransferPage } from "../catalogue/transfer/TransferPage.tsx";
import { Heading } from "../components/ui.tsx";
import { CommentsPage } from "../content/CommentsPage.tsx";
import { NewsletterPage } from "../content/NewsletterPage.tsx";
import { PageEditor } from "../content/PageEditor.tsx";
import { PagesPage } from "../content/PagesPage.tsx";
import { useLanguage } from "../context/language.tsx";
import { BookingsPage } from "../orders/BookingsPage.tsx";
import { EInvoicePage } from "../orders/EInvoicePage.tsx";
import { EInvoicesPage } from "../orders/EInvoicesPage.tsx";
import { OrderPage } from "../orders/OrderPage.tsx";
import { OrdersPage } from "../orders/OrdersPage.tsx";
import { SubscriptionPage } from "../orders/SubscriptionPage.tsx";
import { SubscriptionsPage } from "../orders/SubscriptionsPage.tsx";
import { VatPage } from "../orders/VatPage.tsx";
import { DashboardPage } from "../platform/DashboardPage.tsx";
import { MailboxPage } from "../platform/MailboxPage.tsx";
import { SettingsPage } from "../platform/settings/SettingsPage.tsx";
import { AnalyticsPage } from "../privacy/AnalyticsPage.tsx";
import { BreachesPage } from "../privacy/BreachesPage.tsx";
import { CapturedEmailsPage } from "../privacy/CapturedEmailsPage.tsx";
import { ConsentsPage } from "../privacy/ConsentsPage.tsx";
import { OriginsPage } from "../privacy/OriginsPage.tsx";
import { PersonalDataPage } from "../privacy/PersonalDataPage.tsx";
import { CompaniesPage } from "../trade/CompaniesPage.tsx";
import { CompanyPage } from "../trade/CompanyPage.tsx";
import { ConversationPage } from "../trade/ConversationPage.tsx";
import { ConversationsPage } from "../trade/ConversationsPage.tsx";
import { MessageTemplatesPage } from "../trade/MessageTemplatesPage.tsx";
import { OfferPage } from "../trade/OfferPage.tsx";
import { OffersPage } from "../trade/OffersPage.tsx";
import { PricesPage } from "../trade/prices/PricesPage.tsx";
import { RolePage } from "../trade/RolePage.tsx";
import { RolesPage } from "../trade/RolesPage.tsx";
import { VatChecksPage } from "../trade/VatChecksPage.tsx";

/** Returns the page for a path of the back office, without its query. */
export function pageOf(path: string): ReactElement | null {
  const [, section, id, further] = path.split("/");
  if (path === "/coupon/nuovo") return <CouponPage key="new" id={null} />;
  if (path === "/coupon/generatore") return <BulkCouponsPage />;
  if (path === "/conversazioni/modelli") return <MessageTemplatesPage />;
  if (path === "/dati-personali/violazioni") return <BreachesPage />;
  if (path === "/iva/verifiche") return <VatChecksPage />;
  if (path === "/offerte/nuova") return <OfferPage key="new" id={null} />;
  if (path === "/prodotti/scambio") return <TransferPage />;
  if (path === "/pagine/nuova") return <PageEditor key="page" id={null} kind="page" />;
  if (path === "/pagine/nuovo-articolo") return <PageEditor key="post" id={null} kind="post" />;
  if (section === "catalogo") {
    if (id === "categorie" && further === "nuova") return <CategoryPage key="new" id={null} />;
    if (id === "categorie" && further) {
      return /^\d+$/.test(further) ? <CategoryPage key={further} id={Number(further)} /> : <NotFound />;
    }
    if (further === undefined) return <CataloguePage path={id ?? ""} />;
  }
  if (section === "aziende" && id === "ruoli") {
    if (further === undefined) return <RolesPage />;
    if (further === "nuovo") return <RolePage key="new" id={null} />;
    return /^\d+$/.test(further) ? <RolePage key={further} id={Number(further)} /> : <NotFound />;
  }
  if (section === "impostazioni" && further === undefined) return <SettingsPage path={id ?? ""} />;
  if (further === undefined && (id === undefined || /^\d+$/.test(id))) {
    if (path === "/login") return null;
    if (path === "/") return <DashboardPage />;
    if (section === "ordini") return id ? <OrderPage key={id} id={Number(id)} /> : <OrdersPage />;
    if (section === "abbonamenti") {
      return id ? <SubscriptionPage key={id} id={Number(id)} /> : <SubscriptionsPage />;
    }
    if (section === "prenotazioni" && !id) return <BookingsPage />;
    if (section === "prodotti") return id ? <ProductPage key={id} id={Number(id)} /> : <ProductsPage />;
    if (section === "pagine") return id ? <PageEditor key={id} id={Number(id)} /> : <PagesPage />;
    if (section === "offerte") return id ? <OfferPage key={id} id={Number(id)} /> : <OffersPage />;
    if (section === "coupon") return id ? <CouponPage key={id} id={Number(id)} /> : <CouponsPage />;
    if (section === "credito") return id ? <CreditPage key={id} id={Number(id)} /> : <CreditsPage />;
    if (section === "conversazioni") {
      return id ? <ConversationPage key={id} id={Number(id)} /> : <ConversationsPage />;
    }
    if (section === "clienti") return id ? <CustomerPage key={id} id={Number(id)} /> : <CustomersPage />;
    if (section === "listini" && !id) return <PricesPage />;
    if (section === "aziende") return id ? <CompanyPage key={id} id={Number(id)} /> : <CompaniesPage />;
    if (section === "recensioni" && !id) return <ReviewsPage />;
    if (section === "commenti" && !id) return <CommentsPage />;
    if (section === "fatture") {
      return id ? <EInvoicePage key={id} id={Number(id)} /> : <EInvoicesPage />;
    }
    if (section === "iva" && !id) return <VatPage />;
    if (section === "provenienza" && !id) return <OriginsPage />;
    if (section === "email" && !id) return <CapturedEmailsPage />;
    if (section === "statistiche" && !id) return <AnalyticsPage />;
    if (section === "consensi" && !id) return <ConsentsPage />;
    if (section === "newsletter" && !id) return <NewsletterPage />;
    if (section === "dati-personali" && !id) return <PersonalDataPage />;
    if (section === "mailbox") return <MailboxPage id={id ? Number(id) : null} />;
  }
  return <NotFound />;
}

/** Page for a path that does not exist. */
export function NotFound() {
  const { t } = useLanguage();
  return (
    <>
      <Heading title={t("notFound")}>{t("notFound")}</Heading>
      <p>{t("notFoundText")}</p>
    </>
  );
}
