//! Verifies that an order is what the buyer saw: cart, coupons, stock, and the amount beside the button.

use shop_core::base::format::price;
use shop_core::base::{Cents, CustomerId, Lang};
use shop_core::platform::messages::codes;

use super::refusal::CheckoutRefusal;
use super::request::{CheckedOrder, ExpressOrder};
use crate::cart::{CartView, Carts, OpenCart, mark_reported};
use crate::ports::StoreError;

/// Refuses a cart that has changed since its buyer saw it: a lowered quantity, a removed line, a coupon that expired or was used
/// up. The buyer would otherwise agree to another order.
pub(super) async fn cart_unchanged(
    carts: &Carts,
    open: &mut OpenCart,
) -> Result<Result<(), CheckoutRefusal>, StoreError> {
    if let Some(first) = open.changes.first() {
        let params = first.params.clone();
        let code = if first.code == codes::QUANTITY_LOWERED {
            codes::PRODUCT_PARTIALLY_OUT_OF_STOCK
        } else {
            codes::CART_CHANGED
        };
        mark_reported(carts, open).await?;
        return Ok(Err(CheckoutRefusal { params, ..CheckoutRefusal::about_cart(code) }));
    }
    Ok(match open.dropped_coupons.first() {
        Some(first) => Err(CheckoutRefusal::about_cart(codes::CART_COUPON_ERROR).because(first.error.clone())),
        None => Ok(()),
    })
}

/// Refuses pieces that are out of stock, and slots that can no longer be booked.
pub(super) fn in_stock(view: &CartView<'_>) -> Result<(), CheckoutRefusal> {
    if let Some((_, error)) = view.unbookable.first() {
        return Err(CheckoutRefusal::about_cart(codes::BOOKING_GONE).because(error.clone()));
    }
    let Some((n, available)) = view.short_of_stock.first() else { return Ok(()) };
    let name = view.lines.get(*n).map_or_else(String::new, |l| l.name.to_owned());
    Err(CheckoutRefusal::short_of_stock(name, *available))
}

/// Refuses an order below the buyer's minimum.
fn above_minimum(view: &CartView<'_>) -> Result<(), CheckoutRefusal> {
    let Some(error) = view.below_minimum() else { return Ok(()) };
    Err(CheckoutRefusal { params: error.params, ..CheckoutRefusal::about_cart(codes::TRADE_MINIMUM_ORDER) })
}

/// Refuses an order whose wallet sheet shows another amount or delivery than would be charged.
pub(super) fn sheet_matches(view: &CartView<'_>, express: &ExpressOrder) -> Result<(), CheckoutRefusal> {
    let chosen = view.selected_rate().map(|rate| rate.method.rate_id());
    if view.needs_shipping && !express.rate.is_empty() && chosen.as_ref() != Some(&express.rate) {
        return Err(CheckoutRefusal::about_cart(codes::INVALID_SHIPPING_OPTION));
    }
    on_amount(express.shown, view.due.now, view.lang)
}

/// Refuses an order if its total differs from the amount shown beside the button, which the last typed address may have changed
/// (D.Lgs. 206/2005, art. 51: the consumer knows the total right before the order).
///
/// # Errors
///
/// The buyer saw another amount.
pub fn on_amount(shown: Option<Cents>, now: Cents, lang: Lang) -> Result<(), CheckoutRefusal> {
    let Some(shown) = shown.filter(|shown| *shown != now) else { return Ok(()) };
    let refusal = CheckoutRefusal::about_cart(codes::AMOUNT_CHANGED);
    Err(refusal.with("shown", price(shown, lang)).with("now", price(now, lang)))
}

/// Final check before the order is written, with the coupons validated for this buyer.
pub(super) fn on_order(
    open: &OpenCart,
    checked: &CheckedOrder,
    customer_id: Option<CustomerId>,
) -> Result<(), CheckoutRefusal> {
    // A buyer who loses a coupon because of the address must confirm again, because the price has changed.
    if let Some(first) = open.dropped_coupons.first() {
        let params = first.error.params.clone();
        let removed_coupons = open.dropped_coupons.clone();
        return Err(CheckoutRefusal {
            params,
            removed_coupons,
            ..CheckoutRefusal::about_cart(codes::CART_COUPON_ERRORS)
        });
    }
    let view = open.view();
    in_stock(&view)?;
    above_minimum(&view)?;
    let has_account = customer_id.is_some() || checked.account_password_hash.is_some();
    if view.has_subscription() && !has_account {
        return Err(CheckoutRefusal::new(codes::SUBSCRIPTION_ACCOUNT_REQUIRED));
    }
    on_amount(checked.shown, view.due.now, view.lang)?;
    on_choices(&view, checked)
}

fn on_choices(view: &CartView<'_>, checked: &CheckedOrder) -> Result<(), CheckoutRefusal> {
    if view.needs_shipping && view.selected_rate().is_none() {
        return Err(CheckoutRefusal::new(codes::INVALID_SHIPPING_OPTION));
    }
    if let Some(years) = view.min_age_years().filter(|_| !checked.checkout.declared().of_age) {
        return Err(CheckoutRefusal::new(codes::AGE_REQUIRED).with("years", years));
    }
    if view.needs_payment() {
        let chosen = checked.checkout.payment_method();
        if chosen.is_empty() {
            return Err(CheckoutRefusal::new(codes::CHECKOUT_MISSING_PAYMENT_METHOD));
        }
        if !view.payment_methods().any(|method| method.id == chosen) {
            return Err(CheckoutRefusal::new(codes::CHECKOUT_PAYMENT_METHOD_DISABLED));
        }
    }
    Ok(())
}
