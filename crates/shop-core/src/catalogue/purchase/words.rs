//! Descriptions of a purchase, shown under a line in the cart, in orders and in messages.

use super::Purchase;
use super::add_ons::{AddOnInput, ChosenAddOn};
use crate::base::calendar::{local, local_day, weekday};
use crate::base::format::{date, price};
use crate::base::time::{UnixSeconds, seconds_of_day};
use crate::base::{Cents, Lang};
use crate::catalogue::purchase::add_on_price::AddOn;
use crate::catalogue::purchase::deposit::Deposit;
use crate::orders::subscription::{SubscriptionTerms, words};
use crate::platform::words::{purchase_texts, subscription_texts};

/// Formats the price of an add-on: "+4,50 €", "+4,50 € al pezzo", "+10 %"; empty if free of charge. `shown` converts an entered
/// amount into a displayed one.
pub fn extra(add_on: Option<AddOn>, shown: &dyn Fn(Cents) -> Cents, lang: Lang) -> String {
    let signed = |cents: Cents| {
        let sign = if cents < Cents::ZERO { "−" } else { "+" };
        format!("{sign}{}", price(Cents(shown(cents).0.abs()), lang))
    };
    match add_on {
        None => String::new(),
        Some(AddOn::Flat { cents } | AddOn::PerPiece { cents }) if cents == Cents::ZERO => String::new(),
        Some(AddOn::Flat { cents }) => signed(cents),
        Some(AddOn::PerPiece { cents }) => purchase_texts::each_piece(lang, signed(cents)),
        Some(AddOn::Percent { hundredths }) => {
            let sign = if hundredths < 0 { "−" } else { "+" };
            format!("{sign}{}", percent(hundredths.abs(), lang))
        }
    }
}

/// Formats hundredths of a percent: "30 %", "12,5 %".
pub fn percent(hundredths: i64, lang: Lang) -> String {
    let (whole, part) = (hundredths / 100, hundredths % 100);
    let point = if lang == Lang::It { ',' } else { '.' };
    let number = match part {
        0 => whole.to_string(),
        part if part % 10 == 0 => format!("{whole}{point}{}", part / 10),
        part => format!("{whole}{point}{part:02}"),
    };
    if lang == Lang::It { format!("{number}\u{a0}%") } else { format!("{number}%") }
}

/// Formats a deposit: "30 %", "50,00 € al pezzo".
pub fn deposit(deposit: Deposit, shown: &dyn Fn(Cents) -> Cents, lang: Lang) -> String {
    match deposit {
        Deposit::Percent { hundredths } => percent(hundredths, lang),
        Deposit::Fixed { cents } => purchase_texts::each_piece(lang, price(shown(cents), lang)),
    }
}

/// Formats a date: "21 dicembre 2026"; text that is no date stays as it is.
pub fn day(text: &str, lang: Lang) -> String {
    seconds_of_day(text).map_or_else(|| text.to_owned(), |seconds| date(seconds, lang))
}

/// Formats weekday, day and time in Rome: "sabato 21 novembre 2026, ore 18:00".
///
/// ```
/// use shop_core::catalogue::purchase::words::slot;
/// use shop_core::base::Lang;
/// assert_eq!(slot(1_795_280_400, Lang::It), "sabato 21 novembre 2026, ore 18:00");
/// ```
pub fn slot(starts_at: UnixSeconds, lang: Lang) -> String {
    purchase_texts::slot(lang, day_with_weekday(local_day(starts_at), lang), time(starts_at))
}

/// Formats the time in Rome: "18:00".
pub fn time(moment: UnixSeconds) -> String {
    let seconds = local(moment).rem_euclid(86_400);
    format!("{:02}:{:02}", seconds / 3600, seconds % 3600 / 60)
}

/// Formats a day with its weekday: "sabato 21 novembre 2026".
pub fn day_with_weekday(day: i64, lang: Lang) -> String {
    const IT: [&str; 7] = ["domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"];
    const EN: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    let names = if lang == Lang::It { IT } else { EN };
    let name = usize::try_from(weekday(day)).ok().and_then(|at| names.get(at)).copied().unwrap_or_default();
    format!("{name} {}", date(day.saturating_mul(86_400), lang))
}

/// A described choice of a purchase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fact {
    /// Name of the choice on the wire.
    pub name: String,
    pub label: String,
    /// Text of its value.
    pub value: String,
}

/// Describes the choices of a purchase in the order of the form. Texts of the buyer are unescaped: escape them for output.
pub fn facts(purchase: &Purchase<'_>, shown: &dyn Fn(Cents) -> Cents, lang: Lang) -> Vec<Fact> {
    let fact = |name: &str, label: &str, value: String| Fact { name: name.into(), label: label.into(), value };
    let mut out = Vec::new();
    if let Some(booking) = purchase.booking {
        out.push(fact(super::SLOT_FIELD, purchase_texts::when(lang), slot(booking.starts_at, lang)));
        out.push(fact(super::PERSONS_FIELD, purchase_texts::people(lang), booking.persons.to_string()));
    }
    for one in &purchase.add_ons {
        let label = lang.select(&one.field.label, &one.field.label_en);
        out.push(fact(&one.field.wire_name(), label, value(one, shown, lang)));
    }
    if let Some(plan) = purchase.plan {
        out.push(fact(
            super::PLAN_FIELD,
            purchase_texts::payment(lang),
            lang.select(&plan.label, &plan.label_en).to_owned(),
        ));
    }
    out
}

fn value(one: &ChosenAddOn<'_>, shown: &dyn Fn(Cents) -> Cents, lang: Lang) -> String {
    let cost = extra(one.price(), shown, lang);
    let words = match &one.field.input {
        AddOnInput::Check { .. } if cost.is_empty() => return purchase_texts::ticked(lang).to_owned(),
        AddOnInput::Check { .. } => return cost,
        AddOnInput::Choice { .. } => {
            one.option().map_or(one.value, |option| lang.select(&option.label, &option.label_en))
        }
        AddOnInput::Text { .. } => one.value,
    };
    if cost.is_empty() { words.to_owned() } else { format!("{words} ({cost})") }
}

/// Name of the entry with the recurring price.
pub const SUBSCRIPTION_FACT: &str = "subscription";
/// Name of the entry with the trial period.
pub const TRIAL_FACT: &str = "subscription_trial";
/// Name of the entry with the sign-up fee.
pub const SIGN_UP_FACT: &str = "subscription_sign_up";

/// Describes a line that is bought by subscription; the amounts are those displayed.
pub fn subscription_facts(terms: &SubscriptionTerms, each: Cents, sign_up: Cents, lang: Lang) -> Vec<Fact> {
    let fact = |name: &str, label: &str, value: String| Fact { name: name.into(), label: label.into(), value };
    let mut often = words::price_each(each, terms, lang);
    if let Some(count) = terms.payments {
        often.push_str(&format!(", {}", words::payments(count, lang)));
    }
    let mut out = vec![fact(SUBSCRIPTION_FACT, subscription_texts::subscription(lang), often)];
    let free = words::trial(terms, lang);
    if !free.is_empty() {
        out.push(fact(TRIAL_FACT, subscription_texts::trial(lang), free));
    }
    if sign_up > Cents::ZERO {
        let once = subscription_texts::once_only(lang, price(sign_up, lang));
        out.push(fact(SIGN_UP_FACT, subscription_texts::sign_up(lang), once));
    }
    out
}
