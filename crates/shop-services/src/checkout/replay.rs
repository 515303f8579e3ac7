//! Requests that were sent before: an answer that was lost on the way is given again, and no request makes two orders.

use shop_core::base::Params;
use shop_core::messages::codes;

use super::host::CheckoutHost;
use super::place::{PlacedOrder, Placing};
use super::refusal::{CheckoutRefusal, Refusal, Refused};
use crate::cart::OpenCart;
use crate::checkout::Checkout;
use crate::ports::{OrderRecord, StoreError};

/// Names a request to order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// The visitor's session and what the client calls the request. Unique among orders.
    pub name: String,
    /// Hash of everything that was sent.
    pub request_hash: String,
}

/// What came of a request of this name before.
#[derive(Debug)]
pub(super) enum Earlier {
    /// The same request: this is its answer.
    Same(Box<PlacedOrder>),
    /// An order with other data.
    Other(Box<CheckoutRefusal>),
}

impl Checkout {
    /// The order that a request made already; asked before the cart is looked at, which that order emptied.
    pub(super) async fn earlier_order(&self, key: Option<&IdempotencyKey>) -> Result<Option<Earlier>, StoreError> {
        let Some(key) = key else { return Ok(None) };
        let Some(id) = self.store.order_by_idempotency_key(&key.name).await? else { return Ok(None) };
        let Some(order) = self.store.order(id).await? else { return Ok(None) };
        Ok(Some(if order.content.request_hash == key.request_hash {
            Earlier::Same(Box::new(placed(order)))
        } else {
            let params = Params::from([("number".to_owned(), order.id.to_string())]);
            let refusal = CheckoutRefusal::about_cart(codes::ORDER_ALREADY_PLACED);
            Earlier::Other(Box::new(CheckoutRefusal { params, ..refusal }))
        }))
    }

    /// The cart is empty: this request's order emptied it, or there never was anything in it.
    pub(super) async fn nothing_left(
        &self,
        host: &dyn CheckoutHost,
        open: OpenCart,
        key: Option<&IdempotencyKey>,
    ) -> Placing {
        let refused = Refusal::Order(CheckoutRefusal::about_cart(codes::CART_EMPTY)).with(open);
        self.unless_ordered(host, key, refused).await
    }

    /// The refusal, or the answer of the request of this name that was faster.
    pub(super) async fn unless_ordered(
        &self,
        host: &dyn CheckoutHost,
        key: Option<&IdempotencyKey>,
        refused: Refused,
    ) -> Placing {
        match self.earlier_order(key).await? {
            Some(earlier) => self.answer_again(host, earlier).await,
            None => Ok(Err(refused)),
        }
    }

    /// The answer of the request of this name that was faster, while this one was under way.
    pub(super) async fn faster_twin(&self, host: &dyn CheckoutHost, key: Option<&IdempotencyKey>) -> Placing {
        match self.earlier_order(key).await? {
            Some(earlier) => self.answer_again(host, earlier).await,
            None => self.refuse_anew(host, CheckoutRefusal::about_cart(codes::CART_CHANGED)).await,
        }
    }

    pub(super) async fn answer_again(&self, host: &dyn CheckoutHost, earlier: Earlier) -> Placing {
        match earlier {
            Earlier::Same(order) => Ok(Ok(*order)),
            Earlier::Other(refusal) => self.refuse_anew(host, *refusal).await,
        }
    }

    /// Refuses with the cart as it is now.
    pub(super) async fn refuse_anew(&self, host: &dyn CheckoutHost, refusal: CheckoutRefusal) -> Placing {
        let open = self.carts.open_cart(host.session_key(), host.customer_id()).await?;
        Ok(Err(Refusal::Order(refusal).with(open)))
    }
}

fn placed(order: OrderRecord) -> PlacedOrder {
    PlacedOrder {
        id: order.id,
        order_key: order.order_key,
        status: order.status,
        content: order.content,
        payment_method: order.payment_method,
        account: None,
    }
}
