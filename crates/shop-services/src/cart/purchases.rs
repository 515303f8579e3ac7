//! Choices of cart lines beside the variation: their prices, and the availability of booked slots.

use std::collections::BTreeMap;

use shop_core::base::calendar::local_day;
use shop_core::base::time::{UnixSeconds, civil};
use shop_core::base::{Cents, FieldError, ProductId};
use shop_core::catalogue::product::{Item, Product};
use shop_core::catalogue::purchase::money::Priced;
use shop_core::catalogue::purchase::slots::check_booking;
use shop_core::catalogue::purchase::{Purchase, check};
use shop_core::orders::subscription::SubscriptionTerms;

use super::priced_line::PricedLine;
use crate::records::CartLine;

/// Current availability: stock, and people who booked a slot.
#[derive(Clone, Debug, Default)]
pub struct StockNow {
    /// Remaining pieces by product or variation.
    pub pieces: BTreeMap<ProductId, i64>,
    /// Occupied places by product and start.
    pub booked: BTreeMap<(ProductId, UnixSeconds), i64>,
}

impl StockNow {
    /// Remaining pieces; `None` if not loaded.
    pub fn get(&self, id: &ProductId) -> Option<&i64> {
        self.pieces.get(id)
    }

    fn booked(&self, product: ProductId, starts_at: UnixSeconds) -> i64 {
        self.booked.get(&(product, starts_at)).copied().unwrap_or(0)
    }
}

/// A day as it is stored and sent, "2026-11-21", in Europe/Rome.
pub fn day_text(now: UnixSeconds) -> String {
    let (year, month, day) = civil(local_day(now));
    format!("{year:04}-{month:02}-{day:02}")
}

/// Price of a purchase of a product with the entered price.
pub fn priced(product: &Product, entered: Cents, purchase: &Purchase<'_>) -> Priced {
    let base = product.purchase.booking.as_ref().map_or(Cents::ZERO, |offer| offer.base_cents);
    Priced::new(entered, purchase, base)
}

/// Subscription terms of a product's goods; `None` if they are bought once.
pub fn terms_of(product: &Product, item: &Item) -> Option<SubscriptionTerms> {
    product.purchase.subscription.as_ref().map(|terms| terms.for_goods(!item.is_virtual))
}

/// Amount paid with the order for a price per period: nothing of it during a trial, plus one-time charges.
pub fn first_payment(each: Priced, terms: Option<&SubscriptionTerms>) -> Priced {
    let Some(terms) = terms else { return each };
    let first = if terms.trial_days > 0 { Priced::default() } else { each };
    Priced { once: first.once + terms.sign_up_cents.max(Cents::ZERO), ..first }
}

/// Price of one piece with all choices, as entered.
pub(super) fn one_piece(product: &Product, entered: Cents, purchase: &Purchase<'_>) -> Cents {
    priced(product, entered, purchase).line_price(1).total_cents
}

/// People of other lines of the same cart in a slot.
fn in_cart(lines: &[CartLine], product: &Product, starts_at: UnixSeconds) -> i64 {
    let of_product = lines.iter().filter(|line| line.product_id == product.item.id);
    let bookings = of_product.filter_map(|line| check(&product.purchase, &line.choices).ok()?.booking);
    bookings.filter(|booking| booking.starts_at == starts_at).map(|booking| booking.persons).sum()
}

/// Explains why a slot cannot be booked in addition to the cart's bookings; `None` if it can, or nothing is booked.
pub(super) fn booking_refusal(
    product: &Product,
    purchase: &Purchase<'_>,
    lines: &[CartLine],
    stock: &StockNow,
    now: UnixSeconds,
) -> Option<FieldError> {
    let (offer, booking) = (product.purchase.booking.as_ref()?, purchase.booking?);
    let booked = stock.booked(product.item.id, booking.starts_at) + in_cart(lines, product, booking.starts_at);
    check_booking(offer, booking, booked, Cents::ZERO, now).errors.into_iter().next()
}

/// Lines whose slot is past, closed or full; earlier lines are served first.
pub(super) fn unbookable(lines: &[PricedLine<'_>], stock: &StockNow, now: UnixSeconds) -> Vec<(usize, FieldError)> {
    let mut before: BTreeMap<(ProductId, UnixSeconds), i64> = BTreeMap::new();
    let mut out = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let (Some(offer), Some(booking)) = (line.product.purchase.booking.as_ref(), line.purchase.booking) else {
            continue;
        };
        let id = line.product.item.id;
        let others = before.entry((id, booking.starts_at)).or_default();
        let booked = stock.booked(id, booking.starts_at) + *others;
        *others += booking.persons;
        out.extend(
            check_booking(offer, booking, booked, Cents::ZERO, now).errors.into_iter().next().map(|error| (at, error)),
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use shop_core::orders::subscription::terms::PeriodUnit;

    use super::*;

    #[test]
    fn a_trial_leaves_what_is_paid_once_and_nothing_else() {
        let each = Priced { unit: Cents(1490), once: Cents::ZERO };
        let tried = SubscriptionTerms {
            every: 1,
            unit: PeriodUnit::Month,
            trial_days: 30,
            sign_up_cents: Cents(500),
            payments: None,
        };
        let paid = |terms: Option<&SubscriptionTerms>| first_payment(each, terms).line_price(2).total_cents;
        assert_eq!(paid(None), Cents(2980));
        assert_eq!(paid(Some(&tried.for_goods(true))), Cents(3480), "once, however many pieces");
        assert_eq!(paid(Some(&tried)), Cents(500));
    }
}
