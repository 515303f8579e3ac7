//! The inspector's tables. They contain no secrets: no client secret and no key.

use crate::cards::{TEST_CARDS, TestCard};
use crate::http::faults::{Planned, WebhookPlan};
use crate::intents::UNCONFIRMED_CODES;
use crate::objects::intent::State;
use crate::objects::{
    Charge, ChargeState, Dispute, DisputeState, Intent, Method, Refund, RefundState, Review, TEST_ACCOUNTS,
};
use crate::pages::texts::amount;
use crate::schedule::clock::format_time;
use crate::store::{Row, Tx};
use crate::webhooks::Event;
use shop_core::base::text::escape_html as escape;

/// Maximum number of rows in a table; the newest are shown.
const ROWS: usize = 25;

/// Renders the whole page.
pub(super) fn body(tx: &Tx<'_>, token: &str, webhooks: WebhookPlan, planned: &[Planned]) -> String {
    let button = |action: &str, id: &str, label: &str| {
        format!(
            "<form method=\"post\" action=\"/inspector\"><input type=\"hidden\" name=\"token\" value=\"{}\">\
             <input type=\"hidden\" name=\"id\" value=\"{}\"><button name=\"action\" value=\"{action}\">{label}</button></form>",
            escape(token),
            escape(id)
        )
    };
    let (pause, label) =
        if webhooks.paused { ("resume", "Riprendi le notifiche") } else { ("pause", "Sospendi le notifiche") };
    let sections = [
        section(
            "intents",
            "Pagamenti e salvataggi",
            &["Creato", "Id", "Stato", "Importo", "Metodo", "Pagina"],
            intents(tx),
        ),
        section("charges", "Addebiti", &["Creato", "Id", "Stato", "Importo", "Rimborsato", ""], charges(tx, &button)),
        section("refunds", "Rimborsi", &["Creato", "Id", "Stato", "Importo", "Addebito"], refunds(tx)),
        section("disputes", "Contestazioni", &["Creata", "Id", "Stato", "Importo", ""], disputes(tx, &button)),
        section("reviews", "Verifiche antifrode", &["Creata", "Id", "Stato", ""], reviews(tx, &button)),
        section("events", "Eventi e notifiche", &["Creato", "Tipo", "Id", "Consegna", ""], events(tx, &button)),
        section("faults", "Guasti programmati", &["Chiamate", "Volte", "Guasto"], faults(planned)),
        section("cards", "Carte di prova", &["Numero", "Circuito", "Esito"], cards()),
        section("accounts", "Conti e codici di prova", &["Termina con", "Esito"], accounts()),
    ];
    format!(
        "<header class=\"top\"><p class=\"mark\">Banca di prova</p><h1>Pagamenti di prova</h1>\
         <p>Nessun denaro viene spostato. Gli orari sono UTC; di ogni elenco si vedono le {ROWS} righe più recenti.</p>\
         <nav aria-label=\"Sezioni\"><a href=\"#intents\">Pagamenti</a><a href=\"#charges\">Addebiti</a>\
         <a href=\"#refunds\">Rimborsi</a><a href=\"#disputes\">Contestazioni</a><a href=\"#events\">Eventi</a>\
         <a href=\"#cards\">Carte di prova</a></nav>\
         <div class=\"actions\"><a class=\"button\" href=\"/\">Aggiorna</a>{}{}{}</div></header>\n<main class=\"wide\">{}</main>",
        button("settle", "", "Concludi ora ciò che è in corso"),
        button(pause, "", label),
        if planned.is_empty() { String::new() } else { button("no_faults", "", "Annulla i guasti") },
        sections.concat(),
    )
}

type Button<'a> = &'a dyn Fn(&str, &str, &str) -> String;

/// Renders a table; cells are HTML.
fn section(id: &str, title: &str, heads: &[&str], rows: Vec<Vec<String>>) -> String {
    if rows.is_empty() {
        return format!("<section id=\"{id}\"><h2>{title}</h2><p class=\"soft\">Ancora niente.</p></section>\n");
    }
    let heads: String = heads
        .iter()
        .map(|head| if head.is_empty() { "<td></td>".to_owned() } else { format!("<th scope=\"col\">{head}</th>") })
        .collect();
    let mut table = String::new();
    for row in rows {
        let cells: Vec<String> = row.into_iter().map(|cell| format!("<td>{cell}</td>")).collect();
        table.push_str(&format!("<tr>{}</tr>\n", cells.concat()));
    }
    format!(
        "<section id=\"{id}\"><h2>{title}</h2><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\">\
         <table><thead><tr>{heads}</tr></thead><tbody>{table}</tbody></table></div></section>\n"
    )
}

fn id(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

fn status(word: &str, good: Option<bool>) -> String {
    let class = match good {
        Some(true) => "good",
        Some(false) => "bad",
        None => "open",
    };
    format!("<span class=\"state {class}\">{word}</span>")
}

/// Rows of the newest objects of a type.
fn latest<T: Row>(tx: &Tx<'_>, row: impl Fn(&T) -> Vec<String>) -> Vec<Vec<String>> {
    tx.newest(&[]).take(ROWS).map(|object| row(&object)).collect()
}

fn intents(tx: &Tx<'_>) -> Vec<Vec<String>> {
    let row = |intent: &Intent| {
        let (word, good) = match &intent.state {
            State::RequiresPaymentMethod if intent.failure.is_some() => ("rifiutato", Some(false)),
            State::RequiresPaymentMethod => ("attende il metodo", None),
            State::RequiresConfirmation => ("attende la conferma", None),
            State::RequiresAction(_) => ("attende il cliente", None),
            State::Processing => ("in elaborazione", None),
            State::RequiresCapture => ("autorizzato", None),
            State::Succeeded => ("riuscito", Some(true)),
            State::Canceled(..) => ("annullato", Some(false)),
        };
        let why = intent.failure.as_ref().map(|failure| failure.decline_code.as_ref().unwrap_or(&failure.code));
        let why = why.map_or_else(String::new, |code| format!(" <code>{}</code>", escape(code)));
        let method = intent.method.as_ref().or(intent.failure.as_ref().and_then(|failure| failure.method.as_ref()));
        let method = method.and_then(|id| tx.get::<Method>(id.as_str()));
        let page = match &intent.state {
            State::RequiresAction(act) => format!("<a href=\"{}\">Apri</a>", escape(&act.page(tx.options))),
            _ => String::new(),
        };
        vec![
            format_time(intent.created),
            // Anchor for links from the back office.
            format!("<code id=\"{0}\">{0}</code>", escape(intent.id.as_str())),
            format!("{}{why}", status(word, good)),
            intent
                .payment()
                .map_or_else(|| "salvataggio".to_owned(), |payment| amount(payment.amount, &payment.currency)),
            method.map_or_else(String::new, |method| escape(&method.label())),
            page,
        ]
    };
    latest(tx, row)
}

fn charges(tx: &Tx<'_>, button: Button<'_>) -> Vec<Vec<String>> {
    let row = |charge: &Charge| {
        let (word, good) = match &charge.state {
            ChargeState::Pending => ("in elaborazione", None),
            ChargeState::Authorised => ("autorizzato", None),
            ChargeState::Released => ("svincolato", Some(false)),
            ChargeState::Captured(_) => ("incassato", Some(true)),
            ChargeState::Failed(_) => ("rifiutato", Some(false)),
        };
        let can_be_disputed = charge.captured() > 0 && !charge.disputed;
        vec![
            format_time(charge.created),
            id(charge.id.as_str()),
            status(word, good),
            amount(charge.amount, &charge.currency),
            if charge.refunded > 0 { amount(charge.refunded, &charge.currency) } else { String::new() },
            if can_be_disputed { button("dispute", charge.id.as_str(), "Contesta") } else { String::new() },
        ]
    };
    latest(tx, row)
}

fn refunds(tx: &Tx<'_>) -> Vec<Vec<String>> {
    let row = |refund: &Refund| {
        let (word, good) = match refund.state {
            RefundState::Pending { .. } => ("in corso", None),
            RefundState::Succeeded => ("riuscito", Some(true)),
            RefundState::Failed => ("tornato indietro", Some(false)),
        };
        vec![
            format_time(refund.created),
            id(refund.id.as_str()),
            status(word, good),
            amount(refund.amount, &refund.currency),
            id(refund.charge.as_str()),
        ]
    };
    latest(tx, row)
}

fn disputes(tx: &Tx<'_>, button: Button<'_>) -> Vec<Vec<String>> {
    let row = |dispute: &Dispute| {
        let own = dispute.id.as_str();
        let (word, good, buttons) = match dispute.state {
            DisputeState::NeedsResponse => {
                ("aperta", None, [button("win", own, "Vinta"), button("lose", own, "Persa")].concat())
            }
            DisputeState::Won => ("vinta", Some(true), String::new()),
            DisputeState::Lost => ("persa", Some(false), String::new()),
        };
        let cents = amount(dispute.amount, &dispute.currency);
        vec![format_time(dispute.created), id(own), status(word, good), cents, buttons]
    };
    latest(tx, row)
}

fn reviews(tx: &Tx<'_>, button: Button<'_>) -> Vec<Vec<String>> {
    let row = |review: &Review| {
        let own = review.id.as_str();
        let word = if review.open { status("aperta", None) } else { status("approvata", Some(true)) };
        let approve = if review.open { button("approve", own, "Approva") } else { String::new() };
        vec![format_time(review.created), id(own), word, approve]
    };
    latest(tx, row)
}

fn events(tx: &Tx<'_>, button: Button<'_>) -> Vec<Vec<String>> {
    let row = |event: &Event| {
        let own = event.id.as_str();
        let resend = if event.is_deliverable() { button("resend", own, "Invia di nuovo") } else { String::new() };
        vec![format_time(event.created), id(&event.kind), id(own), delivery_status(event), resend]
    };
    latest(tx, row)
}

fn delivery_status(event: &Event) -> String {
    let (word, good) = match (event.next_ms, event.attempts.last()) {
        (None, None) => ("non richiesta", None),
        (Some(_), None) => ("in attesa", None),
        (Some(_), Some(_)) => ("da ritentare", None),
        (None, Some(_)) if event.is_delivered() => ("consegnata", Some(true)),
        (None, Some(_)) => ("abbandonata", Some(false)),
    };
    let attempts = event.attempts.last().map_or_else(String::new, |last| {
        let answer = if last.status == 0 { "nessuna risposta".to_owned() } else { last.status.to_string() };
        let count = event.attempts.len();
        let noun = if count == 1 { "tentativo" } else { "tentativi" };
        format!(" {count} {noun}, alle {}: {answer}", time_of_day(last.at_ms))
    });
    format!("{}{attempts}", status(word, good))
}

/// Time of day of a timestamp.
fn time_of_day(unix_ms: i64) -> String {
    format_time(unix_ms.div_euclid(1000)).split(' ').next_back().unwrap_or_default().to_owned()
}

fn faults(planned: &[Planned]) -> Vec<Vec<String>> {
    let row = |one: &Planned| {
        let fault = serde_json::to_string(&one.fault).unwrap_or_default();
        vec![id(&one.calls), one.times.to_string(), id(&fault)]
    };
    planned.iter().map(row).collect()
}

fn cards() -> Vec<Vec<String>> {
    let grouped = |number: &str| {
        let digits: Vec<char> = number.chars().collect();
        digits.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
    };
    let row = |card: &TestCard| vec![id(&grouped(card.number)), card.brand.to_owned(), escape(card.description)];
    TEST_CARDS.iter().map(row).collect()
}

fn accounts() -> Vec<Vec<String>> {
    let accounts = TEST_ACCOUNTS
        .iter()
        .map(|(end, _, description)| vec![format!("conto <code>…{end}</code>"), escape(description)]);
    let codes = UNCONFIRMED_CODES
        .iter()
        .map(|(code, description)| vec![format!("BLIK <code>{code}</code>"), escape(description)]);
    accounts.chain(codes).collect()
}
