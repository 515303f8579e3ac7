//! Subscriptions for display to owner and staff.

use shop_core::base::format::{date, price};
use shop_core::base::{Cents, Lang};
use shop_core::checkout::address::format::lines;
use shop_core::orders::subscription::{SubscriptionStatus, SubscriptionStep, words};
use shop_core::platform::words::subscription_texts;
use shop_core::view::{AccountSubscription, AccountSubscriptionDetail};

use crate::ports::{SubscriptionContent, SubscriptionRecord, SubscriptionState};

/// Its content in words: "2 × Cassetta del mese".
pub fn title(content: &SubscriptionContent) -> String {
    let named: Vec<String> = content.lines.iter().map(|line| format!("{} × {}", line.quantity, line.name)).collect();
    named.join(", ")
}

fn day(day: i64, lang: Lang) -> String {
    date(day.saturating_mul(86_400), lang)
}

/// Its key facts: price per payment, next payment, duration.
pub fn facts(record: &SubscriptionRecord, lang: Lang) -> Vec<(String, String)> {
    let fact = |label: &str, value: String| (label.to_owned(), value);
    let state = &record.state;
    let mut out = vec![fact(subscription_texts::amount(lang), words::price_each(record.total(), &record.terms, lang))];
    if state.status == SubscriptionStatus::Active
        && let Some(next) = state.next_day
    {
        out.push(fact(subscription_texts::next_payment(lang), day(next, lang)));
    }
    if !matches!(state.status, SubscriptionStatus::Cancelled | SubscriptionStatus::Expired) {
        out.push(fact(subscription_texts::duration(lang), words::duration(&record.terms, lang)));
    }
    if let Some(started) = state.started_day {
        out.push(fact(subscription_texts::active_since(lang), day(started, lang)));
        let made = match record.terms.payments {
            Some(all) => subscription_texts::made_of(lang, all, state.made),
            None => state.made.to_string(),
        };
        out.push(fact(subscription_texts::payments_made(lang), made));
    }
    out
}

/// The subscription as a list row.
pub fn row(record: &SubscriptionRecord, lang: Lang) -> AccountSubscription {
    let state = &record.state;
    let next = state.next_day.filter(|_| state.status == SubscriptionStatus::Active);
    AccountSubscription {
        number: record.id.to_string(),
        title: title(&record.content),
        status: state.status.as_str().to_owned(),
        status_label: words::status(state.status, lang).to_owned(),
        each: words::price_each(record.total(), &record.terms, lang),
        next: next.map(|next| day(next, lang)).unwrap_or_default(),
        path: path(record),
    }
}

/// The subscription's page. The caller adds orders and the way to pay an open renewal. `payment` describes how renewals are paid.
pub fn detail(
    record: &SubscriptionRecord,
    payment: String,
    base_country: &str,
    lang: Lang,
) -> AccountSubscriptionDetail {
    let order = &record.content.order;
    let money = |cents: Cents| price(cents, lang);
    let mut sums: Vec<(String, String)> = record
        .content
        .lines
        .iter()
        .map(|line| {
            let mut label = format!("{} × {}", line.quantity, line.name);
            for (name, value) in line.content.words() {
                label.push_str(&format!(", {name}: {value}"));
            }
            (label, money(order.shown_cents(&line.content)))
        })
        .collect();
    if let Some(delivery) = &order.delivery {
        let word = subscription_texts::shipping(lang);
        sums.push((
            format!("{word}: {}", delivery.title),
            money(if order.net_prices { delivery.cost_cents } else { delivery.cost_cents + delivery.tax_cents }),
        ));
    }
    let tax = if order.net_prices { subscription_texts::vat(lang) } else { subscription_texts::including_vat(lang) };
    sums.push((tax.to_owned(), money(order.tax_cents)));
    sums.push((subscription_texts::total(lang).to_owned(), money(order.total_cents)));
    let open = |step| record.state.status.open_to_buyer().contains(&step);
    AccountSubscriptionDetail {
        row: row(record, lang),
        facts: facts(record, lang),
        sums,
        shipping_lines: if order.needs_shipping { lines(&order.shipping, base_country, lang) } else { Vec::new() },
        note: note(record, lang),
        payment: if record.is_open() { payment } else { String::new() },
        can_suspend: open(SubscriptionStep::Suspend),
        can_resume: open(SubscriptionStep::Resume) && record.state.open_order.is_none(),
        can_cancel: open(SubscriptionStep::Cancel),
        ..AccountSubscriptionDetail::default()
    }
}

fn note(record: &SubscriptionRecord, lang: Lang) -> String {
    let state = &record.state;
    match (state.status, state.open_order) {
        (SubscriptionStatus::Pending, _) => subscription_texts::note_pending(lang).to_owned(),
        (SubscriptionStatus::Active, Some(_)) => open_renewal(state, lang),
        (SubscriptionStatus::OnHold, Some(_)) => subscription_texts::note_unpaid(lang).to_owned(),
        _ if state.waits_for.is_empty() || state.status != SubscriptionStatus::Active => String::new(),
        _ => subscription_texts::note_waits(lang, &state.waits_for),
    }
}

/// Payment status of an open renewal.
fn open_renewal(state: &SubscriptionState, lang: Lang) -> String {
    let again = state.try_at.map(|at| date(at, lang));
    match (state.refusal.as_str(), again) {
        _ if state.trying => subscription_texts::renewal_trying(lang).to_owned(),
        ("", None) => subscription_texts::renewal_due(lang).to_owned(),
        ("", Some(_)) => subscription_texts::renewal_soon(lang).to_owned(),
        ("authentication_required", _) => subscription_texts::renewal_confirm(lang).to_owned(),
        (_, Some(day)) => subscription_texts::renewal_again(lang, day),
        (_, None) => subscription_texts::renewal_failed(lang).to_owned(),
    }
}

/// Path of a subscription's page in its owner's account.
pub(crate) fn path(record: &SubscriptionRecord) -> String {
    format!("/my-account/view-subscription/{}/", record.id)
}
