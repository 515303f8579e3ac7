//! What a product asks when it is bought beside its variation: add-ons, the way of paying by instalments, a time and people.
//!
//! The merchant's [`PurchaseRules`] belong to the product. What a buyer sends are named texts, the same in a form, in the
//! classic calls and in the store API: `addon-…` and `wc_…`. [`check`] turns them into a [`Purchase`] or says what is wrong,
//! field by field; [`Purchase::wire`] gives them back in one form only, which the cart stores and its lines are compared by.

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

/// Start of the names of add-ons on the wire.
pub const ADD_ON_PREFIX: &str = "addon-";
/// Start of the names of all other choices on the wire.
pub const CHOICE_PREFIX: &str = "wc_";
/// `yes`: in instalments; `no`: all at once.
pub const DEPOSIT_FIELD: &str = "wc_deposit_option";
/// Key of the payment plan; empty: all at once.
pub const PLAN_FIELD: &str = "wc_deposit_payment_plan";
/// Start of the booked time, in seconds since 1970 UTC.
pub const SLOT_FIELD: &str = "wc_bookings_field_start_date";
/// Day whose times are shown; chooses nothing.
pub const DAY_FIELD: &str = "wc_bookings_field_date";
/// People of the booking.
pub const PERSONS_FIELD: &str = "wc_bookings_field_persons";

/// Most choices that a request may bring: far above what a product may ask.
pub const MAX_CHOICES: usize = 60;

/// What a product asks and offers at the moment of buying. Empty for most products.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PurchaseRules {
    /// Add-ons, in the order shown.
    pub add_ons: Vec<AddOnField>,
    /// Payment by instalments.
    pub deposit: Option<DepositOffer>,
    /// Times that can be booked.
    pub booking: Option<BookingOffer>,
    /// It is bought again and again: the product's price is paid each period.
    pub subscription: Option<SubscriptionTerms>,
}

impl PurchaseRules {
    /// Whether the product asks and offers nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it cannot be bought without a choice: a list then leads to its page instead of adding it.
    pub fn must_choose(&self) -> bool {
        self.booking.is_some()
            || self.add_ons.iter().any(|field| field.required)
            || self.deposit.as_ref().is_some_and(|offer| offer.required)
    }
}

/// A checked choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Purchase<'a> {
    /// Chosen add-ons, in the order of the product's.
    pub add_ons: Vec<ChosenAddOn<'a>>,
    /// The plan by which it is paid; `None`: all at once.
    pub plan: Option<&'a PaymentPlan>,
    /// Time and people, for a product that is booked.
    pub booking: Option<Booking>,
}

impl Purchase<'_> {
    /// The choices as named texts, always in the same order and spelling.
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

/// Whether a named text is a choice of this kind.
pub fn is_choice(name: &str) -> bool {
    name.starts_with(ADD_ON_PREFIX) || name.starts_with(CHOICE_PREFIX)
}

/// Checks the sent choices against what the product asks. Whether a booked time is open and has room is judged apart
/// ([`slots::judge`]), as it depends on the others who booked.
///
/// ```
/// use shop_core::catalogue::purchase::{PurchaseRules, check};
/// let nothing = PurchaseRules::default();
/// assert!(check(&nothing, &[]).unwrap().wire().is_empty());
/// assert_eq!(check(&nothing, &[("addon-box".into(), "1".into())]).unwrap_err()[0].field, "addon-box");
/// ```
///
/// # Errors
/// Every refused field under its name on the wire.
pub fn check<'a>(rules: &'a PurchaseRules, given: &'a [(String, String)]) -> Result<Purchase<'a>, Vec<FieldError>> {
    let (purchase, errors) = read(rules, given);
    if errors.is_empty() { Ok(purchase) } else { Err(errors) }
}

/// What of the sent choices holds, and what is refused: for telling a price while the form is filled in.
pub fn read<'a>(rules: &'a PurchaseRules, given: &'a [(String, String)]) -> (Purchase<'a>, Vec<FieldError>) {
    let given = given.get(..given.len().min(MAX_CHOICES)).unwrap_or_default();
    let mut errors = Vec::new();
    let add_ons = add_ons::choose(&rules.add_ons, given, &mut errors);
    let plan = plans::choose(rules.deposit.as_ref(), given, &mut errors);
    let booking = slots::choose(rules.booking.as_ref(), given, &mut errors);
    (Purchase { add_ons, plan, booking }, errors)
}

/// The last text of a name.
fn sent<'a>(given: &'a [(String, String)], name: &str) -> Option<&'a str> {
    given.iter().rev().find(|(known, _)| known == name).map(|(_, text)| text.trim())
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
