import type { ComponentType } from "react";
import { Navigate, type RouteObject, useParams } from "react-router";
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

/** Returns the component of a path that ends with the id of an entry. Each entry has a state of its own. */
const entry = (Page: ComponentType<{ id: number }>) =>
  function EntryPage() {
    const { id = "" } = useParams();
    return /^\d+$/.test(id) ? <Page key={id} id={Number(id)} /> : <NotFound />;
  };

/** Returns the mailbox; the open mail is part of its path, and the list beside it stays when another mail is opened. */
function Mailbox() {
  const { id } = useParams();
  return !id || /^\d+$/.test(id) ? <MailboxPage id={id ? Number(id) : null} /> : <NotFound />;
}

/** Pages of the back office by path. */
export const PAGES: RouteObject[] = [
  { index: true, Component: DashboardPage },
  { path: "login", element: <Navigate to="/" replace /> },
  { path: "ordini", Component: OrdersPage },
  { path: "ordini/:id", Component: entry(OrderPage) },
  { path: "abbonamenti", Component: SubscriptionsPage },
  { path: "abbonamenti/:id", Component: entry(SubscriptionPage) },
  { path: "prenotazioni", Component: BookingsPage },
  { path: "offerte", Component: OffersPage },
  { path: "offerte/nuova", element: <OfferPage id={null} /> },
  { path: "offerte/:id", Component: entry(OfferPage) },
  { path: "coupon", Component: CouponsPage },
  { path: "coupon/nuovo", element: <CouponPage id={null} /> },
  { path: "coupon/generatore", Component: BulkCouponsPage },
  { path: "coupon/:id", Component: entry(CouponPage) },
  { path: "credito", Component: CreditsPage },
  { path: "credito/:id", Component: entry(CreditPage) },
  { path: "prodotti", Component: ProductsPage },
  { path: "prodotti/scambio", Component: TransferPage },
  { path: "prodotti/:id", Component: entry(ProductPage) },
  { path: "catalogo/:part?", Component: CataloguePage },
  { path: "catalogo/categorie/nuova", element: <CategoryPage id={null} /> },
  { path: "catalogo/categorie/:id", Component: entry(CategoryPage) },
  { path: "recensioni", Component: ReviewsPage },
  { path: "listini", Component: PricesPage },
  { path: "clienti", Component: CustomersPage },
  { path: "clienti/:id", Component: entry(CustomerPage) },
  { path: "aziende", Component: CompaniesPage },
  { path: "aziende/:id", Component: entry(CompanyPage) },
  { path: "aziende/ruoli", Component: RolesPage },
  { path: "aziende/ruoli/nuovo", element: <RolePage id={null} /> },
  { path: "aziende/ruoli/:id", Component: entry(RolePage) },
  { path: "conversazioni", Component: ConversationsPage },
  { path: "conversazioni/modelli", Component: MessageTemplatesPage },
  { path: "conversazioni/:id", Component: entry(ConversationPage) },
  { path: "newsletter", Component: NewsletterPage },
  { path: "email", Component: CapturedEmailsPage },
  { path: "pagine", Component: PagesPage },
  { path: "pagine/nuova", element: <PageEditor key="page" id={null} kind="page" /> },
  { path: "pagine/nuovo-articolo", element: <PageEditor key="post" id={null} kind="post" /> },
  { path: "pagine/:id", Component: entry(PageEditor) },
  { path: "commenti", Component: CommentsPage },
  { path: "fatture", Component: EInvoicesPage },
  { path: "fatture/:id", Component: entry(EInvoicePage) },
  { path: "iva", Component: VatPage },
  { path: "iva/verifiche", Component: VatChecksPage },
  { path: "statistiche", Component: AnalyticsPage },
  { path: "provenienza", Component: OriginsPage },
  { path: "consensi", Component: ConsentsPage },
  { path: "dati-personali", Component: PersonalDataPage },
  { path: "dati-personali/violazioni", Component: BreachesPage },
  { path: "mailbox/:id?", Component: Mailbox },
  { path: "impostazioni/:section?", Component: SettingsPage },
  { path: "*", Component: NotFound },
];

/** Page for a path that does not exist. */
function NotFound() {
  const { t } = useLanguage();
  return (
    <>
      <Heading title={t("notFound")}>{t("notFound")}</Heading>
      <p>{t("notFoundText")}</p>
    </>
  );
}
