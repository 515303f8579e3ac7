//! Descriptions of subscriptions.

use super::state::SubscriptionStatus;
use super::terms::{PeriodUnit, SubscriptionTerms};
use crate::base::format::price;
use crate::base::{Cents, Lang};

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

/// Formats the recurring price: "12,90 € ogni mese".
pub fn price_each(cents: Cents, terms: &SubscriptionTerms, lang: Lang) -> String {
    format!("{} {}", price(cents, lang), period(terms, lang))
}

/// Formats the trial period: "30 giorni di prova gratuita"; empty: there is none.
pub fn trial(terms: &SubscriptionTerms, lang: Lang) -> String {
    match (terms.trial_days, lang) {
        (..=0, _) => String::new(),
        (1, Lang::It) => "1 giorno di prova gratuita".to_owned(),
        (days, Lang::It) => format!("{days} giorni di prova gratuita"),
        (1, Lang::En) => "1 day of free trial".to_owned(),
        (days, Lang::En) => format!("{days} days of free trial"),
    }
}

/// Formats a number of payments: "6 pagamenti".
pub fn payments(count: i64, lang: Lang) -> String {
    match (count, lang) {
        (1, Lang::It) => "1 pagamento".to_owned(),
        (1, Lang::En) => "1 payment".to_owned(),
        (count, Lang::It) => format!("{count} pagamenti"),
        (count, Lang::En) => format!("{count} payments"),
    }
}

/// Describes the duration: "6 pagamenti, poi finisce da solo", "senza scadenza, fino alla disdetta".
pub fn duration(terms: &SubscriptionTerms, lang: Lang) -> String {
    match (terms.payments, lang) {
        (None, Lang::It) => "senza scadenza, fino alla disdetta".to_owned(),
        (None, Lang::En) => "without end, until it is cancelled".to_owned(),
        (Some(count), Lang::It) => format!("{}, poi finisce da solo", payments(count, lang)),
        (Some(count), Lang::En) => format!("{}, then it ends by itself", payments(count, lang)),
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
    let it = lang == Lang::It;
    let often = each.map_or_else(
        || format!("{} {}", if it { "Si paga" } else { "Paid" }, period(terms, lang)),
        |each| price_each(each, terms, lang),
    );
    let often = match terms.payments {
        None => often,
        Some(count) => format!("{often}, {} {}", if it { "per" } else { "for" }, payments(count, lang)),
    };
    let once = (sign_up > Cents::ZERO).then(|| {
        let cents = price(sign_up, lang);
        if it { format!("Attivazione {cents}, una volta sola") } else { format!("Sign-up {cents}, once only") }
    });
    let free = Some(trial(terms, lang)).filter(|text| !text.is_empty());
    std::iter::once(often).chain(free).chain(once).chain([conditions(terms, lang)]).collect()
}

/// Describes how to cancel it (Codice del consumo, art. 49 and 51).
pub fn conditions(terms: &SubscriptionTerms, lang: Lang) -> String {
    match (terms.payments.is_some(), lang) {
        (false, Lang::It) => "Senza vincoli: lo sospendi o lo disdici quando vuoi dal tuo account, senza costi",
        (false, Lang::En) => "No commitment: suspend or cancel it whenever you like in your account, free of charge",
        (true, Lang::It) => "Puoi sospenderlo o disdirlo anche prima, dal tuo account, senza costi",
        (true, Lang::En) => "You may suspend or cancel it earlier in your account, free of charge",
    }
    .to_owned()
}

/// Returns the status as displayed.
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
