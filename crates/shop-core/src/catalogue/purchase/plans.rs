//! Payment in instalments: the merchant's offer, and the amounts of a cart that are due now and later.

use serde::{Deserialize, Serialize};

use super::{DEPOSIT_FIELD, PLAN_FIELD, last_value};
use crate::base::{Cents, FieldError};
use crate::catalogue::purchase::deposit::{Deposit, Instalment, PlanPart, plan};
use crate::platform::messages::codes;

/// Instalment offer of a product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DepositOffer {
    /// Whether it cannot be paid at once.
    pub required: bool,
    /// Payment plans, at least one.
    pub plans: Vec<PaymentPlan>,
}

/// A payment plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(deny_unknown_fields)]
pub struct PaymentPlan {
    /// Name, unique in the product: lower-case letters, digits, `-`.
    pub key: String,
    pub label: String,
    /// Label in English; empty: the Italian one.
    #[serde(default)]
    pub label_en: String,
    /// Deposit paid with the order; a fixed amount is for each piece.
    pub deposit: Deposit,
    /// The later payments; empty: one, a month later.
    #[serde(default)]
    pub parts: Vec<PlanPart>,
}

/// Parses the chosen payment plan. Naming a plan implies instalments; `yes` alone selects the first plan.
pub(super) fn choose<'a>(
    offer: Option<&'a DepositOffer>,
    given: &[(String, String)],
    errors: &mut Vec<FieldError>,
) -> Option<&'a PaymentPlan> {
    let key = last_value(given, PLAN_FIELD).unwrap_or_default();
    let option = last_value(given, DEPOSIT_FIELD).unwrap_or_default();
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

/// A cart line that may be paid in instalments.
#[derive(Clone, Copy, Debug)]
pub struct PlanLine<'a> {
    /// Line total with tax, after discounts.
    pub cents: Cents,
    pub quantity: u32,
    /// Payment plan; `None`: paid at once.
    pub plan: Option<&'a PaymentPlan>,
}

/// Amounts by due date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// Amount due with the order.
    pub now: Cents,
    /// Later payments by day; those of the same day are merged.
    pub later: Vec<Instalment>,
}

impl Schedule {
    /// Returns the sum of all later payments.
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

/// Divides `to_pay` into what is due now and later. Delivery, lines without a plan and the odd cents of rounding are due now.
/// Amounts paid by other means (store credit) are subtracted from what is due now, then from the nearest later payments. `today`:
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
