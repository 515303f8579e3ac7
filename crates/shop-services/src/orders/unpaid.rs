//! An order whose payment was refused: its cart comes back.

use shop_core::base::OrderId;
use shop_core::orders::OrderStatus;

use super::service::Move;
use crate::orders::Orders;
use crate::ports::{OrderRecord, PAYMENT_AUTHOR, SaveOutcome, StockTaken, StoreError};
use crate::records::CartContent;

/// Tries when another request writes the same cart.
const MAX_TRIES: usize = 8;

impl Orders {
    /// Gives a session the cart back that it ordered, when its payment was refused; a cart that was filled anew meanwhile stays as
    /// it is. An order that waits keeps its pieces for this cart. One with coupons, credits or booked times becomes `failed`, so
    /// that the cart can have them.
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
                // Refused: somebody else moves it, paid in another window perhaps, and it is looked at again.
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

    /// The same once the provider itself says that the payment failed: until then it may still come through.
    pub async fn give_failed_cart_back(&self, session_key: &str, id: OrderId) -> Result<(), StoreError> {
        let order = self.store.order(id).await?;
        if order.is_some_and(|order| order.status == OrderStatus::Failed) {
            self.give_cart_back(session_key, id).await?;
        }
        Ok(())
    }
}

/// Whether an order has coupons, credits or, among the choices of its lines, booked times.
fn holds_more_than_pieces(cart: &CartContent, order: &OrderRecord) -> bool {
    let mut lines = cart.ordered.iter().flat_map(|ordered| &ordered.lines);
    !order.content.coupons.is_empty() || !order.content.credits.is_empty() || lines.any(|line| !line.choices.is_empty())
}

/// The step of an order that must not keep its pieces from the cart any longer.
pub(crate) fn failing() -> Move<'static> {
    Move {
        to: OrderStatus::Failed,
        stock: StockTaken::No,
        note: "payment_failed",
        author: PAYMENT_AUTHOR,
        mails: false,
        payment: None,
    }
}

/// Whether a cart is the empty one that this order left, and the order still waits for its payment.
fn may_come_back(cart: &CartContent, order: &OrderRecord) -> bool {
    cart.lines.is_empty()
        && cart.ordered.as_ref().is_some_and(|ordered| ordered.order_key == order.order_key)
        && order.needs_payment()
}
