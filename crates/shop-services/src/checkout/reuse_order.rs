//! Retries an order whose payment was declined: ordering the restored cart again reuses the same order.

use shop_core::orders::payment::{BY_INVOICE, PaymentForm};
use shop_core::orders::{self, OrderStatus};
use shop_core::platform::messages::codes;

use super::placed_order::PlacedOrder;
use super::refusal::CheckoutRefusal;
use super::replay::{already_placed, as_placed};
use crate::cart::OpenCart;
use crate::checkout::Checkout;
use crate::orders::{failing, later_payment_rules};
use crate::payments::OfflineRefusal;
use crate::ports::{NewOrder, OrderRecord, StoreError, TransitionRefusal};

impl Checkout {
    /// Updates the order that this cart was restored from with the buyer's current input. `None` if there is none, or the cart
    /// now yields another order.
    pub(super) async fn reuse_unpaid_order(
        &self,
        open: &OpenCart,
        new: &NewOrder,
    ) -> Result<Option<Result<PlacedOrder, CheckoutRefusal>>, StoreError> {
        let (Some(id), Some(cart)) = (open.record.content.unpaid, &new.cart) else { return Ok(None) };
        let Some(order) = self.store.order(id).await? else { return Ok(None) };
        // An order by invoice is always placed anew, because it uses the company's credit.
        if new.payment_method == BY_INVOICE || !is_same_order(&order, new) {
            // A different order is placed from the cart: the pending one must neither keep the stock reserved nor be paid in
            // addition.
            if order.status == OrderStatus::Pending {
                if let Err(refusal) = self.settlement.give_up_tries(id).await? {
                    return Ok(Some(Err(not_paid_offline(&order, refusal))));
                }
                let _ = self.orders.move_order(&order, failing()).await?;
            }
            return Ok(None);
        }
        let new = &mut new.clone();
        if !order.content.attribution.is_empty() {
            new.content.attribution.clone_from(&order.content.attribution);
        }
        let mut cart = cart.clone();
        if let Some(ordered) = &mut cart.after.ordered {
            // A declined payment only restores the cart for the order with this key.
            ordered.order_key.clone_from(&order.order_key);
        }
        if !self.store.reuse_unpaid_order(order.id, new, &cart, self.context.now()).await? {
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
        // The provider's methods are charged later; any other is settled by choosing it.
        let chosen = PaymentForm { payment_method: new.payment_method.clone(), terms: true };
        let chosen = orders::payment::check(&chosen, &later_payment_rules(&open.settings));
        if let Ok(chosen) = chosen.as_ref()
            && chosen.status() != OrderStatus::Pending
            && let Some(order) = self.store.order(id).await?
        {
            placed.status = chosen.status();
            match self.settlement.pay_offline(&order, chosen).await? {
                Ok(()) => {}
                Err(OfflineRefusal::AlreadyPaid) => {
                    return Ok(self.store.order(id).await?.map(|order| Ok(as_placed(order))));
                }
                Err(refusal) => {
                    self.orders.give_cart_back(&open.record.session_key, id).await?;
                    return Ok(Some(Err(not_paid_offline(&order, refusal))));
                }
            }
        }
        Ok(Some(Ok(placed)))
    }
}

/// Whether the cart yields this order again: the same buyer, lines, totals and instalments. Only the buyer's personal data may
/// differ.
fn is_same_order(order: &OrderRecord, new: &NewOrder) -> bool {
    let lines = order.lines.iter().map(|line| (line.product_id, line.quantity, &line.content));
    let new_lines = new.lines.iter().map(|line| (line.product_id, line.quantity, &line.content));
    let (was, is) = (&order.content, &new.content);
    let subscribed = is.recurring_terms.is_empty() || (was.billing == is.billing && was.shipping == is.shipping);
    order.needs_payment()
        && new.account.is_none()
        && order.customer_id == new.customer_id
        && was.total_cents == is.total_cents
        && lines.eq(new_lines)
        && (&was.taxes, &was.delivery, &was.coupons, &was.credits)
            == (&is.taxes, &is.delivery, &is.coupons, &is.credits)
        && (was.due_later_cents, was.keeps_method) == (is.due_later_cents, is.keeps_method)
        && was.recurring == is.recurring
        && subscribed
}

fn not_paid_offline(order: &OrderRecord, refusal: OfflineRefusal) -> CheckoutRefusal {
    match refusal {
        OfflineRefusal::AlreadyPaid => already_placed(order),
        OfflineRefusal::InDoubt => CheckoutRefusal::about_cart(codes::ORDER_PAY_IN_DOUBT),
        OfflineRefusal::Order(refusal) => no_longer_available(refusal),
    }
}

fn no_longer_available(refusal: TransitionRefusal) -> CheckoutRefusal {
    match refusal {
        TransitionRefusal::NotEnoughStock { name, available } => {
            let code = if available > 0 { codes::PRODUCT_PARTIALLY_OUT_OF_STOCK } else { codes::PRODUCT_OUT_OF_STOCK };
            CheckoutRefusal::about_cart(code).with("name", name).with("available", available)
        }
        TransitionRefusal::CouponUsedUp { code } => {
            CheckoutRefusal::new(codes::COUPON_RESERVE_FAILED).with("code", code)
        }
        TransitionRefusal::CreditShort { code } => {
            CheckoutRefusal::about_cart(codes::CREDIT_CHANGED).with("code", code)
        }
        TransitionRefusal::OfferUsed { id } => CheckoutRefusal::about_cart(codes::TRADE_OFFER_GONE).with("number", id),
        TransitionRefusal::Changed => CheckoutRefusal::about_cart(codes::CART_CHANGED),
    }
}
