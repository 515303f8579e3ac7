//! What answers to visitors and the pages of the shop are made from.

use std::sync::Arc;

use shop_core::base::Lang;
use shop_services::Context;
use shop_services::accounts::{Accounts, Logins};
use shop_services::cart::{CartCoupons, Carts, ExpressCarts};
use shop_services::catalogue::reviews::Reviews;
use shop_services::content::comments::Comments;
use shop_services::orders::bookings::Bookings;
use shop_services::orders::documents::Documents;
use shop_services::orders::subscriptions::Subscriptions;
use shop_services::orders::{OrderFiles, Orders, Withdrawals};
use shop_services::payments::saved_methods::SavedMethods;
use shop_services::payments::{PaymentHistories, PaymentSessions};
use shop_services::trade::conversations::Conversations;
use shop_services::trade::vat_checks::VatChecks;

use super::limits::Limits;
use crate::platform::config::Config;
use crate::platform::secrets::Secrets;
use crate::render::PageService;

/// Address at which visitors reach the shop, without a trailing slash.
#[derive(Clone, Debug)]
pub struct PublicAddress(Arc<str>);

impl PublicAddress {
    /// Takes an address without a trailing slash.
    pub fn new(url: &str) -> Self {
        Self(url.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the full address of a file or call, which is the same in all languages.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// Returns whether visitors reach the shop over https.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

/// What every answer to a visitor needs: settings and clock, keys for cookies and nonces, and the shop's address.
#[derive(Clone)]
pub struct WebContext {
    pub context: Arc<Context>,
    pub secrets: Secrets,
    pub public_address: PublicAddress,
}

impl WebContext {
    /// The language of visitors, from the settings read last.
    pub fn lang(&self) -> Lang {
        self.context.last_settings().map(|settings| settings.lang()).unwrap_or_default()
    }
}

/// What the shop's pages are built from.
pub struct Storefront {
    pub web: WebContext,
    /// Renders pages and caches them.
    pub pages: Arc<PageService>,
    pub limits: Arc<Limits>,
    pub config: Arc<Config>,
    pub accounts: Accounts,
    pub bookings: Bookings,
    pub cart_coupons: CartCoupons,
    pub carts: Carts,
    pub comments: Comments,
    pub conversations: Conversations,
    pub documents: Documents,
    pub express_carts: ExpressCarts,
    pub logins: Logins,
    pub order_files: OrderFiles,
    pub orders: Orders,
    pub payment_histories: PaymentHistories,
    pub payment_sessions: PaymentSessions,
    pub reviews: Reviews,
    pub saved_methods: SavedMethods,
    pub subscriptions: Subscriptions,
    pub vat_checks: VatChecks,
    pub withdrawals: Withdrawals,
}
