//! What a handler may take out of the state: `State<Orders>` says that it works with orders and with nothing else.

use std::sync::Arc;

use axum::extract::FromRef;
use shop_services::Context;
use shop_services::accounts::people::People;
use shop_services::accounts::{Accounts, Logins};
use shop_services::cart::coupon_management::Coupons;
use shop_services::cart::credit::Credits;
use shop_services::cart::{CartCoupons, Carts, ExpressCarts};
use shop_services::catalogue::import::Imports;
use shop_services::catalogue::products::Products;
use shop_services::catalogue::reviews::Reviews;
use shop_services::catalogue::term_management::Terms;
use shop_services::checkout::Checkout;
use shop_services::content::comments::Comments;
use shop_services::content::newsletter::Newsletter;
use shop_services::content::page_management::Content;
use shop_services::content::translations::Translations;
use shop_services::orders::bookings::Bookings;
use shop_services::orders::documents::Documents;
use shop_services::orders::einvoices::EInvoices;
use shop_services::orders::order_steps::OrderSteps;
use shop_services::orders::renewals::Renewals;
use shop_services::orders::subscriptions::Subscriptions;
use shop_services::orders::{OrderFiles, Orders, Withdrawals};
use shop_services::payments::saved_methods::SavedMethods;
use shop_services::payments::{
    Captures, MethodSetups, PaymentEvents, PaymentForms, PaymentHistories, PaymentSessions, Payments, ProviderSetup,
    Refunds, Settlement,
};
use shop_services::platform::apply::SetUp;
use shop_services::platform::dashboard::Reports;
use shop_services::platform::health::Health;
use shop_services::platform::outbox::Outbox;
use shop_services::platform::settings_service::SettingsService;
use shop_services::privacy::analytics::Analytics;
use shop_services::privacy::consents::Consents;
use shop_services::privacy::email_captures::EmailCaptures;
use shop_services::privacy::personal_data::PersonalData;
use shop_services::trade::approvals::Approvals;
use shop_services::trade::bulk_orders::BulkOrders;
use shop_services::trade::companies::Companies;
use shop_services::trade::conversations::{Conversations, StaffConversations};
use shop_services::trade::offers::Offers;
use shop_services::trade::purchase_lists::PurchaseLists;
use shop_services::trade::receivables::Receivables;
use shop_services::trade::roles::Roles;
use shop_services::trade::standing_orders::StandingOrders;
use shop_services::trade::subaccounts::Subaccounts;
use shop_services::trade::trade_prices::TradePrices;
use shop_services::trade::vat_checks::VatChecks;
use tokio_util::task::TaskTracker;

use super::limits::Limits;
use super::state::AppState;
use super::storefront::{PublicAddress, Storefront, WebContext};
use crate::platform::config::Config;
use crate::platform::secrets::Secrets;
use crate::render::PageService;

impl FromRef<AppState> for WebContext {
    fn from_ref(state: &AppState) -> Self {
        state.storefront.web.clone()
    }
}

impl FromRef<AppState> for Arc<Storefront> {
    fn from_ref(state: &AppState) -> Self {
        Arc::clone(&state.storefront)
    }
}

/// Declares capabilities that are used together, as one that a handler may take out of the state.
macro_rules! bundle {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone)]
        $vis struct $name {
            $($field: $type,)*
        }

        impl axum::extract::FromRef<$crate::app::state::AppState> for $name {
            fn from_ref(state: &$crate::app::state::AppState) -> Self {
                Self { $($field: axum::extract::FromRef::from_ref(state),)* }
            }
        }
    };
}
pub(crate) use bundle;

/// Use cases of the shop, each a few shared pointers to clone.
macro_rules! use_cases {
    ($($field:ident: $type:ty,)*) => {$(
        impl FromRef<AppState> for $type {
            fn from_ref(state: &AppState) -> Self {
                state.shop.$field.clone()
            }
        }
    )*};
}

/// Parts of the server beside the shop.
macro_rules! parts {
    ($($field:ident: $type:ty,)*) => {$(
        impl FromRef<AppState> for $type {
            fn from_ref(state: &AppState) -> Self {
                state.$field.clone()
            }
        }
    )*};
}

use_cases! {
    context: Arc<Context>,
    conversations: Conversations,
    staff_conversations: StaffConversations,
    coupons: Coupons,
    credits: Credits,
    reviews: Reviews,
    terms: Terms,
    trade_prices: TradePrices,
    translations: Translations,
    products: Products,
    content: Content,
    settings_service: SettingsService,
    documents: Documents,
    einvoices: EInvoices,
    set_up: SetUp,
    saved_methods: SavedMethods,
    payment_histories: PaymentHistories,
    provider_setup: ProviderSetup,
    carts: Carts,
    subaccounts: Subaccounts,
    approvals: Approvals,
    offers: Offers,
    reports: Reports,
    subscriptions: Subscriptions,
    cart_coupons: CartCoupons,
    express_carts: ExpressCarts,
    orders: Orders,
    method_setups: MethodSetups,
    order_files: OrderFiles,
    refunds: Refunds,
    checkout: Checkout,
    accounts: Accounts,
    people: People,
    withdrawals: Withdrawals,
    settlement: Settlement,
    payments: Payments,
    captures: Captures,
    order_steps: OrderSteps,
    payment_forms: PaymentForms,
    renewals: Renewals,
    payment_events: PaymentEvents,
    health: Health,
    bookings: Bookings,
    outbox: Outbox,
    imports: Imports,
    payment_sessions: PaymentSessions,
    vat_checks: VatChecks,
    logins: Logins,
    bulk_orders: BulkOrders,
    purchase_lists: PurchaseLists,
    standing_orders: StandingOrders,
    roles: Roles,
    companies: Companies,
    receivables: Receivables,
    comments: Comments,
    consents: Consents,
    email_captures: EmailCaptures,
    analytics: Analytics,
    newsletter: Newsletter,
    personal_data: PersonalData,
}

parts! {
    public_address: PublicAddress,
    config: Arc<Config>,
    limits: Arc<Limits>,
    pages: Arc<PageService>,
    secrets: Secrets,
    background: TaskTracker,
}
