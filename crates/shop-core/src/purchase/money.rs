//! What a purchase costs.

use super::Purchase;
use crate::base::Cents;
use crate::purchase::add_on_price::{AddOn, AddOnPrice, price};
use crate::totals::LineInput;

/// A purchase as the totals see it: the price of a piece and what comes on top of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Priced {
    /// Price of a piece before add-ons, as entered.
    pub base: Cents,
    /// What comes on top.
    pub extras: Vec<AddOn>,
}

impl Priced {
    /// Prices a purchase of a product that costs `unit` a piece (a booking: a person, beside `booking_base`).
    pub fn new(unit: Cents, purchase: &Purchase<'_>, booking_base: Cents) -> Self {
        let mut base = unit;
        if let Some(booking) = purchase.booking {
            base = booking_base + unit.times(u32::try_from(booking.persons).unwrap_or(0));
        }
        Self { base, extras: purchase.add_ons.iter().filter_map(super::add_ons::ChosenAddOn::price).collect() }
    }

    /// What so many pieces cost.
    pub fn of(&self, quantity: u32) -> AddOnPrice {
        price(self.base, quantity, &self.extras)
    }

    /// Its lines in the totals; `line` tells pieces, tax and delivery.
    pub fn lines(&self, line: &LineInput) -> Vec<LineInput> {
        crate::purchase::add_on_price::lines(&LineInput { unit_price: self.base, ..line.clone() }, &self.extras)
    }
}
