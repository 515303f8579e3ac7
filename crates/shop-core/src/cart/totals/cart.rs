//! Prices a whole cart at once: coupons distributed over the lines, taxes, delivery, store credit.

use serde::{Deserialize, Serialize};

use super::{LineInput, PriceContext, ShippingInput, Totals, TotalsRules, totals};
use crate::base::time::UnixSeconds;
use crate::base::{Cents, Fraction, Half};
use crate::cart::coupon::credit::{CreditPayment, StoreCredit, pay};
use crate::cart::coupon::spread::{SpreadLine, spread};
use crate::cart::coupon::{Coupon, CouponGoods};
use crate::cart::tax::{TaxPlace, TaxTable, split_exclusive, split_inclusive};

/// A line of the cart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct CartLineForm {
    /// Price, quantity and tax class. A discount given here is applied before the coupons.
    pub line: LineInput,
    /// Properties for coupons.
    pub goods: CouponGoods,
}

/// A cart to price.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CartForm {
    pub lines: Vec<CartLineForm>,
    /// Coupons that are valid for the cart, in the order of their creation.
    pub coupons: Vec<Coupon>,
    /// Whether each coupon applies to the prices that the ones before it left.
    pub sequential_coupons: bool,
    /// The chosen delivery.
    pub shipping: Option<ShippingInput>,
    pub taxes: TaxTable,
    /// Rounding and tax settings.
    pub rules: TotalsRules,
    /// Location of the buyer.
    pub place: TaxPlace,
    /// Whether the buyer is exempt (reverse charge).
    pub exempt: bool,
    /// Store credits that the buyer wants to use.
    pub credits: Vec<StoreCredit>,
    /// Current time, for the credits' expiry.
    pub now: UnixSeconds,
}

/// Discount of one coupon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PricedCoupon {
    pub code: String,
    /// Discount with or without tax, as prices are entered.
    pub entered: Cents,
    pub discount: Cents,
    /// Tax on the discount.
    pub discount_tax: Cents,
}

/// A priced cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PricedCart {
    /// Lines, taxes and total.
    pub totals: Totals,
    /// Discounts by coupon, in the given order.
    pub coupons: Vec<PricedCoupon>,
    /// Discount of all coupons, net, rounded once: what a cart shows. It may differ by a cent from the sum of the rounded coupons
    /// and from [`Totals::discount`], the difference of the rounded lines, which is what an order shows (for the tax, an order
    /// shows this one).
    pub discount: Cents,
    /// Tax on that discount, also rounded once.
    pub discount_tax: Cents,
    /// Discount of each line by all coupons, with or without tax, as prices are entered.
    pub line_discounts: Vec<Cents>,
    /// Payment of the total by store credit, and the remaining amount.
    pub payment: CreditPayment,
}

/// Settings for pricing a cart, borrowed because many carts share them.
#[derive(Clone, Copy, Debug)]
pub struct CartTerms<'a> {
    pub taxes: &'a TaxTable,
    /// Rounding and tax settings.
    pub rules: &'a TotalsRules,
    /// Location of the buyer.
    pub place: &'a TaxPlace,
    /// Whether the buyer is exempt (reverse charge).
    pub exempt: bool,
    /// Whether each coupon applies to the prices that the ones before it left.
    pub sequential_coupons: bool,
}

/// Prices a cart with its coupons. Their validity is checked before ([`crate::cart::coupon::validity`]).
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::cart::coupon::{Coupon, CouponGoods, CouponKind};
/// use shop_core::cart::tax::{TaxPlace, TaxTable};
/// use shop_core::cart::totals::cart::{CartForm, CartLineForm, cart_totals};
/// use shop_core::cart::totals::{LineInput, TotalsRules};
/// let place = TaxPlace { country: "IT".into(), ..TaxPlace::default() };
/// let line = LineInput { unit_price: Cents(1500), quantity: 2, ..LineInput::default() };
/// let tenth = Coupon { kind: CouponKind::Percent, amount_hundredths: 1000, ..Coupon::default() };
/// let cart = CartForm {
///     lines: vec![CartLineForm { line, goods: CouponGoods::default() }],
///     coupons: vec![tenth],
///     sequential_coupons: false,
///     shipping: None,
///     taxes: TaxTable::default(),
///     rules: TotalsRules {
///         taxes: false,
///         prices_include_tax: true,
///         base: place.clone(),
///         round_at_subtotal: false,
///         shipping_tax_class: None,
///         shipping_prices_include_tax: false,
///     },
///     place,
///     exempt: false,
///     credits: Vec::new(),
///     now: 0,
/// };
/// let priced = cart_totals(&cart);
/// assert_eq!((priced.discount, priced.totals.total), (Cents(300), Cents(2700)));
/// ```
pub fn cart_totals(form: &CartForm) -> PricedCart {
    let terms = CartTerms {
        taxes: &form.taxes,
        rules: &form.rules,
        place: &form.place,
        exempt: form.exempt,
        sequential_coupons: form.sequential_coupons,
    };
    let coupons: Vec<&Coupon> = form.coupons.iter().collect();
    let mut out = with_coupons(&form.lines, &coupons, form.shipping, terms);
    out.payment = pay(out.totals.total, &form.credits, form.now);
    out
}

/// Prices lines with coupons (in the order of their creation) and delivery, without store credit.
pub fn with_coupons(
    lines: &[CartLineForm],
    coupons: &[&Coupon],
    shipping: Option<ShippingInput>,
    terms: CartTerms<'_>,
) -> PricedCart {
    let CartTerms { taxes, rules, place, exempt, sequential_coupons } = terms;
    let contexts: Vec<PriceContext<'_>> = lines
        .iter()
        .map(|one| PriceContext::new(one.line.taxable, &one.line.tax_class, taxes, rules, place, exempt))
        .collect();
    let spread_lines: Vec<SpreadLine> = lines
        .iter()
        .zip(&contexts)
        .map(|(one, context)| SpreadLine {
            cents: context.discountable(one.line.unit_price.times(one.line.quantity)) - one.line.discount,
            quantity: one.line.quantity,
            goods: one.goods.clone(),
        })
        .collect();
    let by_coupon = spread(&spread_lines, coupons, sequential_coupons);
    let line_discounts: Vec<Cents> =
        (0..lines.len()).map(|at| by_coupon.iter().filter_map(|row| row.get(at)).copied().sum()).collect();
    let inputs: Vec<LineInput> = lines
        .iter()
        .zip(&line_discounts)
        .map(|(one, discount)| LineInput { discount: one.line.discount + *discount, ..one.line.clone() })
        .collect();
    let totals = totals(&inputs, shipping, taxes, rules, place, exempt);
    let (mut net, mut tax) = (Fraction::cents(0), Fraction::cents(0));
    let mut by_code = Vec::with_capacity(coupons.len());
    for (coupon, row) in coupons.iter().zip(&by_coupon) {
        let (coupon_net, coupon_tax) = exact(row, &contexts);
        net = net.plus_fraction(coupon_net);
        tax = tax.plus_fraction(coupon_tax);
        by_code.push(PricedCoupon {
            code: coupon.code.clone(),
            entered: row.iter().copied().sum(),
            discount: Cents(coupon_net.round(Half::Up)),
            discount_tax: Cents(coupon_tax.round(Half::Up)),
        });
    }
    let payment = CreditPayment { to_pay_cents: totals.total, ..CreditPayment::default() };
    PricedCart {
        totals,
        coupons: by_code,
        discount: Cents(net.round(Half::Up)),
        discount_tax: Cents(tax.round(Half::Up)),
        line_discounts,
        payment,
    }
}

/// Returns net amount and tax of a coupon's discount on the lines.
fn exact(row: &[Cents], contexts: &[PriceContext<'_>]) -> (Fraction, Fraction) {
    let (mut net, mut tax) = (Fraction::cents(row.iter().copied().sum::<Cents>().0), Fraction::cents(0));
    for (amount, context) in row.iter().zip(contexts) {
        let amount = Fraction::cents(amount.0);
        let split = if context.prices_include_tax {
            split_inclusive(amount, &context.place_rates)
        } else {
            split_exclusive(amount, &context.place_rates)
        };
        for (_, part) in &split.taxes {
            tax = tax.plus_fraction(*part);
            if context.prices_include_tax {
                net = net.minus_fraction(*part);
            }
        }
    }
    (net, tax)
}

#[cfg(test)]
#[path = "cart_tests.rs"]
mod tests;
