//! Subscriptions in words.

use super::state::SubscriptionStatus;
use super::terms::{PeriodUnit, SubscriptionTerms};
use crate::Lang;

/// How often it is paid: "ogni mese", "ogni 2 settimane".
///
/// ```
/// use shop_core::subscription::terms::{PeriodUnit, SubscriptionTerms};
/// use shop_core::{Cents, Lang, subscription::words::period};
/// let terms = SubscriptionTerms {
///     every: 2,
///     unit: PeriodUnit::Week,
///     trial_days: 0,
///     sign_up_cents: Cents(0),
///     payments: None,
/// };
/// assert_eq!(period(&terms, Lang::It), "ogni 2 settimane");
/// ```
pub fn period(terms: &SubscriptionTerms, lang: Lang) -> String {
    let (one, many) = match (terms.unit, lang) {
        (PeriodUnit::Week, Lang::It) => ("settimana", "settimane"),
        (PeriodUnit::Month, Lang::It) => ("mese", "mesi"),
        (PeriodUnit::Year, Lang::It) => ("anno", "anni"),
        (PeriodUnit::Week, Lang::En) => ("week", "weeks"),
        (PeriodUnit::Month, Lang::En) => ("month", "months"),
        (PeriodUnit::Year, Lang::En) => ("year", "years"),
    };
    let every = if lang == Lang::It { "ogni" } else { "every" };
    if terms.every == 1 { format!("{every} {one}") } else { format!("{every} {} {many}", terms.every) }
}

/// State in words.
pub fn status(status: SubscriptionStatus, lang: Lang) -> &'static str {
    use SubscriptionStatus as S;
    match (status, lang) {
        (S::Pending, Lang::It) => "In attesa di pagamento",
        (S::Pending, Lang::En) => "Pending payment",
        (S::Active, Lang::It) => "Attivo",
        (S::Active, Lang::En) => "Active",
        (S::OnHold, Lang::It) => "Sospeso",
        (S::OnHold, Lang::En) => "Suspended",
        (S::Cancelled, Lang::It) => "Disdetto",
        (S::Cancelled, Lang::En) => "Cancelled",
        (S::Expired, Lang::It) => "Concluso",
        (S::Expired, Lang::En) => "Ended",
    }
}
