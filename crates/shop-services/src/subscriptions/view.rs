//! A subscription as its owner and staff see it.

use shop_core::address::format::lines;
use shop_core::base::format::{date, price};
use shop_core::base::{Cents, Lang};
use shop_core::subscription::{SubscriptionStatus, SubscriptionStep, words};
use shop_core::view::{AccountSubscription, AccountSubscriptionDetail};

use super::mails::path;
use crate::ports::{SubscriptionContent, SubscriptionRecord, SubscriptionState};

/// What it brings: "2 × Cassetta del mese".
pub fn title(content: &SubscriptionContent) -> String {
    let named: Vec<String> = content.lines.iter().map(|line| format!("{} × {}", line.quantity, line.name)).collect();
    named.join(", ")
}

fn day(day: i64, lang: Lang) -> String {
    date(day.saturating_mul(86_400), lang)
}

/// What is to be known of it: what is paid each time, the next payment, how long it lasts.
pub fn facts(record: &SubscriptionRecord, lang: Lang) -> Vec<(String, String)> {
    let it = lang == Lang::It;
    let fact = |label_it: &str, label_en: &str, value: String| {
        (if it { label_it.to_owned() } else { label_en.to_owned() }, value)
    };
    let state = &record.state;
    let mut out = vec![fact("Importo", "Amount", words::price_each(record.total(), &record.terms, lang))];
    if state.status == SubscriptionStatus::Active
        && let Some(next) = state.next_day
    {
        out.push(fact("Prossimo pagamento", "Next payment", day(next, lang)));
    }
    if !matches!(state.status, SubscriptionStatus::Cancelled | SubscriptionStatus::Expired) {
        out.push(fact("Durata", "Duration", words::duration(&record.terms, lang)));
    }
    if let Some(started) = state.started_day {
        out.push(fact("Attivo dal", "Active since", day(started, lang)));
        let made = match record.terms.payments {
            Some(all) if it => format!("{} di {all}", state.made),
            Some(all) => format!("{} of {all}", state.made),
            None => state.made.to_string(),
        };
        out.push(fact("Pagamenti fatti", "Payments made", made));
    }
    out
}

/// It in a list.
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

/// Its page. Orders and the way to pay an open renewal are left to the caller. `payment`: what renewals are paid by, in words.
pub fn detail(
    record: &SubscriptionRecord,
    payment: String,
    base_country: &str,
    lang: Lang,
) -> AccountSubscriptionDetail {
    let it = lang == Lang::It;
    let order = &record.content.order;
    let money = |cents: Cents| price(cents, lang);
    let mut sums: Vec<(String, String)> = record
        .content
        .lines
        .iter()
        .map(|line| {
            let content = &line.content;
            let mut label = format!("{} × {}", line.quantity, line.name);
            for (name, value) in content.words() {
                label.push_str(&format!(", {name}: {value}"));
            }
            (label, money(content.subtotal_cents + content.subtotal_tax_cents))
        })
        .collect();
    if let Some(delivery) = &order.delivery {
        let word = if it { "Spedizione" } else { "Shipping" };
        sums.push((format!("{word}: {}", delivery.title), money(delivery.cost_cents + delivery.tax_cents)));
    }
    sums.push((if it { "di cui IVA" } else { "including VAT" }.to_owned(), money(order.tax_cents)));
    sums.push((if it { "Totale" } else { "Total" }.to_owned(), money(order.total_cents)));
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
    match (state.status, state.open_order, lang) {
        (SubscriptionStatus::Pending, ..) if lang == Lang::It => "Comincia appena riceviamo il primo pagamento.".into(),
        (SubscriptionStatus::Pending, ..) => "It starts as soon as the first payment arrives.".into(),
        (SubscriptionStatus::Active, Some(_), _) => open_renewal(state, lang),
        (SubscriptionStatus::OnHold, Some(_), Lang::It) => {
            "È sospeso perché il rinnovo non è stato pagato: riparte appena lo paghi.".into()
        }
        (SubscriptionStatus::OnHold, Some(_), Lang::En) => {
            "It is suspended because its renewal was not paid: it goes on as soon as you pay it.".into()
        }
        _ if state.waits_for.is_empty() || state.status != SubscriptionStatus::Active => String::new(),
        (.., Lang::It) => format!("Il rinnovo aspetta che torni disponibile «{}».", state.waits_for),
        (.., Lang::En) => format!("The renewal waits until “{}” is available again.", state.waits_for),
    }
}

/// How the payment of an open renewal stands.
fn open_renewal(state: &SubscriptionState, lang: Lang) -> String {
    let it = lang == Lang::It;
    let again = state.try_at.map(|at| date(at, lang));
    match (state.refusal.as_str(), again) {
        _ if state.trying && it => {
            "Il pagamento del rinnovo è in corso: ti scriviamo appena sappiamo com'è andato.".into()
        }
        _ if state.trying => "The renewal is being paid: we write to you as soon as we know.".into(),
        ("", None) if it => "Il rinnovo è da pagare.".into(),
        ("", None) => "The renewal is to be paid.".into(),
        ("", Some(_)) if it => "Il rinnovo sarà addebitato a momenti.".into(),
        ("", Some(_)) => "The renewal is about to be charged.".into(),
        ("authentication_required", _) if it => {
            "La banca chiede la tua conferma: apri il rinnovo e conferma il pagamento.".into()
        }
        ("authentication_required", _) => {
            "Your bank asks for your confirmation: open the renewal and confirm the payment.".into()
        }
        (_, Some(day)) if it => {
            format!("Il pagamento del rinnovo non è riuscito: riproviamo il {day}. Puoi anche pagarlo adesso.")
        }
        (_, Some(day)) => format!("The payment of the renewal failed: we try again on {day}. You may also pay it now."),
        (_, None) if it => {
            "Il pagamento del rinnovo non è riuscito: pagalo adesso, oppure cambia il metodo di pagamento.".into()
        }
        (_, None) => "The payment of the renewal failed: pay it now, or change the payment method.".into(),
    }
}
