//! Add-ons of a product: a gift box, an engraving, an insurance.

use serde::{Deserialize, Serialize};

use crate::money::{Cents, Half, round_div};

/// What an add-on costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AddOn {
    /// Once, however many pieces.
    Flat {
        /// Cents.
        cents: Cents,
    },
    /// For each piece.
    PerPiece {
        /// Cents.
        cents: Cents,
    },
    /// A part of the piece's own price, for each piece.
    Percent {
        /// Hundredths of a percent.
        hundredths: i64,
    },
}

/// What a line with add-ons costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AddOnPrice {
    /// A piece with its add-ons.
    pub unit_cents: Cents,
    /// What is paid once, beside the pieces.
    pub once_cents: Cents,
    /// The line: pieces and what is paid once.
    pub total_cents: Cents,
}

/// Prices a line with add-ons. Percentages are of the piece without other add-ons, rounded to the cent, half up; an add-on
/// that lowers the price never takes it below nothing.
///
/// ```
/// use shop_core::Cents;
/// use shop_core::cart::add_on::{AddOn, price};
/// let box_and_card = [AddOn::PerPiece { cents: Cents(150) }, AddOn::Flat { cents: Cents(200) }];
/// assert_eq!(price(Cents(1000), 3, &box_and_card).total_cents, Cents(3650));
/// ```
pub fn price(unit: Cents, quantity: u32, add_ons: &[AddOn]) -> AddOnPrice {
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
    let each = each.max(Cents::ZERO);
    let once = if quantity == 0 { Cents::ZERO } else { once.max(-each.times(quantity)) };
    AddOnPrice { unit_cents: each, once_cents: once, total_cents: each.times(quantity) + once }
}

#[cfg(test)]
mod tests {
    use super::*;

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
