//! Prices of a product's add-ons: a gift box, an engraving, an insurance.

use serde::{Deserialize, Serialize};

use crate::base::{Cents, Half, round_div};
use crate::cart::totals::LineInput;

/// Price of an add-on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AddOn {
    /// A one-time price, whatever the quantity.
    Flat { cents: Cents },
    /// A price for each piece.
    PerPiece { cents: Cents },
    /// A percentage of the unit price, for each piece.
    Percent {
        /// Hundredths of a percent.
        hundredths: i64,
    },
}

/// Price of a line with add-ons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AddOnPrice {
    /// Unit price including its add-ons.
    pub unit_cents: Cents,
    /// One-time price, besides the pieces.
    pub once_cents: Cents,
    /// Line total: pieces and one-time price.
    pub total_cents: Cents,
}

/// Prices a line with add-ons. Percentages are of the unit price without other add-ons, rounded to the cent, half up; an add-on
/// that lowers the price never takes it below 0.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::catalogue::purchase::add_on_price::{AddOn, price};
/// let box_and_card = [AddOn::PerPiece { cents: Cents(150) }, AddOn::Flat { cents: Cents(200) }];
/// assert_eq!(price(Cents(1000), 3, &box_and_card).total_cents, Cents(3650));
/// ```
pub fn price(unit: Cents, quantity: u32, add_ons: &[AddOn]) -> AddOnPrice {
    let (each, once) = each_and_once(unit, add_ons);
    cost(each, once, quantity)
}

/// Returns the unit price including add-ons, and the one-time price.
pub(super) fn each_and_once(unit: Cents, add_ons: &[AddOn]) -> (Cents, Cents) {
    let (mut each, mut once) = (unit, Cents::ZERO);
    for add_on in add_ons {
        match *add_on {
            AddOn::Flat { cents } => once += cents,
            AddOn::PerPiece { cents } => each += cents,
            AddOn::Percent { hundredths } => {
                each += Cents(round_div(i128::from(unit.0) * i128::from(hundredths), 10_000, Half::Up));
            }
        }
    }
    (each.max(Cents::ZERO), once)
}

/// Calculates the price of this quantity.
pub(super) fn cost(each: Cents, once: Cents, quantity: u32) -> AddOnPrice {
    let once = if quantity == 0 { Cents::ZERO } else { once.max(-each.times(quantity)) };
    AddOnPrice { unit_cents: each, once_cents: once, total_cents: each.times(quantity) + once }
}

/// Returns the lines of a product with add-ons in the totals ([`crate::cart::totals`]): its own, with the unit price including
/// add-ons, and one more for the one-time price, taxed like the goods and without delivery of its own, so that it is not
/// multiplied by the quantity. A one-time reduction is a discount of the product's own line. `line` has the price without
/// add-ons.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::catalogue::purchase::add_on_price::{AddOn, lines};
/// use shop_core::cart::totals::LineInput;
/// let wine = LineInput { unit_price: Cents(1000), quantity: 3, ..LineInput::default() };
/// let with_box = lines(&wine, &[AddOn::Flat { cents: Cents(500) }]);
/// assert_eq!((with_box[1].unit_price, with_box[1].quantity), (Cents(500), 1));
/// ```
pub fn lines(line: &LineInput, add_ons: &[AddOn]) -> Vec<LineInput> {
    priced_lines(price(line.unit_price, line.quantity, add_ons), line)
}

pub(super) fn priced_lines(priced: AddOnPrice, line: &LineInput) -> Vec<LineInput> {
    let mut goods = LineInput { unit_price: priced.unit_cents, ..line.clone() };
    if priced.once_cents < Cents::ZERO {
        goods.discount = goods.discount - priced.once_cents;
    }
    let once = (priced.once_cents > Cents::ZERO).then(|| LineInput {
        unit_price: priced.once_cents,
        quantity: 1,
        needs_shipping: false,
        discount: Cents::ZERO,
        ..line.clone()
    });
    std::iter::once(goods).chain(once).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_paid_once_is_a_line_of_one_piece_with_the_tax_of_the_goods() {
        let wine = LineInput {
            unit_price: Cents(1000),
            quantity: 3,
            taxable: true,
            tax_class: "ten".into(),
            needs_shipping: true,
            discount: Cents(50),
        };
        let out = lines(&wine, &[AddOn::Flat { cents: Cents(500) }, AddOn::PerPiece { cents: Cents(100) }]);
        assert_eq!((out[0].unit_price, out[0].quantity, out[0].discount), (Cents(1100), 3, Cents(50)));
        let once = LineInput {
            unit_price: Cents(500),
            quantity: 1,
            needs_shipping: false,
            discount: Cents::ZERO,
            ..wine.clone()
        };
        assert_eq!(out[1..], [once]);
        for none in [&[][..], &[AddOn::PerPiece { cents: Cents(100) }], &[AddOn::Flat { cents: Cents::ZERO }]] {
            assert_eq!(lines(&wine, none).len(), 1);
        }
        let nothing = LineInput { quantity: 0, ..wine };
        assert_eq!(lines(&nothing, &[AddOn::Flat { cents: Cents(500) }]).len(), 1, "no piece, nothing to pay once");
    }

    #[test]
    fn what_is_taken_off_once_is_a_discount_never_above_the_line() {
        let wine = LineInput { unit_price: Cents(1000), quantity: 2, ..LineInput::default() };
        for (off, discount) in [(-300, 300), (-9000, 2000)] {
            let out = lines(&wine, &[AddOn::Flat { cents: Cents(off) }]);
            assert_eq!((out.len(), out[0].discount), (1, Cents(discount)));
        }
    }

    #[test]
    fn flat_is_once_and_the_others_for_each_piece() {
        let add_ons = [
            AddOn::Flat { cents: Cents(500) },
            AddOn::PerPiece { cents: Cents(100) },
            AddOn::Percent { hundredths: 1250 },
        ];
        let out = price(Cents(999), 2, &add_ons);
        assert_eq!((out.unit_cents, out.once_cents, out.total_cents), (Cents(1224), Cents(500), Cents(2948)));
        assert_eq!(price(Cents(999), 0, &add_ons).total_cents, Cents::ZERO);
    }

    #[test]
    fn no_add_on_takes_a_line_below_nothing() {
        let off = [AddOn::PerPiece { cents: Cents(-900) }, AddOn::Flat { cents: Cents(-900) }];
        assert_eq!(price(Cents(1000), 1, &off).total_cents, Cents::ZERO);
        assert_eq!(price(Cents(100), 3, &[AddOn::Percent { hundredths: -30_000 }]).total_cents, Cents::ZERO);
    }
}
