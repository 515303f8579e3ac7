//! E-mails about orders, in the buyer's language, as HTML and plain text. All user input is escaped.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use shop_core::base::format::price;
use shop_core::base::{Cents, Lang, OrderId, Params};
use shop_core::catalogue::purchase::deposit::Instalment;
use shop_core::checkout::address::format::lines as address_lines;
use shop_core::orders::OrderStatus;
use shop_core::orders::instalment::next_payable;
use shop_core::payments::availability::is_gateway_method;
use shop_core::platform::messages::{codes, text};
use shop_core::platform::words::order_texts;

use super::legal::LegalSection;
use super::mail_links::{Amounts, MailLinks};
use super::sums::total_rows;
use super::view::{first_details, further_fields, line_view, payment_instructions, tax_note, wishes};
use crate::platform::settings::ShopSettings;
use crate::ports::{NewMail, NewOrder, NewOrderLine, OrderRecord};
use crate::records::OrderContent;

/// Kind of the e-mail with the payment link.
pub const REQUEST_TO_PAY: &str = "customer_pending_order";
/// Delay of the payment link for a buyer who pays at the checkout: those who have not paid by then probably left.
const REQUEST_TO_PAY_DELAY_S: i64 = 15 * 60;

/// Whether a status change confirms the order: it was waiting for its payment, or had been cancelled.
pub(super) fn confirms(from: OrderStatus, to: OrderStatus) -> bool {
    matches!(from, OrderStatus::Pending | OrderStatus::Failed | OrderStatus::Cancelled)
        && matches!(to, OrderStatus::Processing | OrderStatus::OnHold | OrderStatus::Completed)
}

/// E-mails about a new order, to the shop and the buyer, whose copy includes the legal text. An order that is being paid is
/// confirmed once it is paid ([`for_status`]); until then there is only the delayed payment link.
pub fn for_new_order(
    id: OrderId,
    order: &NewOrder,
    settings: &ShopSettings,
    links: &MailLinks,
    legal: &[LegalSection],
) -> Vec<NewMail> {
    let facts = Facts {
        number: id.to_string(),
        content: &order.content,
        lines: &order.lines,
        payment_method: &order.payment_method,
        settings,
        later: order.instalments.clone(),
        legal,
        links: links.of(
            &id.to_string(),
            &order.order_key,
            order.status,
            Amounts {
                now: order.content.total_cents - order.content.due_later_cents,
                later: !order.instalments.is_empty(),
                keeps_method: order.content.keeps_method,
            },
            order.content.lang,
        ),
    };
    let mut out = Vec::new();
    let being_paid = order.status == OrderStatus::Pending && is_gateway_method(&order.payment_method);
    if !being_paid {
        out.extend(facts.mail_to_shop());
    }
    let renewal = order.content.renewal.is_some() && order.status == OrderStatus::Pending;
    let kind = match (renewal, order.payment_method.is_empty()) {
        (true, true) => Some("customer_renewal_order"),
        // Charged automatically: the buyer is notified of the result.
        (true, false) => None,
        (false, _) => customer_kind(order.status),
    };
    if let Some(kind) = kind {
        let delay_s = if being_paid { REQUEST_TO_PAY_DELAY_S } else { 0 };
        out.push(NewMail { delay_s, ..facts.mail(kind, &order.content.billing.email, order.content.lang) });
    }
    out
}

/// The e-mail that asks to pay a renewal by hand.
pub fn for_renewal(order: &OrderRecord, settings: &ShopSettings, links: &MailLinks) -> NewMail {
    let by_hand = OrderRecord { payment_method: String::new(), ..order.clone() };
    let facts = Facts::of(&by_hand, OrderStatus::Pending, settings, links);
    facts.mail("customer_renewal_order", &order.content.billing.email, order.content.lang)
}

/// E-mails about a status change. One that confirms the order also notifies the shop and includes the legal text for the buyer.
pub fn for_status(
    order: &OrderRecord,
    to: OrderStatus,
    settings: &ShopSettings,
    links: &MailLinks,
    legal: &[LegalSection],
) -> Vec<NewMail> {
    let facts = Facts { legal, ..Facts::of(order, to, settings, links) };
    let mut out = Vec::new();
    if confirms(order.status, to) {
        out.extend(facts.mail_to_shop());
    }
    out.extend(customer_kind(to).map(|kind| facts.mail(kind, &order.content.billing.email, order.content.lang)));
    out
}

fn customer_kind(status: OrderStatus) -> Option<&'static str> {
    match status {
        OrderStatus::OnHold => Some("customer_on_hold_order"),
        OrderStatus::Processing => Some("customer_processing_order"),
        OrderStatus::Completed => Some("customer_completed_order"),
        OrderStatus::Cancelled => Some("customer_cancelled_order"),
        OrderStatus::Refunded => Some("customer_refunded_order"),
        OrderStatus::Failed => Some("customer_failed_order"),
        OrderStatus::Pending => Some(REQUEST_TO_PAY),
        OrderStatus::CheckoutDraft => None,
    }
}

struct Facts<'a> {
    number: String,
    content: &'a OrderContent,
    lines: &'a [NewOrderLine],
    payment_method: &'a str,
    settings: &'a ShopSettings,
    /// Instalments due after the order.
    later: Vec<Instalment>,
    /// Legal texts to confirm to the buyer.
    legal: &'a [LegalSection],
    /// Links for the buyer: label and address.
    links: Vec<(String, String)>,
}

impl<'a> Facts<'a> {
    /// Collects the data for e-mails about an order that enters a status.
    fn of(order: &'a OrderRecord, to: OrderStatus, settings: &'a ShopSettings, links: &MailLinks) -> Self {
        Self {
            number: order.id.to_string(),
            content: &order.content,
            lines: &order.lines,
            payment_method: &order.payment_method,
            settings,
            later: order.instalments.iter().map(|one| one.instalment.clone()).collect(),
            legal: &[],
            links: links.of(
                &order.id.to_string(),
                &order.order_key,
                to,
                Amounts {
                    now: order.due_now_cents(),
                    later: next_payable(to, &order.parts()).is_ok(),
                    keeps_method: order.content.keeps_method,
                },
                order.content.lang,
            ),
        }
    }
}

impl Facts<'_> {
    /// The e-mail to the shop, if it has configured an address.
    fn mail_to_shop(&self) -> Option<NewMail> {
        let address = self.settings.orders_address();
        (!address.is_empty()).then(|| self.mail("new_order", address, Lang::It))
    }

    fn mail(&self, kind: &'static str, recipient: &str, lang: Lang) -> NewMail {
        let (subject, opening) = self.words(kind, lang);
        NewMail {
            kind: kind.to_owned(),
            recipient: recipient.to_owned(),
            body_html: self.html(kind, &subject, &opening, lang).into_string(),
            body_text: self.text(kind, &opening, lang),
            subject,
            delay_s: 0,
            unsubscribe_url: String::new(),
        }
    }

    /// Payment instructions; for the provider's methods only while the payment is pending.
    fn instructions(&self, kind: &str, lang: Lang) -> String {
        if is_gateway_method(self.payment_method) && kind != "customer_on_hold_order" {
            return String::new();
        }
        payment_instructions(self.payment_method, self.settings, lang)
    }

    /// Subject and opening.
    fn words(&self, kind: &str, lang: Lang) -> (String, String) {
        let billing = &self.content.billing;
        // The buyer's e-mail states the amount due now, the shop's the order total.
        let later = if kind == "new_order" { Cents::ZERO } else { self.content.due_later_cents };
        let params = Params::from([
            ("shop".to_owned(), self.settings.shop.name.clone()),
            ("number".to_owned(), self.number.clone()),
            ("name".to_owned(), billing.first_name.clone()),
            ("last_name".to_owned(), billing.last_name.clone()),
            ("total".to_owned(), price(self.content.total_cents - later, lang)),
            ("day".to_owned(), self.pay_by(lang)),
        ]);
        let (subject, opening) = self.codes(kind);
        (text(subject, &params, lang), text(opening, &params, lang))
    }

    fn codes(&self, kind: &str) -> (&'static str, &'static str) {
        match kind {
            "new_order" => (codes::MAIL_NEW_ORDER_SUBJECT, codes::MAIL_NEW_ORDER),
            "customer_on_hold_order" if is_gateway_method(self.payment_method) => {
                (codes::MAIL_ON_HOLD_SUBJECT, codes::MAIL_ON_HOLD_PROVIDER)
            }
            "customer_on_hold_order" => (codes::MAIL_ON_HOLD_SUBJECT, codes::MAIL_ON_HOLD),
            "customer_processing_order" => (codes::MAIL_PROCESSING_SUBJECT, codes::MAIL_PROCESSING),
            "customer_completed_order" => (codes::MAIL_COMPLETED_SUBJECT, codes::MAIL_COMPLETED),
            "customer_cancelled_order" => (codes::MAIL_CANCELLED_SUBJECT, codes::MAIL_CANCELLED),
            "customer_refunded_order" => (codes::MAIL_REFUNDED_SUBJECT, codes::MAIL_REFUNDED),
            "customer_renewal_order" => (codes::MAIL_RENEWAL_SUBJECT, codes::MAIL_RENEWAL),
            REQUEST_TO_PAY if self.content.keeps_method => {
                (codes::MAIL_CONFIRM_METHOD_SUBJECT, codes::MAIL_CONFIRM_METHOD)
            }
            REQUEST_TO_PAY => (codes::MAIL_PENDING_SUBJECT, codes::MAIL_PENDING),
            _ => (codes::MAIL_FAILED_SUBJECT, codes::MAIL_FAILED),
        }
    }

    /// The shop's own copy has no legal text.
    fn legal_for(&self, kind: &str) -> &[LegalSection] {
        if kind == "new_order" { &[] } else { self.legal }
    }

    /// The shop's own copy has no links, because they contain the buyer's key.
    fn links_for(&self, kind: &str) -> &[(String, String)] {
        if kind == "new_order" { &[] } else { &self.links }
    }

    /// The last day for paying a renewal.
    fn pay_by(&self, lang: Lang) -> String {
        let day = self.content.renewal.as_ref().map(|renewal| renewal.pay_by);
        day.map(|day| shop_core::base::format::date(day.saturating_mul(86_400), lang)).unwrap_or_default()
    }

    fn bank(&self, lang: Lang) -> Vec<(String, String)> {
        let now = self.content.total_cents - self.content.due_later_cents;
        first_details(&self.number, self.payment_method, now, self.content, self.settings, lang)
    }

    fn html(&self, kind: &str, subject: &str, opening: &str, lang: Lang) -> Markup {
        html! {
            (DOCTYPE)
            html lang=(lang.as_str()) {
                head { meta charset="utf-8"; title { (subject) } }
                body style="margin:0;background:#f6f2ea;font-family:Georgia,serif;color:#26221c" {
                    div style="max-width:600px;margin:0 auto;padding:32px 24px;background:#fffdf8" {
                        p style="margin:0 0 24px;font-size:22px;letter-spacing:.02em" { (self.settings.shop.name) }
                        h1 style="font-size:20px;font-weight:normal;margin:0 0 12px" { (subject) }
                        p style="line-height:1.5" { (opening) }
                        @for (label, address) in self.links_for(kind) {
                            p style="margin:8px 0" { a href=(address) style="color:#1f4636" { (label) } }
                        }
                        @let bank = self.bank(lang);
                        @if !bank.is_empty() {
                            h2 style="font-size:16px" { (order_texts::bank_details(lang)) }
                            @for (label, value) in &bank { p style="margin:4px 0" { (label) ": " strong { (value) } } }
                        }
                        @let instructions = self.instructions(kind, lang);
                        @if !instructions.is_empty() { p style="line-height:1.5" { (instructions) } }
                        h2 style="font-size:16px" { (order_texts::order_number(lang, &self.number)) }
                        (self.lines_and_totals(lang))
                        @if let Some(note) = tax_note(self.content, lang) { p style="line-height:1.5" { (note) } }
                        @if !self.content.recurring_terms.is_empty() {
                            p style="line-height:1.5" { (self.content.recurring_terms) }
                        }
                        @if !self.content.payment_title.is_empty() {
                            p { (order_texts::paid_by(lang, &self.content.payment_title)) }
                        }
                        (address_block(order_texts::billing(lang), &self.billing(lang)))
                        @if self.content.needs_shipping {
                            (address_block(order_texts::delivery(lang), &self.delivery(lang)))
                        }
                        @for (label, value) in wishes(self.content, order_texts::buyer_reference(lang), lang) { p style="margin:4px 0" { (label) ": " (value) } }
                        @for (label, value) in further_fields(self.content, self.settings, lang) { p style="margin:4px 0" { (label) ": " (value) } }
                        @if !self.content.customer_note.is_empty() {
                            p { (order_texts::notes(lang, &self.content.customer_note)) }
                        }
                        @for section in self.legal_for(kind) {
                            h2 style="font-size:16px;margin-top:24px" { (section.title) }
                            div style="font-size:13px;line-height:1.5" { (PreEscaped(&section.html)) }
                        }
                        hr style="border:0;border-top:1px solid #e7e0d4;margin:24px 0";
                        p style="font-size:12px;color:#6b6358;line-height:1.5" {
                            @for line in self.settings.mail_closing(lang) { (line) br; }
                        }
                    }
                }
            }
        }
    }

    fn lines_and_totals(&self, lang: Lang) -> Markup {
        let cell = "padding:8px 0;border-bottom:1px solid #e7e0d4;vertical-align:top";
        let right =
            "padding:8px 0;border-bottom:1px solid #e7e0d4;text-align:right;white-space:nowrap;vertical-align:top";
        html! {
            table style="width:100%;border-collapse:collapse;font-size:15px" {
                @for line in self.lines {
                    @let view = line_view(line, self.content);
                    tr {
                        td style=(cell) {
                            (view.name) " × " (view.quantity)
                            @for (label, value) in &view.attributes { br; small { (label) ": " (value) } }
                        }
                        td style=(right) { (price(view.total_cents, lang)) }
                    }
                }
                @for row in total_rows(self.content, &self.later, lang) {
                    tr {
                        td style=(cell) { @if row.kind == "total" { strong { (row.label) } } @else { (row.label) } }
                        td style=(right) {
                            @if row.kind == "total" { strong { (price(row.cents, lang)) } }
                            @else { (price(row.cents, lang)) }
                        }
                    }
                }
            }
        }
    }

    fn billing(&self, lang: Lang) -> Vec<String> {
        let mut out = address_lines(&self.content.billing, &self.settings.shop.country, lang);
        out.extend(
            [self.content.billing.phone.clone(), self.content.billing.email.clone()]
                .into_iter()
                .filter(|l| !l.is_empty()),
        );
        out
    }

    fn delivery(&self, lang: Lang) -> Vec<String> {
        address_lines(&self.content.shipping, &self.settings.shop.country, lang)
    }

    fn text(&self, kind: &str, opening: &str, lang: Lang) -> String {
        let mut out = format!("{opening}\n\n");
        for (label, address) in self.links_for(kind) {
            out.push_str(&format!("{label}: {address}\n"));
        }
        for (label, value) in self.bank(lang) {
            out.push_str(&format!("{label}: {value}\n"));
        }
        let instructions = self.instructions(kind, lang);
        if !instructions.is_empty() {
            out.push_str(&format!("{instructions}\n"));
        }
        out.push_str(&format!("\n{}\n", order_texts::order_number(lang, &self.number)));
        for line in self.lines {
            let view = line_view(line, self.content);
            let mut chosen = String::new();
            for (label, value) in &view.attributes {
                chosen.push_str(&format!(", {label}: {value}"));
            }
            out.push_str(&format!("{} x {}{chosen}: {}\n", view.name, view.quantity, price(view.total_cents, lang)));
        }
        for row in total_rows(self.content, &self.later, lang) {
            out.push_str(&format!("{}: {}\n", row.label, price(row.cents, lang)));
        }
        if let Some(note) = tax_note(self.content, lang) {
            out.push_str(&format!("{note}\n"));
        }
        if !self.content.recurring_terms.is_empty() {
            out.push_str(&format!("{}\n", self.content.recurring_terms));
        }
        out.push_str(&format!("\n{}\n{}\n", order_texts::billing(lang), self.billing(lang).join("\n")));
        if self.content.needs_shipping {
            out.push_str(&format!("\n{}\n{}\n", order_texts::delivery(lang), self.delivery(lang).join("\n")));
        }
        for (label, value) in wishes(self.content, order_texts::buyer_reference(lang), lang) {
            out.push_str(&format!("\n{label}: {value}\n"));
        }
        for (label, value) in further_fields(self.content, self.settings, lang) {
            out.push_str(&format!("\n{label}: {value}\n"));
        }
        if !self.content.customer_note.is_empty() {
            out.push_str(&format!("\n{}\n", self.content.customer_note));
        }
        for section in self.legal_for(kind) {
            out.push_str(&format!("\n{}\n", section.text()));
        }
        out.push_str(&format!("\n-- \n{}\n", self.settings.mail_closing(lang).join("\n")));
        out
    }
}

fn address_block(title: &str, lines: &[String]) -> Markup {
    html! {
        h2 style="font-size:16px" { (title) }
        p style="line-height:1.5;margin:0" { @for line in lines { (line) br; } }
    }
}
