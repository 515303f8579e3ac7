//! The visitor at checkout, and the steps of an order that only the server performs.

use async_trait::async_trait;
use axum::http::HeaderMap;
use shop_core::base::{CustomerId, OrderId};
use shop_core::checkout::address::Address;
use shop_services::accounts::buyer::Buyer;
use shop_services::checkout::{AccountError, CheckoutHost};
use shop_services::payments::GatewayPayment;
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::StoreError;

use crate::accounts::{new_password_hash, welcome_new};
use crate::app::state::AppState;
use crate::app::visitor::consent;
use crate::app::visitor::session::Session;

/// A visitor at the checkout.
pub(crate) struct Host<'a> {
    state: &'a AppState,
    headers: &'a HeaderMap,
    ip: &'a str,
    session: Session,
    /// Login cookies of an account created with the order.
    cookies: HeaderMap,
}

impl<'a> Host<'a> {
    /// Creates the host for a session with a key.
    pub(crate) fn new(state: &'a AppState, session: &Session, headers: &'a HeaderMap, ip: &'a str) -> Self {
        Self { state, headers, ip, session: session.clone(), cookies: HeaderMap::new() }
    }

    /// Returns the current session and the cookies to send.
    pub(crate) fn into_parts(self) -> (Session, HeaderMap) {
        (self.session, self.cookies)
    }
}

#[async_trait]
impl CheckoutHost for Host<'_> {
    fn session_key(&self) -> &str {
        &self.session.key
    }

    fn buyer(&self) -> &Buyer {
        &self.session.buyer
    }

    fn admits_vat_check(&self) -> bool {
        self.state.vat_check_allowed(self.ip).is_ok()
    }

    fn admits_attribution(&self, settings: &ShopSettings) -> bool {
        consent::admits_attribution(self.headers, settings, &self.state.storefront.web)
    }

    fn ip(&self) -> &str {
        self.ip
    }

    fn admits_order(&self) -> bool {
        self.state.order_allowed(self.ip).is_ok()
    }

    async fn password_hash(
        &self,
        billing: &Address,
        typed: &str,
        check_strength: bool,
    ) -> Result<Result<String, AccountError>, StoreError> {
        new_password_hash(
            billing,
            typed,
            check_strength,
            self.ip,
            &self.state.shop.context,
            &self.state.shop.logins,
            &self.state.limits,
        )
        .await
    }

    async fn welcome(&mut self, id: CustomerId) {
        welcome_new(&mut self.session, id, self.headers, &mut self.cookies, self.state).await;
    }

    async fn pay(&self, id: OrderId, payment: &GatewayPayment) -> Result<Result<String, String>, StoreError> {
        crate::payments::pay(self.state, &self.session, self.ip, id, payment).await
    }
}
