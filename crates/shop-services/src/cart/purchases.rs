//! Choices of cart lines beside their variation: what they cost, which booked times can be had, what is due when.

use std::collections::BTreeMap;

use shop_core::FieldError;
use shop_core::calendar::local_day;
use shop_core::cart::add_on::AddOn;
use shop_core::catalogue::product::{Item, Product, TaxStatus, UnixSeconds};
use shop_core::format::civil;
use shop_core::ids::ProductId;
use shop_core::money::Cents;
use shop_core::purchase::money::Priced;
use shop_core::purchase::plans::{PlanLine, Schedule, schedule};
use shop_core::purchase::slots::judge;
use shop_core::purchase::{Purchase, check};
use shop_core::subscription::SubscriptionTerms;
use shop_core::totals::cart::CartLineForm;
use shop_core::totals::{LineInput, LineTotals};

use super::content::CartLine;
use super::priced_line::PricedLine;

/// What can be had at this moment: pieces, and people who booked a time already.
#[derive(Clone, Debug, Default)]
pub struct StockNow {
    /// Pieces left by product or variation.
    pub pieces: BTreeMap<ProductId, i64>,
    /// Taken places by product and start.
    pub taken: BTreeMap<(ProductId, UnixSeconds), i64>,
}

impl StockNow {
    /// Pieces left; `None`: not looked up.
    pub fn get(&self, id: &ProductId) -> Option<&i64> {
        self.pieces.get(id)
    }

    fn taken(&self, product: ProductId, starts_at: UnixSeconds) -> i64 {
        self.taken.get(&(product, starts_at)).copied().unwrap_or(0)
    }
}

/// A day as it is stored and sent: "2026-11-21", of a moment in Rome.
pub fn day_text(now: UnixSeconds) -> String {
    let (year, month, day) = civil(local_day(now));
    format!("{year:04}-{month:02}-{day:02}")
}

/// What a purchase of a product costs whose price is `entered`.
pub fn priced(product: &Product, entered: Cents, purchase: &Purchase<'_>) -> Priced {
    let base = product.purchase.booking.as_ref().map_or(Cents::ZERO, |offer| offer.base_cents);
    Priced::new(entered, purchase, base)
}

/// The terms on which goods of a product are bought by subscription; `None`: they are bought once.
pub fn terms_of(product: &Product, item: &Item) -> Option<SubscriptionTerms> {
    product.purchase.subscription.as_ref().map(|terms| terms.for_goods(!item.is_virtual))
}

/// What is paid with the order of what costs `each` a period: nothing of it during a trial, and what is paid once on top.
pub fn first_payment(each: Priced, terms: Option<&SubscriptionTerms>) -> Priced {
    let Some(terms) = terms else { return each };
    let mut first = if terms.trial_days > 0 { Priced { base: Cents::ZERO, extras: Vec::new() } } else { each };
    if terms.sign_up_cents > Cents::ZERO {
        first.extras.push(AddOn::Flat { cents: terms.sign_up_cents });
    }
    first
}

/// What one piece with everything chosen costs, as entered.
pub(super) fn one_piece(product: &Product, entered: Cents, purchase: &Purchase<'_>) -> Cents {
    priced(product, entered, purchase).of(1).total_cents
}

/// The lines of the cart as the totals take them, and for each whose it is: what is paid once is a line of its own. `cost`:
/// what of a line is paid.
pub(super) fn goods_lines<'l>(
    lines: &'l [PricedLine<'_>],
    cost: impl Fn(&'l PricedLine<'_>) -> &'l Priced,
) -> (Vec<LineInput>, Vec<usize>) {
    let (mut inputs, mut owners) = (Vec::new(), Vec::new());
    for (at, line) in lines.iter().enumerate() {
        let input = LineInput {
            unit_price: line.entered_price,
            quantity: u32::try_from(line.line.quantity).unwrap_or(0),
            taxable: line.item().tax_status == TaxStatus::Taxable,
            tax_class: line.item().tax_class.clone(),
            needs_shipping: line.needs_shipping(),
            discount: Cents::ZERO,
        };
        for input in cost(line).lines(&input) {
            inputs.push(input);
            owners.push(at);
        }
    }
    (inputs, owners)
}

/// The lines as coupons see them: each whole, with its own pieces. What is paid once makes it dearer, not one piece more: it
/// stands as a discount below nothing. `discountable` turns an entered amount into one that coupons act on.
pub(super) fn whole_lines(
    count: usize,
    inputs: &[LineInput],
    owners: &[usize],
    discountable: impl Fn(&LineInput, Cents) -> Cents,
) -> Vec<CartLineForm> {
    let mut out: Vec<Option<CartLineForm>> = vec![None; count];
    for (owner, input) in owners.iter().zip(inputs) {
        match out.get_mut(*owner) {
            Some(Some(form)) => {
                form.line.discount = form.line.discount - discountable(input, input.unit_price.times(input.quantity));
            }
            Some(empty) => *empty = Some(CartLineForm { line: input.clone(), ..CartLineForm::default() }),
            None => {}
        }
    }
    out.into_iter().flatten().collect()
}

/// Takes what coupons take off each line off its parts: the pieces first, then what is paid once.
pub(super) fn take_off(
    inputs: &mut [LineInput],
    owners: &[usize],
    line_discounts: &[Cents],
    discountable: impl Fn(&LineInput, Cents) -> Cents,
) {
    let mut left = line_discounts.to_vec();
    for (owner, input) in owners.iter().zip(inputs) {
        let Some(left) = left.get_mut(*owner) else { continue };
        let worth = discountable(input, input.unit_price.times(input.quantity)) - input.discount;
        let off = (*left).min(worth.max(Cents::ZERO));
        input.discount += off;
        *left = *left - off;
    }
}

/// The sums of each line of the cart from those of its parts.
pub(super) fn line_sums(count: usize, owners: &[usize], parts: &[LineTotals]) -> Vec<LineTotals> {
    let mut out = vec![LineTotals::default(); count];
    for (owner, part) in owners.iter().zip(parts) {
        let Some(line) = out.get_mut(*owner) else { continue };
        line.subtotal += part.subtotal;
        line.subtotal_tax += part.subtotal_tax;
        line.total += part.total;
        line.total_tax += part.total_tax;
        for (rate, tax) in &part.taxes {
            match line.taxes.iter_mut().find(|(known, _)| known == rate) {
                Some((_, sum)) => *sum += *tax,
                None => line.taxes.push((*rate, *tax)),
            }
        }
    }
    out
}

/// What of `to_pay` is due with the order and what later.
pub(super) fn due(lines: &[PricedLine<'_>], to_pay: Cents, now: UnixSeconds) -> Schedule {
    let parts: Vec<PlanLine<'_>> = lines
        .iter()
        .map(|line| PlanLine {
            cents: line.totals.total + line.totals.total_tax,
            quantity: u32::try_from(line.line.quantity).unwrap_or(0),
            plan: line.purchase.plan,
        })
        .collect();
    schedule(to_pay, &parts, &day_text(now))
}

/// People whom other lines of the same cart bring to a time.
fn in_cart(lines: &[CartLine], product: &Product, starts_at: UnixSeconds) -> i64 {
    let of_product = lines.iter().filter(|line| line.product_id == product.item.id);
    let bookings = of_product.filter_map(|line| check(&product.purchase, &line.choices).ok()?.booking);
    bookings.filter(|booking| booking.starts_at == starts_at).map(|booking| booking.persons).sum()
}

/// Why a time cannot be booked beside what the cart has already; `None`: it can, or nothing is booked.
pub(super) fn booking_refusal(
    product: &Product,
    purchase: &Purchase<'_>,
    lines: &[CartLine],
    stock: &StockNow,
    now: UnixSeconds,
) -> Option<FieldError> {
    let (offer, booking) = (product.purchase.booking.as_ref()?, purchase.booking?);
    let taken = stock.taken(product.item.id, booking.starts_at) + in_cart(lines, product, booking.starts_at);
    judge(offer, booking, taken, Cents::ZERO, now).errors.into_iter().next()
}

/// Lines whose time is over, closed or full; those before them are served first.
pub(super) fn unbookable(lines: &[PricedLine<'_>], stock: &StockNow, now: UnixSeconds) -> Vec<(usize, FieldError)> {
    let mut before: BTreeMap<(ProductId, UnixSeconds), i64> = BTreeMap::new();
    let mut out = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let (Some(offer), Some(booking)) = (line.product.purchase.booking.as_ref(), line.purchase.booking) else {
            continue;
        };
        let id = line.product.item.id;
        let others = before.entry((id, booking.starts_at)).or_default();
        let taken = stock.taken(id, booking.starts_at) + *others;
        *others += booking.persons;
        out.extend(judge(offer, booking, taken, Cents::ZERO, now).errors.into_iter().next().map(|error| (at, error)));
    }
    out
}

#[cfg(test)]
mod tests {
    use shop_core::subscription::terms::PeriodUnit;

    use super::*;

    fn part(unit: i64, quantity: u32) -> LineInput {
        LineInput { unit_price: Cents(unit), quantity, ..LineInput::default() }
    }

    #[test]
    fn coupons_see_what_is_paid_once_in_the_price_and_not_as_a_piece() {
        let inputs = [part(1000, 3), part(500, 1), part(200, 1)];
        let forms = whole_lines(2, &inputs, &[0, 0, 1], |_, cents| cents);
        let seen: Vec<(u32, Cents)> = forms.iter().map(|form| (form.line.quantity, form.line.discount)).collect();
        assert_eq!(seen, [(3, Cents(-500)), (1, Cents::ZERO)]);
    }

    #[test]
    fn a_trial_leaves_what_is_paid_once_and_nothing_else() {
        let each = Priced { base: Cents(1290), extras: vec![AddOn::PerPiece { cents: Cents(200) }] };
        let tried = SubscriptionTerms {
            every: 1,
            unit: PeriodUnit::Month,
            trial_days: 30,
            sign_up_cents: Cents(500),
            payments: None,
        };
        let paid = |terms: Option<&SubscriptionTerms>| first_payment(each.clone(), terms).of(2).total_cents;
        assert_eq!(paid(None), Cents(2980));
        assert_eq!(paid(Some(&tried.for_goods(true))), Cents(3480), "once, however many pieces");
        assert_eq!(paid(Some(&tried)), Cents(500));
    }

    #[test]
    fn a_discount_comes_off_the_pieces_first_and_never_exceeds_its_line() {
        let mut inputs = [part(1000, 3), part(500, 1), part(200, 1)];
        take_off(&mut inputs, &[0, 0, 1], &[Cents(3200), Cents(50)], |_, cents| cents);
        assert_eq!(inputs.map(|input| input.discount.0), [3000, 200, 50]);
    }

    #[test]
    fn the_parts_of_a_line_add_up_rate_by_rate() {
        let sums = |net, taxes: &[(usize, i64)]| LineTotals {
            subtotal: Cents(net),
            total: Cents(net),
            taxes: taxes.iter().map(|(rate, tax)| (*rate, Cents(*tax))).collect(),
            ..LineTotals::default()
        };
        let out = line_sums(2, &[0, 0, 1], &[sums(100, &[(0, 10)]), sums(50, &[(0, 5), (1, 1)]), sums(7, &[])]);
        assert_eq!((out[0].total, out[1].total), (Cents(150), Cents(7)));
        assert_eq!(out[0].taxes, [(0, Cents(15)), (1, Cents(1))]);
    }
}
