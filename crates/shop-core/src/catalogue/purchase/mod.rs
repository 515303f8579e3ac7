//! Choices at the time of purchase besides the variation: add-ons, instalments, and the time and people of a booking.
//!
//! The merchant's [`PurchaseRules`] belong to the product. A buyer's choices are named strings, the same in a form, in the
//! classic calls and in the store API: `addon-…` and `wc_…`. [`check`] converts them into a [`Purchase`] or returns errors by
//! field; [`Purchase::wire`] converts them back into a canonical form, which the cart stores and compares lines by.

pub mod add_on_price;
pub mod add_ons;
pub mod booking;
pub mod deposit;
pub mod money;
pub mod plans;
pub mod rules;
pub mod slots;
pub mod words;

use serde::{Deserialize, Serialize};

use crate::base::FieldError;
use crate::catalogue::purchase::booking::Booking;
use crate::orders::subscription::SubscriptionTerms;
use add_ons::{AddOnField, ChosenAddOn};
use plans::{DepositOffer, PaymentPlan};
use slots::BookingOffer;

/// Prefix of the names of add-ons on the wire.
pub const ADD_ON_PREFIX: &str = "addon-";
/// Prefix of the names of all other choices on the wire.
pub const CHOICE_PREFIX: &str = "wc_";
/// Field with `yes` for instalments, `no` for payment at once.
pub const DEPOSIT_FIELD: &str = "wc_deposit_option";
/// Field with the key of the payment plan; empty: payment at once.
pub const PLAN_FIELD: &str = "wc_deposit_payment_plan";
/// Field with the start of the booked slot, in seconds since 1970 UTC.
pub const SLOT_FIELD: &str = "wc_bookings_field_start_date";
/// Field with the day whose slots are shown; it selects nothing.
pub const DAY_FIELD: &str = "wc_bookings_field_date";
/// Field with the number of people of the booking.
pub const PERSONS_FIELD: &str = "wc_bookings_field_persons";

/// Maximum number of choices in a request: far above what a product can have.
pub const MAX_CHOICES: usize = 60;

/// Choices of a product at the time of purchase. Empty for most products.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PurchaseRules {
    /// Add-ons, in display order.
    pub add_ons: Vec<AddOnField>,
    /// Offer to pay in instalments.
    pub deposit: Option<DepositOffer>,
    /// Time slots that can be booked.
    pub booking: Option<BookingOffer>,
    /// Terms of a subscription: the product's price is paid each period.
    pub subscription: Option<SubscriptionTerms>,
}

impl PurchaseRules {
    /// Returns whether the product has no choices.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether it cannot be bought without a choice: a list then links to its page instead of adding it.
    pub fn must_choose(&self) -> bool {
        self.booking.is_some()
            || self.add_ons.iter().any(|field| field.required)
            || self.deposit.as_ref().is_some_and(|offer| offer.required)
    }
}

/// Validated choices of a buyer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Purchase<'a> {
    /// Chosen add-ons, in the order of the product's.
    pub add_ons: Vec<ChosenAddOn<'a>>,
    /// Chosen payment plan; `None`: payment at once.
    pub plan: Option<&'a PaymentPlan>,
    /// Slot and people, for a product that is booked.
    pub booking: Option<Booking>,
}

impl Purchase<'_> {
    /// Returns the choices as named strings, in canonical order and spelling.
    pub fn wire(&self) -> Vec<(String, String)> {
        let mut out: Vec<(String, String)> =
            self.add_ons.iter().map(|one| (one.field.wire_name(), one.value.to_owned())).collect();
        if let Some(plan) = self.plan {
            out.push((PLAN_FIELD.to_owned(), plan.key.clone()));
        }
        if let Some(booking) = self.booking {
            out.push((SLOT_FIELD.to_owned(), booking.starts_at.to_string()));
            out.push((PERSONS_FIELD.to_owned(), booking.persons.to_string()));
        }
        out
    }
}

/// Returns whether a field name belongs to such a choice.
pub fn is_choice(name: &str) -> bool {
    name.starts_with(ADD_ON_PREFIX) || name.starts_with(CHOICE_PREFIX)
}

/// Validates the submitted choices. Whether a slot is open and has places left is checked separately ([`slots::check_booking`]), as it
/// depends on the other bookings.
///
/// ```
/// use shop_core::catalogue::purchase::{PurchaseRules, check};
/// let nothing = PurchaseRules::default();
/// assert!(check(&nothing, &[]).unwrap().wire().is_empty());
/// assert_eq!(check(&nothing, &[("addon-box".into(), "1".into())]).unwrap_err()[0].field, "addon-box");
/// ```
///
/// # Errors
/// One error for each invalid field, by its name on the wire.
pub fn check<'a>(rules: &'a PurchaseRules, given: &'a [(String, String)]) -> Result<Purchase<'a>, Vec<FieldError>> {
    let (purchase, errors) = parse_choices(rules, given);
    if errors.is_empty() { Ok(purchase) } else { Err(errors) }
}

/// Parses the submitted choices into the valid ones and the errors, to calculate a price while the form is being filled in.
pub fn parse_choices<'a>(rules: &'a PurchaseRules, given: &'a [(String, String)]) -> (Purchase<'a>, Vec<FieldError>) {
    let given = given.get(..given.len().min(MAX_CHOICES)).unwrap_or_default();
    let mut errors = Vec::new();
    let add_ons = add_ons::choose(&rules.add_ons, given, &mut errors);
    let plan = plans::choose(rules.deposit.as_ref(), given, &mut errors);
    let booking = slots::choose(rules.booking.as_ref(), given, &mut errors);
    (Purchase { add_ons, plan, booking }, errors)
}

/// Returns the last value of a name.
fn last_value<'a>(given: &'a [(String, String)], name: &str) -> Option<&'a str> {
    given.iter().rev().find(|(known, _)| known == name).map(|(_, text)| text.trim())
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
