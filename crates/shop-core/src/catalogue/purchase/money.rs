//! Price of a purchase.

use serde::{Deserialize, Serialize};

use super::Purchase;
use crate::base::Cents;
use crate::cart::totals::LineInput;
use crate::catalogue::purchase::add_on_price::{AddOn, AddOnPrice, cost, each_and_once, priced_lines};

/// A purchase as input for the totals, as entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Priced {
    /// Unit price including its add-ons.
    pub unit: Cents,
    /// One-time price besides the pieces; negative: a reduction.
    pub once: Cents,
}

impl Priced {
    /// Prices a purchase of a product with this unit price (for a booking: the price of a person, besides `booking_base`).
    pub fn new(unit: Cents, purchase: &Purchase<'_>, booking_base: Cents) -> Self {
        let mut base = unit;
        if let Some(booking) = purchase.booking {
            base = booking_base + unit.times(u32::try_from(booking.persons).unwrap_or(0));
        }
        let extras: Vec<AddOn> = purchase.add_ons.iter().filter_map(super::add_ons::ChosenAddOn::price).collect();
        let (unit, once) = each_and_once(base, &extras);
        Self { unit, once }
    }

    /// Returns the price of this quantity.
    pub fn line_price(&self, quantity: u32) -> AddOnPrice {
        cost(self.unit, self.once, quantity)
    }

    /// Returns its lines in the totals; `line` provides quantity, tax and delivery.
    pub fn lines(&self, line: &LineInput) -> Vec<LineInput> {
        priced_lines(self.line_price(line.quantity), line)
    }
}
