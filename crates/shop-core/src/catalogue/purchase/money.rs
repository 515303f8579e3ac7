//! What a purchase costs.

use serde::{Deserialize, Serialize};

use super::Purchase;
use crate::base::Cents;
use crate::cart::totals::LineInput;
use crate::catalogue::purchase::add_on_price::{AddOn, AddOnPrice, cost, each_and_once, priced_lines};

/// A purchase as the totals see it, as entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Priced {
    /// Price of a piece with its add-ons.
    pub unit: Cents,
    /// What is paid once beside the pieces; below nothing: taken off.
    pub once: Cents,
}

impl Priced {
    /// Prices a purchase of a product that costs `unit` a piece (a booking: a person, beside `booking_base`).
    pub fn new(unit: Cents, purchase: &Purchase<'_>, booking_base: Cents) -> Self {
        let mut base = unit;
        if let Some(booking) = purchase.booking {
            base = booking_base + unit.times(u32::try_from(booking.persons).unwrap_or(0));
        }
        let extras: Vec<AddOn> = purchase.add_ons.iter().filter_map(super::add_ons::ChosenAddOn::price).collect();
        let (unit, once) = each_and_once(base, &extras);
        Self { unit, once }
    }

    /// What so many pieces cost.
    pub fn of(&self, quantity: u32) -> AddOnPrice {
        cost(self.unit, self.once, quantity)
    }

    /// Its lines in the totals; `line` tells pieces, tax and delivery.
    pub fn lines(&self, line: &LineInput) -> Vec<LineInput> {
        priced_lines(self.of(line.quantity), line)
    }
}
