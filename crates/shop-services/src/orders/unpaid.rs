//! An order whose payment was refused: its cart comes back, and who orders that cart again takes the same order up.

use shop_core::ids::{OrderId, ProductId};
use shop_core::messages::codes;
use shop_core::order::payment::PaymentForm;
use shop_core::order::{self, OrderStatus};

use super::pay::later_payment_rules;
use super::place::{CheckoutRefusal, PlacedOrder};
use super::service::Move;
use crate::cart::{CartContent, OpenCart};
use crate::ports::{NewOrder, OrderRecord, PAYMENT_AUTHOR, SaveOutcome, StockTaken, StoreError, TransitionRefusal};
use crate::shop::Shop;

/// Tries when another request writes the same cart.
const MAX_TRIES: usize = 8;

impl Shop {
    /// Gives a session the cart back that it ordered, when its payment was refused; a cart that was filled anew meanwhile stays as
    /// it is. An order that waits keeps its pieces for this cart. One with coupons, credits or booked times becomes `failed`, so
    /// that the cart can have them.
    pub async fn give_cart_back(&self, session_key: &str, id: OrderId) -> Result<(), StoreError> {
        if session_key.is_empty() {
            return Ok(());
        }
        let now = self.now();
        for _ in 0..MAX_TRIES {
            let Some(mut cart) = self.store().load_cart(session_key, now).await? else { return Ok(()) };
            let Some(order) = self.store().order(id).await? else { return Ok(()) };
            if !may_come_back(&cart.content, &order) {
                return Ok(());
            }
            if order.status == OrderStatus::Pending && holds_more_than_pieces(&cart.content, &order) {
                // Refused: somebody else moves it, paid in another window perhaps, and it is looked at again.
                let _ = self.move_order(&order, failing()).await?;
                continue;
            }
            cart.content.put_back(id);
            if self.store().save_cart(&cart, now).await? == SaveOutcome::Saved {
                return Ok(());
            }
        }
        Err(StoreError::Unavailable("the cart is being changed by too many requests at once".into()))
    }

    /// The same once the provider itself says that the payment failed: until then it may still come through.
    pub async fn give_failed_cart_back(&self, session_key: &str, id: OrderId) -> Result<(), StoreError> {
        let order = self.store().order(id).await?;
        if order.is_some_and(|order| order.status == OrderStatus::Failed) {
            self.give_cart_back(session_key, id).await?;
        }
        Ok(())
    }

    /// The order that this cart was given back from, brought up to date with what its buyer says now. `None`: there is none, or
    /// the cart comes to another order than it.
    pub(super) async fn taken_up(
        &self,
        open: &OpenCart,
        new: &NewOrder,
    ) -> Result<Option<Result<PlacedOrder, CheckoutRefusal>>, StoreError> {
        let (Some(id), Some(cart)) = (open.record.content.unpaid, &new.cart) else { return Ok(None) };
        let Some(order) = self.store().order(id).await? else { return Ok(None) };
        if !is_same_order(&order, new) {
            // Another order is made of the cart: this one must not keep its pieces from it.
            if order.status == OrderStatus::Pending {
                let _ = self.move_order(&order, failing()).await?;
            }
            return Ok(None);
        }
        if !self.store().take_up_order(order.id, new, cart, self.now()).await? {
            return Ok(None);
        }
        let mut placed = PlacedOrder {
            id: order.id,
            order_key: order.order_key.clone(),
            status: order.status,
            content: new.content.clone(),
            payment_method: new.payment_method.clone(),
            account: None,
        };
        // The provider's methods are charged by what follows; any other is settled by choosing it.
        let chosen = PaymentForm { payment_method: new.payment_method.clone(), terms: true };
        let chosen = order::payment::check(&chosen, &later_payment_rules(&open.settings));
        if let Ok(chosen) = chosen.as_ref()
            && chosen.status() != OrderStatus::Pending
            && let Some(order) = self.store().order(id).await?
        {
            placed.status = chosen.status();
            if let Err(refusal) = self.pay_order(&order, chosen).await? {
                self.give_cart_back(&open.record.session_key, id).await?;
                return Ok(Some(Err(gone(refusal))));
            }
        }
        Ok(Some(Ok(placed)))
    }

    /// The order that a cart was given back from, while it waits for its payment. Once it was paid after all, on its own page or
    /// late by the bank, the cart is emptied.
    pub(crate) async fn unpaid_order(&self, content: &mut CartContent) -> Result<Option<OrderRecord>, StoreError> {
        let Some(id) = content.unpaid else { return Ok(None) };
        let order = self.store().order(id).await?;
        let waits = |order: &OrderRecord| order.needs_payment() || order.status == OrderStatus::Cancelled;
        if order.as_ref().is_none_or(waits) {
            return Ok(order);
        }
        let untouched = content.ordered.as_ref().is_some_and(|ordered| ordered.lines == content.lines);
        content.unpaid = None;
        if untouched {
            *content = content.emptied("");
            content.ordered = None;
        }
        Ok(None)
    }
}

/// Pieces that an order keeps, by whose stock they are.
pub(crate) fn kept_pieces(order: &OrderRecord) -> impl Iterator<Item = (ProductId, i64)> {
    let lines = order.lines.iter().filter(|_| order.stock_taken);
    lines.filter_map(|line| Some((line.stock_product_id?, line.quantity)))
}

/// Whether an order has coupons, credits or, among the choices of its lines, booked times.
fn holds_more_than_pieces(cart: &CartContent, order: &OrderRecord) -> bool {
    let mut lines = cart.ordered.iter().flat_map(|ordered| &ordered.lines);
    !order.content.coupons.is_empty() || !order.content.credits.is_empty() || lines.any(|line| !line.choices.is_empty())
}

fn failing() -> Move<'static> {
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

/// Whether the order that a cart comes to is this one: of the same buyer, with the same lines, sums and later payments. Only what
/// the buyer says of himself may differ.
fn is_same_order(order: &OrderRecord, new: &NewOrder) -> bool {
    let lines = order.lines.iter().map(|line| (line.product_id, line.quantity, &line.content));
    let new_lines = new.lines.iter().map(|line| (line.product_id, line.quantity, &line.content));
    let (was, is) = (&order.content, &new.content);
    let subscribed = is.recurring_terms.is_empty() || (was.billing == is.billing && was.shipping == is.shipping);
    order.needs_payment()
        && new.account.is_none()
        && order.customer_id == new.customer_id
        && order.total_cents == new.total_cents
        && lines.eq(new_lines)
        && (&was.taxes, &was.delivery, &was.coupons, &was.credits)
            == (&is.taxes, &is.delivery, &is.coupons, &is.credits)
        && (was.due_later_cents, was.keeps_method) == (is.due_later_cents, is.keeps_method)
        && was.recurring == is.recurring
        && subscribed
}

fn gone(refusal: TransitionRefusal) -> CheckoutRefusal {
    match refusal {
        TransitionRefusal::NotEnoughStock { name, available } => {
            let code = if available > 0 { codes::PARTIALLY_OUT_OF_STOCK } else { codes::OUT_OF_STOCK };
            CheckoutRefusal::about_cart(code).with("name", name).with("available", available)
        }
        TransitionRefusal::CreditShort { code } => {
            CheckoutRefusal::about_cart(codes::CREDIT_CHANGED).with("code", code)
        }
        TransitionRefusal::Changed => CheckoutRefusal::about_cart(codes::CART_CHANGED),
    }
}
