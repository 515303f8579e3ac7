//! The one way to an order. A door (the page's form, the classic call, the store API, a wallet's sheet) reads a
//! [`CheckoutRequest`], calls [`Checkout::submit`] and puts the [`Outcome`] into the shape of its clients. Each step gives the type
//! that the next one needs:
//!
//! 1. a request that was sent before is answered as before ([`super::replay`]);
//! 2. what was sent is checked by the core for the cart as it stands, which gives a `Checkout` ([`super::by_form`],
//!    [`super::by_api`]);
//! 3. the payment's input is looked at, the order counted, a new account's password hashed, before anything is written;
//! 4. the cart is priced anew, and its stock, coupons and credits are taken and the order is written in one transaction
//!    ([`super::place`]);
//! 5. the buyer of a new account is logged in, and the order is paid.

use std::sync::Arc;

use shop_core::base::FieldError;
use shop_core::trade::account::TradeAction;

use super::host::CheckoutHost;
use super::place::PlacedOrder;
use super::refusal::{Refusal, Refused};
use super::replay::Earlier;
use super::request::{CheckedOrder, CheckoutRequest, PaymentInput, Sent};
use crate::cart::{CartCoupons, Carts, OpenCart};
use crate::orders::Orders;
use crate::payments::{GatewayPayment, Settlement};
use crate::platform::context::Context;
use crate::ports::{AccountStore, ApprovalStore, OrderStore, StoreError, ports};
use crate::trade::vat_checks::VatChecks;

/// What comes of a request to order.
#[derive(Debug)]
pub enum Outcome {
    /// The order is there, now or by the same request before.
    Placed {
        order: Box<PlacedOrder>,
        /// How its payment goes on.
        payment: PaymentOutcome,
    },
    /// No order. The cart keeps its lines.
    Refused(Refused),
}

/// How the payment of a placed order goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentOutcome {
    /// Not here: there is nothing to pay, or it is paid by transfer or at the door.
    Offline,
    /// The provider has it: where the browser goes on.
    Begun(String),
    /// Refused, in words for the shopper. The order waits, and its cart is there again.
    Refused(String),
}

/// A checked order and the cart that it was checked for.
pub(super) struct Checked {
    pub open: OpenCart,
    pub order: CheckedOrder,
    /// The new account that is wished for, or why it cannot be.
    pub account: Result<Option<AccountWish>, FieldError>,
}

/// A new account, made with the order.
pub(super) struct AccountWish {
    /// Its password as typed; empty: one that nobody knows.
    pub password: String,
    /// Whether a short or weak one is refused.
    pub judged: bool,
}

/// What comes of checking a request.
pub(super) type Checking = Result<Result<Checked, Refused>, StoreError>;

ports! {
    /// Ports of [`Checkout`].
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
    /// Orders what is in the visitor's cart.
    ///
    /// Who may not buy is refused before anything else is looked at: this is the one way to an order, so that no door can forget it.
    ///
    /// # Errors
    /// The database does not answer. Whatever else is wrong is an outcome.
    pub async fn submit(&self, host: &mut dyn CheckoutHost, request: &CheckoutRequest) -> Result<Outcome, StoreError> {
        if let Err(refusal) = host.buyer().check(TradeAction::Buy) {
            let open = self.carts.open_cart(host.session_key(), host.customer_id()).await?;
            return Ok(Outcome::Refused(Refusal::Trade(refusal).with(open)));
        }
        let earlier = self.keyed_order(&request.identity).await?;
        let placed = match earlier {
            Some(Earlier::Other(refusal)) => self.refuse_anew(host, *refusal).await?,
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
            // The same request may have been faster meanwhile and emptied the cart.
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
            Ok(Some(wish)) => match host.password_hash(order.checkout.billing(), &wish.password, wish.judged).await? {
                Ok(hash) => order.account_password_hash = Some(hash),
                Err(denied) => return Ok(Err(Refusal::Account(denied).with(open))),
            },
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
        // First: a method may be kept for the account that was made with the order.
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
