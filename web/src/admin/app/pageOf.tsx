import type { ReactElement } from "react";
import { CataloguePage } from "../catalogue/CataloguePage.tsx";
import { CategoryPage } from "../catalogue/CategoryPage.tsx";
import { Heading } from "../components/ui.tsx";
import { PageEditor } from "../content/PageEditor.tsx";
import { PagesPage } from "../content/PagesPage.tsx";
import { useLanguage } from "../context/language.tsx";
import { AnalyticsPage } from "../pages/AnalyticsPage.tsx";
import { BookingsPage } from "../pages/BookingsPage.tsx";
import { BreachesPage } from "../pages/BreachesPage.tsx";
import { BulkCouponsPage } from "../pages/BulkCouponsPage.tsx";
import { CapturedEmailsPage } from "../pages/CapturedEmailsPage.tsx";
import { CommentsPage } from "../pages/CommentsPage.tsx";
import { ConsentsPage } from "../pages/ConsentsPage.tsx";
import { ConversationPage } from "../pages/ConversationPage.tsx";
import { ConversationsPage } from "../pages/ConversationsPage.tsx";
import { CouponPage } from "../pages/CouponPage.tsx";
import { CouponsPage } from "../pages/CouponsPage.tsx";
import { CreditPage } from "../pages/CreditPage.tsx";
import { CreditsPage } from "../pages/CreditsPage.tsx";
import { CustomerPage } from "../pages/CustomerPage.tsx";
import { CustomersPage } from "../pages/CustomersPage.tsx";
import { DashboardPage } from "../pages/DashboardPage.tsx";
import { EInvoicePage } from "../pages/EInvoicePage.tsx";
import { EInvoicesPage } from "../pages/EInvoicesPage.tsx";
import { MailboxPage } from "../pages/MailboxPage.tsx";
import { MessageTemplatesPage } from "../pages/MessageTemplatesPage.tsx";
import { NewsletterPage } from "../pages/NewsletterPage.tsx";
import { OfferPage } from "../pages/OfferPage.tsx";
import { OffersPage } from "../pages/OffersPage.tsx";
import { OrderPage } from "../pages/OrderPage.tsx";
import { OrdersPage } from "../pages/OrdersPage.tsx";
import { OriginsPage } from "../pages/OriginsPage.tsx";
import { PersonalDataPage } from "../pages/PersonalDataPage.tsx";
import { ProductPage } from "../pages/ProductPage.tsx";
import { ProductsPage } from "../pages/ProductsPage.tsx";
import { ReviewsPage } from "../pages/ReviewsPage.tsx";
import { SubscriptionPage } from "../pages/SubscriptionPage.tsx";
import { SubscriptionsPage } from "../pages/SubscriptionsPage.tsx";
import { VatChecksPage } from "../pages/VatChecksPage.tsx";
import { VatPage } from "../pages/VatPage.tsx";
import { PricesPage } from "../prices/PricesPage.tsx";
import { SettingsPage } from "../settings/SettingsPage.tsx";
import { CompaniesPage } from "../trade/CompaniesPage.tsx";
import { CompanyPage } from "../trade/CompanyPage.tsx";
import { RolePage } from "../trade/RolePage.tsx";
import { RolesPage } from "../trade/RolesPage.tsx";
import { TransferPage } from "../transfer/TransferPage.tsx";

/** The page of an address of the back office, without its query. */
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

/** What is shown where an address leads to nothing. */
export function NotFound() {
  const { t } = useLanguage();
  return (
    <>
      <Heading title={t("notFound")}>{t("notFound")}</Heading>
      <p>{t("notFoundText")}</p>
    </>
  );
}
