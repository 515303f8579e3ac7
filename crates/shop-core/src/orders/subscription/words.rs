//! Descriptions of subscriptions.

use super::state::SubscriptionStatus;
use super::terms::{PeriodUnit, SubscriptionTerms};
use crate::base::format::price;
use crate::base::{Cents, Lang};
use crate::platform::words::subscription_texts;

/// Formats the payment interval: "ogni mese", "ogni 2 settimane".
///
/// ```
/// use shop_core::orders::subscription::terms::{PeriodUnit, SubscriptionTerms};
/// use shop_core::orders::subscription::words::period;
/// use shop_core::base::{Cents, Lang};
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
    let (count, one) = (terms.every, terms.every == 1);
    match terms.unit {
        PeriodUnit::Week => subscription_texts::every_week(lang, count, one),
        PeriodUnit::Month => subscription_texts::every_month(lang, count, one),
        PeriodUnit::Year => subscription_texts::every_year(lang, count, one),
    }
}

/// Formats the recurring price: "12,90 € ogni mese".
pub fn price_each(cents: Cents, terms: &SubscriptionTerms, lang: Lang) -> String {
    format!("{} {}", price(cents, lang), period(terms, lang))
}

/// Formats the trial period: "30 giorni di prova gratuita"; empty: there is none.
pub fn trial(terms: &SubscriptionTerms, lang: Lang) -> String {
    match terms.trial_days {
        ..=0 => String::new(),
        days => subscription_texts::free_trial(lang, days, days == 1),
    }
}

/// Formats a number of payments: "6 pagamenti".
pub fn payments(count: i64, lang: Lang) -> String {
    subscription_texts::payments(lang, count, count == 1)
}

/// Describes the duration: "6 pagamenti, poi finisce da solo", "senza scadenza, fino alla disdetta".
pub fn duration(terms: &SubscriptionTerms, lang: Lang) -> String {
    match terms.payments {
        None => subscription_texts::endless(lang).to_owned(),
        Some(count) => subscription_texts::ends_by_itself(lang, payments(count, lang)),
    }
}

/// Describes the terms for a product's page, line by line; the amounts are those displayed. `each`: the recurring price; `None`:
/// it depends on the variation.
///
/// ```
/// # use shop_core::orders::subscription::terms::{PeriodUnit, SubscriptionTerms};
/// # use shop_core::orders::subscription::words::promises;
/// # use shop_core::base::{Cents, Lang};
/// # let (unit, sign_up_cents) = (PeriodUnit::Month, Cents(500));
/// let terms = SubscriptionTerms { every: 1, unit, trial_days: 30, sign_up_cents, payments: Some(6) };
/// let lines = promises(&terms, Some(Cents(1290)), Cents(500), Lang::It);
/// assert_eq!(lines[0], "12,90\u{a0}€ ogni mese, per 6 pagamenti");
/// assert_eq!(lines[1], "30 giorni di prova gratuita");
/// assert_eq!(lines[2], "Attivazione 5,00\u{a0}€, una volta sola");
/// ```
pub fn promises(terms: &SubscriptionTerms, each: Option<Cents>, sign_up: Cents, lang: Lang) -> Vec<String> {
    let often = each.map_or_else(
        || subscription_texts::paid_every(lang, period(terms, lang)),
        |each| price_each(each, terms, lang),
    );
    let often = match terms.payments {
        None => often,
        Some(count) => subscription_texts::for_payments(lang, often, payments(count, lang)),
    };
    let once = (sign_up > Cents::ZERO).then(|| subscription_texts::sign_up_once(lang, price(sign_up, lang)));
    let free = Some(trial(terms, lang)).filter(|text| !text.is_empty());
    std::iter::once(often).chain(free).chain(once).chain([conditions(terms, lang)]).collect()
}

/// Describes how to cancel it (Codice del consumo, art. 49 and 51).
pub fn conditions(terms: &SubscriptionTerms, lang: Lang) -> String {
    let text = match terms.payments {
        None => subscription_texts::conditions_endless(lang),
        Some(_) => subscription_texts::conditions_limited(lang),
    };
    text.to_owned()
}

/// Returns the status as displayed.
pub fn status(status: SubscriptionStatus, lang: Lang) -> &'static str {
    match status {
        SubscriptionStatus::Pending => subscription_texts::status_pending(lang),
        SubscriptionStatus::Active => subscription_texts::status_active(lang),
        SubscriptionStatus::OnHold => subscription_texts::status_on_hold(lang),
        SubscriptionStatus::Cancelled => subscription_texts::status_cancelled(lang),
        SubscriptionStatus::Expired => subscription_texts::status_expired(lang),
    }
}
