//! Repeated requests: a lost response is sent again, and no request places two orders.

use shop_core::payments::availability::is_gateway_method;
use shop_core::platform::messages::codes;

use super::host::CheckoutHost;
use super::placed_order::{Earlier, PlacedOrder, Placing};
use super::refusal::{CheckoutRefusal, Refusal, Refused};
use super::request::RequestIdentity;
use crate::cart::OpenCart;
use crate::checkout::Checkout;
use crate::ports::{OrderRecord, StoreError};
use crate::records::FreeOrder;

impl Checkout {
    /// Finds the order of an earlier request with the same key. LookupResult up before the cart, which that order emptied.
    pub(super) async fn keyed_order(&self, identity: &RequestIdentity) -> Result<Option<Earlier>, StoreError> {
        let Some(key) = &identity.key else { return Ok(None) };
        let Some(id) = self.store.order_by_idempotency_key(key).await? else { return Ok(None) };
        let Some(order) = self.store.order(id).await? else { return Ok(None) };
        Ok(Some(if order.content.request_hash == identity.hash {
            Earlier::Same(Box::new(as_placed(order)))
        } else {
            Earlier::Other(Box::new(already_placed(&order)))
        }))
    }

    /// Finds the order that an identical request placed from the same cart: a free one, whose cart keeps its lines, or one that
    /// emptied the cart and is paid by the provider. Clients without a stable key give no other sign of a repetition. Other
    /// orders cannot be charged twice, and clients know WooCommerce's error for an empty cart.
    pub(super) async fn repeated_order(
        &self,
        open: &OpenCart,
        identity: &RequestIdentity,
    ) -> Result<Option<Earlier>, StoreError> {
        let is_repeated = |order: &OrderRecord| order.content.request_hash == identity.hash;
        let as_ordered = |free_order: &&FreeOrder| open.view().hash() == free_order.cart_hash;
        if let Some(free_order) = open.record.content.free_order.as_ref().filter(as_ordered)
            && let Some(id) = self.store.order_by_key(&free_order.order_key).await?
        {
            let order = self.store.order(id).await?;
            let order = order.filter(|order| order.status.is_paid() && is_repeated(order));
            return Ok(order.map(|order| Earlier::Same(Box::new(as_placed(order)))));
        }
        let repeated = |order: &OrderRecord| is_repeated(order) && is_gateway_method(&order.payment_method);
        let order = self.orders.order_that_emptied(&open.record.content).await?.filter(repeated);
        Ok(order.map(|order| Earlier::Same(Box::new(as_placed(order)))))
    }

    /// The cart is empty: this request's order emptied it, or it never had lines.
    pub(super) async fn nothing_left(
        &self,
        host: &dyn CheckoutHost,
        open: OpenCart,
        identity: &RequestIdentity,
    ) -> Placing {
        let refused = Refusal::Order(CheckoutRefusal::about_cart(codes::CART_EMPTY)).with(open);
        self.unless_ordered(host, identity, refused).await
    }

    /// Returns the refusal, or the order of an earlier request that was placed meanwhile.
    pub(super) async fn unless_ordered(
        &self,
        host: &dyn CheckoutHost,
        identity: &RequestIdentity,
        refused: Refused,
    ) -> Placing {
        let mut earlier = self.keyed_order(identity).await?;
        if let (None, Some(open)) = (&earlier, &refused.open) {
            earlier = self.repeated_order(open, identity).await?;
        }
        match earlier {
            Some(earlier) => self.answer_again(host, earlier).await,
            None => Ok(Err(refused)),
        }
    }

    /// The order of a concurrent request with the same key that was faster.
    pub(super) async fn concurrent_order(&self, host: &dyn CheckoutHost, identity: &RequestIdentity) -> Placing {
        match self.keyed_order(identity).await? {
            Some(earlier) => self.answer_again(host, earlier).await,
            None => self.refuse_with_current_cart(host, CheckoutRefusal::about_cart(codes::CART_CHANGED)).await,
        }
    }

    pub(super) async fn answer_again(&self, host: &dyn CheckoutHost, earlier: Earlier) -> Placing {
        match earlier {
            Earlier::Same(order) => Ok(Ok(*order)),
            Earlier::Other(refusal) => self.refuse_with_current_cart(host, *refusal).await,
        }
    }

    /// Refuses with the current cart.
    pub(super) async fn refuse_with_current_cart(&self, host: &dyn CheckoutHost, refusal: CheckoutRefusal) -> Placing {
        let open = self.carts.open_cart(host.session_key(), host.customer_id()).await?;
        Ok(Err(Refusal::Order(refusal).with(open)))
    }
}

/// Refuses a repeated order, with the path to the existing one.
pub(super) fn already_placed(order: &OrderRecord) -> CheckoutRefusal {
    CheckoutRefusal {
        order_path: Some(order.next_path()),
        ..CheckoutRefusal::about_cart(codes::ORDER_ALREADY_PLACED).with("number", order.id)
    }
}

pub(super) fn as_placed(order: OrderRecord) -> PlacedOrder {
    PlacedOrder {
        id: order.id,
        order_key: order.order_key,
        status: order.status,
        content: order.content,
        payment_method: order.payment_method,
        account: None,
    }
}
