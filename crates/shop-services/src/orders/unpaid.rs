//! Restores the cart of an order whose payment was declined.

use shop_core::base::OrderId;
use shop_core::orders::OrderStatus;

use super::service::Move;
use crate::orders::Orders;
use crate::ports::{OrderRecord, PAYMENT_AUTHOR, SaveOutcome, StockTarget, StoreError};
use crate::records::CartContent;

/// Maximum number of attempts when other requests write the same cart.
const MAX_TRIES: usize = 8;

impl Orders {
    /// Restores the cart that a session ordered when the payment was declined, unless the cart was filled again meanwhile. A
    /// pending order keeps its stock reserved for this cart. One with coupons, credits or bookings becomes `failed`, so that the
    /// cart can use them.
    pub async fn give_cart_back(&self, session_key: &str, id: OrderId) -> Result<(), StoreError> {
        if session_key.is_empty() {
            return Ok(());
        }
        let now = self.context.now();
        for _ in 0..MAX_TRIES {
            let Some(mut cart) = self.store.load_cart(session_key, now).await? else { return Ok(()) };
            let Some(order) = self.store.order(id).await? else { return Ok(()) };
            if !may_come_back(&cart.content, &order) {
                return Ok(());
            }
            if order.status == OrderStatus::Pending && holds_more_than_pieces(&cart.content, &order) {
                // If this is refused somebody else has moved the order, for example by paying in another window; the loop looks
                // at it again.
                let _ = self.move_order(&order, failing()).await?;
                continue;
            }
            cart.content.put_back(id);
            if self.store.save_cart(&cart, now).await? == SaveOutcome::Saved {
                return Ok(());
            }
        }
        Err(StoreError::Unavailable("the cart is being changed by too many requests at once".into()))
    }

    /// The same once the provider itself reports the payment as failed: until then it may still succeed.
    pub async fn give_failed_cart_back(&self, session_key: &str, id: OrderId) -> Result<(), StoreError> {
        let order = self.store.order(id).await?;
        if order.is_some_and(|order| order.status == OrderStatus::Failed) {
            self.give_cart_back(session_key, id).await?;
        }
        Ok(())
    }
}

/// Whether an order holds coupons, credits or, among the choices of its lines, bookings.
fn holds_more_than_pieces(cart: &CartContent, order: &OrderRecord) -> bool {
    let mut lines = cart.ordered.iter().flat_map(|ordered| &ordered.lines);
    !order.content.coupons.is_empty() || !order.content.credits.is_empty() || lines.any(|line| !line.choices.is_empty())
}

/// The status change of an order that must release its stock to the cart.
pub(crate) fn failing() -> Move<'static> {
    Move {
        to: OrderStatus::Failed,
        stock: StockTarget::No,
        note: "payment_failed",
        author: PAYMENT_AUTHOR,
        mails: false,
        payment: None,
    }
}

/// Whether the cart is the empty one that this order left, and the order still waits for its payment.
fn may_come_back(cart: &CartContent, order: &OrderRecord) -> bool {
    cart.lines.is_empty()
        && cart.ordered.as_ref().is_some_and(|ordered| ordered.order_key == order.order_key)
        && order.needs_payment()
}
