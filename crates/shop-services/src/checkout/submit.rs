//! The only way to an order. A client adapter (the page's form, the classic AJAX call, the store API, a wallet's sheet) parses a
//! [`CheckoutRequest`], calls [`Checkout::submit`] and converts the [`Outcome`] for its client. Each step yields the type that
//! the next one needs:
//!
//! 1. a repeated request gets its earlier response ([`super::replay`]);
//! 2. the input is validated by the core against the current cart, which yields a `Checkout` ([`super::by_form`],
//!    [`super::by_api`]);
//! 3. the payment input is validated, the rate limit applied, a new account's password hashed, before anything is written;
//! 4. the cart is priced again, and in one transaction its stock, coupons and credits are used and the order is written
//!    ([`super::place`]);
//! 5. the buyer of a new account is logged in, and the order is paid.

use std::sync::Arc;

use shop_core::base::FieldError;
use shop_core::trade::account::TradeAction;

use super::host::CheckoutHost;
use super::placed_order::{Earlier, PlacedOrder};
use super::refusal::{Refusal, Refused};
use super::request::{CheckedOrder, CheckoutRequest, PaymentInput, Sent};
use crate::cart::{CartCoupons, Carts, OpenCart};
use crate::orders::Orders;
use crate::payments::{GatewayPayment, Settlement};
use crate::platform::context::Context;
use crate::ports::{AccountStore, ApprovalStore, OrderStore, StoreError, ports};
use crate::trade::vat_checks::VatChecks;

/// Outcome of a checkout request.
#[derive(Debug)]
pub enum Outcome {
    /// The order is placed, now or by an earlier identical request.
    Placed { order: Box<PlacedOrder>, payment: PaymentOutcome },
    /// No order was placed. The cart keeps its lines.
    Refused(Refused),
}

/// Outcome of the payment of a placed order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentOutcome {
    /// No online payment: the order is free, or is paid by bank transfer or on delivery.
    Offline,
    /// The provider has it: address where the browser continues.
    Begun(String),
    /// Refused, with a message for the shopper. The order waits, and its cart is restored.
    Refused(String),
}

/// A validated order and the cart it was validated against.
pub(super) struct Checked {
    pub open: OpenCart,
    pub order: CheckedOrder,
    /// The requested new account, or why it cannot be created.
    pub account: Result<Option<NewAccountRequest>, FieldError>,
}

/// A new account, created with the order.
pub(super) struct NewAccountRequest {
    /// Password as typed; if empty it gets a random one.
    pub password: String,
    /// Whether a short or weak password is rejected.
    pub must_be_strong: bool,
}

/// Result of validating a request.
pub(super) type Checking = Result<Result<Checked, Refused>, StoreError>;

ports! {
    pub(crate) trait CheckoutPorts: AccountStore + ApprovalStore + OrderStore
}

/// From a cart to an order.
#[derive(Clone)]
pub struct Checkout {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn CheckoutPorts>,
    pub(crate) cart_coupons: CartCoupons,
    pub(crate) carts: Carts,
    pub(crate) orders: Orders,
    pub(crate) settlement: Settlement,
    pub(crate) vat_checks: VatChecks,
}

impl Checkout {
    /// Places an order from the visitor's cart.
    ///
    /// Buyers without the right are refused before anything else is checked: this is the only way to an order, so no client
    /// adapter can forget it.
    ///
    /// # Errors
    ///
    /// The database does not respond. Any other problem is an outcome.
    pub async fn submit(&self, host: &mut dyn CheckoutHost, request: &CheckoutRequest) -> Result<Outcome, StoreError> {
        if let Err(refusal) = host.buyer().check(TradeAction::Buy) {
            let open = self.carts.open_cart(host.session_key(), host.customer_id()).await?;
            return Ok(Outcome::Refused(Refusal::Trade(refusal).with(open)));
        }
        let earlier = self.keyed_order(&request.identity).await?;
        let placed = match earlier {
            Some(Earlier::Other(refusal)) => self.refuse_with_current_cart(host, *refusal).await?,
            Some(Earlier::Same(order)) => Ok(*order),
            None => Box::pin(self.submit_new(host, request)).await?,
        };
        match placed {
            Ok(order) => self.go_on(host, order, request).await,
            Err(refused) => Ok(Outcome::Refused(refused)),
        }
    }

    async fn submit_new(
        &self,
        host: &dyn CheckoutHost,
        request: &CheckoutRequest,
    ) -> Result<Result<PlacedOrder, Refused>, StoreError> {
        let checked = match &request.sent {
            Sent::Form(form) => self.check_form(host, request, form).await?,
            Sent::Api(api) => self.check_api(host, request, api).await?,
        };
        let Checked { open, mut order, account } = match checked {
            Ok(checked) => checked,
            // A concurrent identical request may have been faster and emptied the cart.
            Err(refused) => return self.unless_ordered(host, &request.identity, refused).await,
        };
        if let Err(error) = &request.payment
            && open.view().needs_payment()
        {
            return Ok(Err(Refusal::Payment(error.clone()).with(open)));
        }
        if !host.admits_order() {
            return Ok(Err(Refusal::TooMany.with(open)));
        }
        match account {
            Ok(None) => {}
            Ok(Some(account)) => {
                match host.password_hash(order.checkout.billing(), &account.password, account.must_be_strong).await? {
                    Ok(hash) => order.account_password_hash = Some(hash),
                    Err(error) => return Ok(Err(Refusal::Account(error).with(open))),
                }
            }
            Err(error) => return Ok(Err(Refusal::Value(error).with(open))),
        }
        Box::pin(self.place(host, open, &order)).await
    }

    async fn go_on(
        &self,
        host: &mut dyn CheckoutHost,
        order: PlacedOrder,
        request: &CheckoutRequest,
    ) -> Result<Outcome, StoreError> {
        // First, because a payment method may be saved in the account created with the order.
        if let Some(id) = order.account {
            host.welcome(id).await;
        }
        let nothing_to_pay = matches!(request.sent, Sent::Form(_)) && order.payment_method.is_empty();
        let payment = match &request.payment {
            Ok(PaymentInput::Gateway(payment)) if !nothing_to_pay => self.begin_payment(host, &order, payment).await?,
            Ok(_) | Err(_) => PaymentOutcome::Offline,
        };
        Ok(Outcome::Placed { order: Box::new(order), payment })
    }

    async fn begin_payment(
        &self,
        host: &dyn CheckoutHost,
        order: &PlacedOrder,
        payment: &GatewayPayment,
    ) -> Result<PaymentOutcome, StoreError> {
        Ok(match host.pay(order.id, payment).await? {
            Ok(to) => PaymentOutcome::Begun(to),
            Err(message) => PaymentOutcome::Refused(message),
        })
    }
}
