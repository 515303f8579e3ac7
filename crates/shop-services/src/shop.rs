//! The running shop: its use cases, assembled over one store.

use std::sync::Arc;

use shop_core::base::Lang;

use crate::accounts::people::People;
use crate::accounts::{Accounts, Logins};
use crate::cart::coupon_management::Coupons;
use crate::cart::credit::Credits;
use crate::cart::{CartCoupons, CartGate, CartLocks, Carts, CouponLoader, ExpressCarts, OpenGate};
use crate::catalogue::import::Imports;
use crate::catalogue::products::Products;
use crate::catalogue::reviews::Reviews;
use crate::catalogue::term_management::Terms;
use crate::checkout::Checkout;
use crate::content::comments::Comments;
use crate::content::newsletter::Newsletter;
use crate::content::page_management::Content;
use crate::content::translations::Translations;
use crate::orders::bookings::Bookings;
use crate::orders::documents::Documents;
use crate::orders::einvoices::EInvoices;
use crate::orders::order_steps::OrderSteps;
use crate::orders::renewals::Renewals;
use crate::orders::subscriptions::Subscriptions;
use crate::orders::{OrderFiles, Orders, Withdrawals};
use crate::payments::provider::{ProviderErrorLog, ProviderSource};
use crate::payments::saved_methods::SavedMethods;
use crate::payments::{
    Captures, MethodSetups, PaymentEvents, PaymentForms, PaymentHistories, PaymentNotes, PaymentSessions, Payments,
    ProviderSetup, Refunds, Settlement,
};
use crate::platform::apply::SetUp;
use crate::platform::context::Context;
use crate::platform::dashboard::Reports;
use crate::platform::health::Health;
use crate::platform::outbox::Outbox;
use crate::platform::settings_service::SettingsService;
use crate::ports::{Gateway, Store, VatRegister};
use crate::privacy::analytics::Analytics;
use crate::privacy::consents::Consents;
use crate::privacy::email_captures::EmailCaptures;
use crate::privacy::personal_data::PersonalData;
use crate::trade::approvals::Approvals;
use crate::trade::bulk_orders::BulkOrders;
use crate::trade::companies::Companies;
use crate::trade::conversations::{Conversations, StaffConversations};
use crate::trade::offers::Offers;
use crate::trade::purchase_lists::PurchaseLists;
use crate::trade::receivables::Receivables;
use crate::trade::roles::Roles;
use crate::trade::standing_orders::StandingOrders;
use crate::trade::subaccounts::Subaccounts;
use crate::trade::trade_prices::TradePrices;
use crate::trade::vat_checks::{NoRegister, VatChecks};
use crate::{Clock, Random, SystemRandom};

/// The shop's environment: clock, random numbers, public address, payment provider.
pub struct ShopEnvironment {
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    public_url: String,
    provider: ProviderSource,
    cart_gate: Arc<dyn CartGate>,
    vat_register: Arc<dyn VatRegister>,
}

impl ShopEnvironment {
    /// With the system's random numbers, without a public address and provider.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let faults = Arc::new(ProviderErrorLog::new(Arc::clone(&clock)));
        Self {
            clock,
            random: Arc::new(SystemRandom),
            public_url: String::new(),
            provider: ProviderSource { gateway: None, keys: None, connector: None, faults },
            cart_gate: Arc::new(OpenGate),
            vat_register: Arc::new(NoRegister),
        }
    }

    /// Sets the shop's public address, for links in e-mails, without a trailing slash.
    #[must_use]
    pub fn with_public_url(self, public_url: &str) -> Self {
        Self { public_url: public_url.to_owned(), ..self }
    }

    /// Replaces the source of random numbers.
    #[must_use]
    pub fn with_random(self, random: Arc<dyn Random>) -> Self {
        Self { random, ..self }
    }

    /// Sets the rate limit for new carts.
    #[must_use]
    pub fn with_cart_gate(self, cart_gate: Arc<dyn CartGate>) -> Self {
        Self { cart_gate, ..self }
    }

    /// Sets the register of VAT numbers.
    #[must_use]
    pub fn with_vat_register(self, vat_register: Arc<dyn VatRegister>) -> Self {
        Self { vat_register, ..self }
    }

    /// Sets a payment provider.
    #[must_use]
    pub fn with_gateway(self, gateway: Arc<dyn Gateway>) -> Self {
        Self { provider: ProviderSource { gateway: Some(gateway), ..self.provider }, ..self }
    }

    /// Sets a payment provider whose keys may be stored.
    #[must_use]
    pub fn with_provider(self, provider: ProviderSource) -> Self {
        Self { provider, ..self }
    }
}

/// Shared parts of the use cases beside their context.
#[derive(Clone)]
struct Shared {
    cart_gate: Arc<dyn CartGate>,
    cart_locks: CartLocks,
    vat_register: Arc<dyn VatRegister>,
}

impl ShopEnvironment {
    fn split<S: Store + 'static>(self, store: &Arc<S>) -> (Context, Shared) {
        let Self { clock, random, public_url, provider, cart_gate, vat_register } = self;
        let context = Context::new(store.clone(), clock, random, public_url, provider);
        (context, Shared { cart_gate, cart_locks: CartLocks::default(), vat_register })
    }
}

/// The running shop in all languages of its visitors, over one store and one set of caches. Texts of a use case are in its shop's
/// language; nothing else differs.
#[derive(Clone, Debug)]
pub struct SpokenShops {
    own: Arc<Shop>,
    italian: Arc<Shop>,
    english: Arc<Shop>,
}

impl SpokenShops {
    /// Creates the shops over a store.
    pub fn within<S: Store + 'static>(store: Arc<S>, surroundings: ShopEnvironment) -> Self {
        let (context, shared) = surroundings.split(&store);
        let shop_in = |lang| Arc::new(Shop::over(&store, context.in_language(lang), &shared));
        Self {
            italian: shop_in(Lang::It),
            english: shop_in(Lang::En),
            own: Arc::new(Shop::over(&store, context, &shared)),
        }
    }

    /// The shop in the merchant's language: for the back office, and for work without a visitor.
    pub fn own(&self) -> &Arc<Shop> {
        &self.own
    }

    /// The shop for visitors with this language.
    pub fn speaking(&self, lang: Lang) -> &Arc<Shop> {
        match lang {
            Lang::It => &self.italian,
            Lang::En => &self.english,
        }
    }
}

/// The running shop, with one field per subject.
pub struct Shop {
    pub context: Arc<Context>,
    pub conversations: Conversations,
    pub staff_conversations: StaffConversations,
    pub coupons: Coupons,
    pub credits: Credits,
    pub reviews: Reviews,
    pub terms: Terms,
    pub trade_prices: TradePrices,
    pub translations: Translations,
    pub products: Products,
    pub content: Content,
    pub settings_service: SettingsService,
    pub documents: Documents,
    pub einvoices: EInvoices,
    pub set_up: SetUp,
    pub saved_methods: SavedMethods,
    pub payment_histories: PaymentHistories,
    pub provider_setup: ProviderSetup,
    pub carts: Carts,
    pub subaccounts: Subaccounts,
    pub approvals: Approvals,
    pub offers: Offers,
    pub reports: Reports,
    pub subscriptions: Subscriptions,
    pub cart_coupons: CartCoupons,
    pub express_carts: ExpressCarts,
    pub orders: Orders,
    pub method_setups: MethodSetups,
    pub order_files: OrderFiles,
    pub refunds: Refunds,
    pub checkout: Checkout,
    pub accounts: Accounts,
    pub people: People,
    pub withdrawals: Withdrawals,
    pub settlement: Settlement,
    pub payments: Payments,
    pub captures: Captures,
    pub order_steps: OrderSteps,
    pub payment_forms: PaymentForms,
    pub renewals: Renewals,
    pub payment_events: PaymentEvents,
    pub health: Health,
    pub bookings: Bookings,
    pub outbox: Outbox,
    pub imports: Imports,
    pub payment_sessions: PaymentSessions,
    pub vat_checks: VatChecks,
    pub logins: Logins,
    pub bulk_orders: BulkOrders,
    pub purchase_lists: PurchaseLists,
    pub standing_orders: StandingOrders,
    pub roles: Roles,
    pub companies: Companies,
    pub receivables: Receivables,
    pub comments: Comments,
    pub consents: Consents,
    pub email_captures: EmailCaptures,
    pub analytics: Analytics,
    pub newsletter: Newsletter,
    pub personal_data: PersonalData,
}

impl std::fmt::Debug for Shop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shop").finish_non_exhaustive()
    }
}

/// Builds a use case from the shop's context and store, and the use cases that it depends on.
macro_rules! use_case {
    ($on:ident, $name:ident $(: $($under:ident),+)?) => {
        $name { context: $on.0.clone(), store: $on.1.clone(), $($($under: $under.clone()),+)? }
    };
}

impl Shop {
    /// Creates a shop over a store, see [`ShopEnvironment::new`].
    pub fn new<S: Store + 'static>(store: Arc<S>, clock: Arc<dyn Clock>) -> Self {
        Self::within(store, ShopEnvironment::new(clock))
    }

    /// Creates a shop over a store.
    pub fn within<S: Store + 'static>(store: Arc<S>, surroundings: ShopEnvironment) -> Self {
        let (context, shared) = surroundings.split(&store);
        Self::over(&store, context, &shared)
    }

    #[expect(clippy::too_many_lines, reason = "a line for each use case")]
    fn over<S: Store + 'static>(store: &Arc<S>, context: Context, shared: &Shared) -> Self {
        let Shared { cart_gate, cart_locks, vat_register } = shared.clone();
        let context = Arc::new(context);
        let on = (context.clone(), store.clone());
        let coupon_loader = CouponLoader { store: store.clone() };
        let carts = Carts::new(&context, store.clone(), &coupon_loader, cart_gate, cart_locks);
        let vat_checks = VatChecks::new(&context, store.clone(), &carts, vat_register);
        let reviews = use_case!(on, Reviews);
        let comments = use_case!(on, Comments);
        let saved_methods = use_case!(on, SavedMethods);
        let notes = use_case!(on, PaymentNotes);
        let subscriptions = use_case!(on, Subscriptions: saved_methods);
        let cart_coupons =
            CartCoupons { store: store.clone(), carts: carts.clone(), coupon_loader: coupon_loader.clone() };
        let orders = use_case!(on, Orders: subscriptions);
        let method_setups = use_case!(on, MethodSetups: carts, saved_methods, subscriptions);
        let order_files = use_case!(on, OrderFiles: orders);
        let refunds = use_case!(on, Refunds: orders, notes);
        let accounts = use_case!(on, Accounts: carts, orders);
        let bulk_orders = BulkOrders { context: on.0.clone(), carts: carts.clone() };
        let settlement = use_case!(on, Settlement: orders, notes, refunds, subscriptions);
        let payments = use_case!(on, Payments: method_setups, notes, saved_methods, settlement, subscriptions);
        let order_steps = use_case!(on, OrderSteps: orders, refunds, settlement);
        let payment_forms = use_case!(on, PaymentForms: method_setups, notes, payments, saved_methods, settlement);
        Self {
            conversations: use_case!(on, Conversations: carts),
            staff_conversations: use_case!(on, StaffConversations),
            coupons: use_case!(on, Coupons),
            credits: use_case!(on, Credits),
            terms: use_case!(on, Terms),
            trade_prices: use_case!(on, TradePrices),
            translations: use_case!(on, Translations),
            products: use_case!(on, Products),
            content: use_case!(on, Content),
            settings_service: use_case!(on, SettingsService),
            documents: Documents { store: store.clone() },
            einvoices: use_case!(on, EInvoices),
            set_up: use_case!(on, SetUp),
            payment_histories: use_case!(on, PaymentHistories),
            provider_setup: use_case!(on, ProviderSetup),
            subaccounts: use_case!(on, Subaccounts),
            approvals: use_case!(on, Approvals: carts),
            reports: use_case!(on, Reports: reviews, comments),
            express_carts: ExpressCarts { context: context.clone(), carts: carts.clone() },
            checkout: use_case!(on, Checkout: cart_coupons, carts, orders, settlement, vat_checks),
            offers: use_case!(on, Offers: carts),
            people: use_case!(on, People: accounts),
            withdrawals: use_case!(on, Withdrawals: order_files),
            captures: use_case!(on, Captures: settlement),
            renewals: use_case!(on, Renewals: method_setups, order_steps, orders, payments, settlement, subscriptions),
            payment_events: use_case!(on, PaymentEvents: method_setups, payment_forms, notes, settlement),
            health: Health { store: store.clone() },
            bookings: Bookings { store: store.clone() },
            outbox: use_case!(on, Outbox),
            imports: use_case!(on, Imports),
            payment_sessions: use_case!(on, PaymentSessions),
            logins: use_case!(on, Logins),
            standing_orders: use_case!(on, StandingOrders: bulk_orders),
            bulk_orders,
            purchase_lists: use_case!(on, PurchaseLists: carts),
            roles: use_case!(on, Roles),
            companies: use_case!(on, Companies),
            receivables: use_case!(on, Receivables),
            comments,
            consents: use_case!(on, Consents),
            email_captures: use_case!(on, EmailCaptures),
            analytics: use_case!(on, Analytics),
            newsletter: use_case!(on, Newsletter),
            personal_data: use_case!(on, PersonalData),
            context,
            reviews,
            saved_methods,
            carts,
            subscriptions,
            cart_coupons,
            orders,
            method_setups,
            order_files,
            refunds,
            accounts,
            settlement,
            payments,
            order_steps,
            payment_forms,
            vat_checks,
        }
    }
}
