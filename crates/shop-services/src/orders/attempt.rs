//! Tries to order: an answer that was lost on the way is given again, and no try makes two orders.

use shop_core::Params;
use shop_core::ids::CustomerId;
use shop_core::messages::codes;

use super::place::{Buyer, CheckoutRefusal, PlacedOrder};
use crate::cart::OpenCart;
use crate::ports::{OrderRecord, StoreError};
use crate::shop::Shop;

/// A try to order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Names it: the visitor's session and what the client calls it. Unique among orders.
    pub key: String,
    /// Hash of everything that was sent.
    pub request_hash: String,
}

/// What came of an attempt before.
#[derive(Clone, Debug, PartialEq)]
pub enum EarlierOrder {
    /// The same request: this is its answer.
    Same(Box<PlacedOrder>),
    /// An order with other data.
    Other(Box<CheckoutRefusal>),
}

impl Shop {
    /// The order that an attempt made already; asked before the cart is looked at, which that order emptied.
    pub async fn earlier_order(&self, attempt: Option<&Attempt>) -> Result<Option<EarlierOrder>, StoreError> {
        let Some(attempt) = attempt else { return Ok(None) };
        let Some(id) = self.store().order_of_attempt(&attempt.key).await? else { return Ok(None) };
        let Some(order) = self.store().order(id).await? else { return Ok(None) };
        Ok(Some(if order.content.request_hash == attempt.request_hash {
            EarlierOrder::Same(Box::new(placed(order)))
        } else {
            let params = Params::from([("number".to_owned(), order.id.to_string())]);
            let refusal = CheckoutRefusal::about_cart(codes::ORDER_ALREADY_PLACED);
            EarlierOrder::Other(Box::new(CheckoutRefusal { params, ..refusal }))
        }))
    }

    pub(super) async fn was_placed(&self, buyer: &Buyer) -> Result<bool, StoreError> {
        Ok(self.earlier_order(buyer.attempt.as_ref()).await?.is_some())
    }

    /// The cart is empty: this attempt's order emptied it, or there never was anything in it.
    pub(super) async fn nothing_left(
        &self,
        open: &OpenCart,
        customer_id: Option<CustomerId>,
        buyer: &Buyer,
    ) -> Result<Result<PlacedOrder, (OpenCart, CheckoutRefusal)>, StoreError> {
        if self.was_placed(buyer).await? {
            return self.faster_twin(open, customer_id, buyer).await;
        }
        Ok(Err((open.clone(), CheckoutRefusal::about_cart(codes::CART_EMPTY))))
    }

    /// The answer of the request that placed this attempt's order while this one was under way.
    pub(super) async fn faster_twin(
        &self,
        open: &OpenCart,
        customer_id: Option<CustomerId>,
        buyer: &Buyer,
    ) -> Result<Result<PlacedOrder, (OpenCart, CheckoutRefusal)>, StoreError> {
        let refusal = match self.earlier_order(buyer.attempt.as_ref()).await? {
            Some(EarlierOrder::Same(order)) => return Ok(Ok(*order)),
            Some(EarlierOrder::Other(refusal)) => *refusal,
            None => CheckoutRefusal::about_cart(codes::CART_CHANGED),
        };
        Ok(Err((self.open_cart(&open.record.session_key, customer_id).await?, refusal)))
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
