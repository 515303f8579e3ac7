//! Payment by instalments as the merchant offers it, and what of a whole cart is due now and later.

use serde::{Deserialize, Serialize};

use super::{DEPOSIT_FIELD, PLAN_FIELD, sent};
use crate::base::{Cents, FieldError};
use crate::catalogue::purchase::deposit::{Deposit, Instalment, PlanPart, plan};
use crate::platform::messages::codes;

/// Instalments on offer for a product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DepositOffer {
    /// It cannot be paid at once.
    pub required: bool,
    /// At least one.
    pub plans: Vec<PaymentPlan>,
}

/// One way to pay in parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(deny_unknown_fields)]
pub struct PaymentPlan {
    /// Its name, unique in the product: lower-case letters, digits, `-`.
    pub key: String,
    pub label: String,
    /// English words; empty: the Italian ones.
    #[serde(default)]
    pub label_en: String,
    /// What is paid with the order; a fixed sum is for each piece.
    pub deposit: Deposit,
    /// The later payments; empty: one, a month later.
    #[serde(default)]
    pub parts: Vec<PlanPart>,
}

/// Reads the chosen way of paying. A plan says itself that instalments are wanted; `yes` alone takes the first plan.
pub(super) fn choose<'a>(
    offer: Option<&'a DepositOffer>,
    given: &[(String, String)],
    errors: &mut Vec<FieldError>,
) -> Option<&'a PaymentPlan> {
    let key = sent(given, PLAN_FIELD).unwrap_or_default();
    let option = sent(given, DEPOSIT_FIELD).unwrap_or_default();
    let in_parts = option == "yes" || (option != "no" && !key.is_empty());
    let Some(offer) = offer.filter(|offer| !offer.plans.is_empty()) else {
        if in_parts {
            errors.push(FieldError::new(PLAN_FIELD, codes::PLAN_UNKNOWN));
        }
        return None;
    };
    if !in_parts {
        if offer.required {
            errors.push(FieldError::new(PLAN_FIELD, codes::PLAN_REQUIRED));
        }
        return None;
    }
    let found = if key.is_empty() { offer.plans.first() } else { offer.plans.iter().find(|plan| plan.key == key) };
    if found.is_none() {
        errors.push(FieldError::new(PLAN_FIELD, codes::PLAN_UNKNOWN));
    }
    found
}

/// A line of a cart that may be paid in parts.
#[derive(Clone, Copy, Debug)]
pub struct PlanLine<'a> {
    /// Its sum with tax, after discounts.
    pub cents: Cents,
    pub quantity: u32,
    /// Its plan; `None`: paid at once.
    pub plan: Option<&'a PaymentPlan>,
}

/// What is due when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// With the order.
    pub now: Cents,
    /// Afterwards, by day; payments of the same day are one.
    pub later: Vec<Instalment>,
}

impl Schedule {
    /// All later payments together.
    pub fn later_cents(&self) -> Cents {
        self.later.iter().map(|one| one.cents).sum()
    }
}

/// Divides a line; a deposit that would not be less than the line leaves it whole, to be paid at once.
pub fn line_instalments(line: PlanLine<'_>, today: &str) -> Vec<Instalment> {
    let Some(chosen) = line.plan else { return Vec::new() };
    let deposit = match chosen.deposit {
        Deposit::Fixed { cents } => Deposit::Fixed { cents: cents.times(line.quantity) },
        percent @ Deposit::Percent { .. } => percent,
    };
    plan(line.cents, deposit, &chosen.parts, today).instalments
}

/// What of `to_pay` is due now and later. Delivery, lines without a plan and the odd cents of rounding are due now. What was
/// paid by other means (store credit) is taken off what is due now, then off the nearest later payments. `today`:
/// "2026-11-21".
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::catalogue::purchase::deposit::Deposit;
/// use shop_core::catalogue::purchase::plans::{PaymentPlan, PlanLine, schedule};
/// let third = PaymentPlan {
///     key: "acconto".into(),
///     label: "Acconto".into(),
///     label_en: String::new(),
///     deposit: Deposit::Percent { hundredths: 3000 },
///     parts: Vec::new(),
/// };
/// let line = PlanLine { cents: Cents(10_000), quantity: 1, plan: Some(&third) };
/// let due = schedule(Cents(10_590), &[line], "2026-11-21");
/// assert_eq!((due.now, due.later[0].cents, due.later[0].due.as_str()), (Cents(3590), Cents(7000), "2026-12-21"));
/// ```
pub fn schedule(to_pay: Cents, lines: &[PlanLine<'_>], today: &str) -> Schedule {
    let mut later: Vec<Instalment> = Vec::new();
    for one in lines.iter().flat_map(|line| line_instalments(*line, today).into_iter().skip(1)) {
        match later.iter_mut().find(|known| known.due == one.due) {
            Some(known) => known.cents += one.cents,
            None => later.push(one),
        }
    }
    later.retain(|one| one.cents > Cents::ZERO);
    later.sort_by(|a, b| a.due.cmp(&b.due));
    let mut surplus = (later.iter().map(|one| one.cents).sum::<Cents>() - to_pay).max(Cents::ZERO);
    for one in &mut later {
        let off = one.cents.min(surplus);
        one.cents = one.cents - off;
        surplus = surplus - off;
    }
    later.retain(|one| one.cents > Cents::ZERO);
    Schedule { now: to_pay - later.iter().map(|one| one.cents).sum(), later }
}
