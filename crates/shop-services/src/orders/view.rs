//! Orders for display to their buyer.

use std::iter::once;

use shop_core::base::format::price;
use shop_core::base::{Cents, Lang, calendar};
use shop_core::catalogue::price::ReverseCharge;
use shop_core::catalogue::purchase::words::{day, day_with_weekday};
use shop_core::checkout::address::format::lines;
use shop_core::orders::OrderStatus;
use shop_core::orders::instalment::InstalmentStatus;
use shop_core::orders::payment::{BY_INVOICE, TRANSFER};
use shop_core::payments::availability::is_gateway_method;
use shop_core::platform::merchant::iban::printed_iban;
use shop_core::platform::words::order_texts;
use shop_core::trade::vat_check::VatAnswer;
use shop_core::view::{InstalmentView, OrderLineView, OrderPage};

use super::sums::{later_parts, total_rows};
use crate::platform::settings::{PaymentMethodSettings, ShopSettings};
use crate::ports::{InstalmentRecord, NewOrderLine, OrderRecord};
use crate::records::OrderContent;

pub fn status_label(status: OrderStatus, lang: Lang) -> &'static str {
    use OrderStatus as S;
    match status {
        S::CheckoutDraft => order_texts::draft(lang),
        S::Pending => order_texts::pending_payment(lang),
        S::OnHold => order_texts::awaiting_transfer(lang),
        S::Processing => order_texts::being_prepared(lang),
        S::Completed => order_texts::completed(lang),
        S::Cancelled => order_texts::cancelled(lang),
        S::Refunded => order_texts::refunded(lang),
        S::Failed => order_texts::failed(lang),
    }
}

/// Status label that depends on the payment method while the order waits.
pub fn waiting_label(status: OrderStatus, payment_method: &str, lang: Lang) -> &'static str {
    match status {
        OrderStatus::OnHold if is_gateway_method(payment_method) => order_texts::awaiting_payment(lang),
        _ => status_label(status, lang),
    }
}

/// A line as displayed to the order's buyer.
pub(super) fn line_view(line: &NewOrderLine, content: &OrderContent) -> OrderLineView {
    OrderLineView {
        name: line.name.clone(),
        attributes: line.content.words().map(|(label, value)| (label.to_owned(), value.to_owned())).collect(),
        quantity: line.quantity,
        total_cents: content.shown_cents(&line.content),
        path: line.content.path.clone(),
        picture: None,
    }
}

/// Tax note of an order: why there is no tax, or that the buyer's VAT number is still being checked; `None` for none.
pub fn tax_note(content: &OrderContent, lang: Lang) -> Option<String> {
    let vat = content.vat.as_ref()?;
    match (vat.reverse_charge, vat.answer) {
        (Some(ReverseCharge::Goods), _) => Some(order_texts::reverse_charge_goods(lang, &vat.number)),
        (Some(ReverseCharge::Services), _) => Some(order_texts::reverse_charge_services(lang, &vat.number)),
        (None, VatAnswer::Unanswered) => Some(order_texts::vat_number_unanswered(lang, &vat.number)),
        (None, VatAnswer::Valid | VatAnswer::Invalid) => None,
    }
}

/// Formats a due date.
pub(crate) fn format_due_day(due_day: i64, lang: Lang) -> String {
    calendar::day(calendar::start_of_day(due_day), lang)
}

/// Due date of an order by invoice; `None` for other payment methods.
pub fn due_note(content: &OrderContent, lang: Lang) -> Option<String> {
    content.invoice_due_day.map(|day| order_texts::to_pay_by(lang, format_due_day(day, lang)))
}

/// The buyer's own reference, under the given label, and the requested delivery day, each as label and value if present.
pub fn wishes(content: &OrderContent, reference_label: &'static str, lang: Lang) -> Vec<(&'static str, String)> {
    let reference = Some(content.buyer_reference.clone()).filter(|text| !text.is_empty());
    let day = content.delivery_day.map(|day| day_with_weekday(day, lang));
    let rows = [(reference_label, reference), (order_texts::delivery_day(lang), day)];
    rows.into_iter().filter_map(|(label, value)| Some((label, value?))).collect()
}

/// Extra fields that the buyer filled in: label and value. For a field that the shop has removed: its name and the stored value.
pub fn further_fields(content: &OrderContent, settings: &ShopSettings, lang: Lang) -> Vec<(String, String)> {
    let rows = content.extra_fields.iter().map(|(name, value)| {
        match settings.checkout.extra.iter().find(|field| field.name == *name) {
            Some(field) => (field.words(lang).to_owned(), field.value_words(value, lang).to_owned()),
            None => (name.clone(), value.clone()),
        }
    });
    rows.collect()
}

/// A line as text: quantity, name and chosen values.
pub fn line_text(line: &NewOrderLine) -> String {
    let mut out = format!("{} × {}", line.quantity, line.name);
    for (label, value) in line.content.words() {
        out.push_str(&format!(", {label}: {value}"));
    }
    out
}

/// Payment details after ordering: bank details by label.
pub(super) fn payment_details(
    order_number: &str,
    method: &str,
    settings: &ShopSettings,
    lang: Lang,
) -> Vec<(String, String)> {
    if method == TRANSFER { account_details(order_number, settings, lang) } else { Vec::new() }
}

/// Bank details for the transfer of an invoice, by label; empty if the shop has configured none.
pub(crate) fn transfer_details(order_number: &str, settings: &ShopSettings, lang: Lang) -> Vec<(String, String)> {
    let given = |method: &PaymentMethodSettings| !(method.iban.is_empty() && method.account_name.is_empty());
    let known = settings.payment_methods.iter().any(|method| method.id == TRANSFER && given(method));
    if known { account_details(order_number, settings, lang) } else { Vec::new() }
}

fn account_details(order_number: &str, settings: &ShopSettings, lang: Lang) -> Vec<(String, String)> {
    let Some(method) = settings.payment_methods.iter().find(|method| method.id == TRANSFER) else {
        return Vec::new();
    };
    [
        (order_texts::account_holder(lang), method.account_name.clone()),
        (order_texts::bank(lang), method.bank_name.clone()),
        ("IBAN", printed_iban(&method.iban)),
        ("BIC", method.bic.clone()),
        (order_texts::reference(lang), order_texts::order_number(lang, order_number)),
    ]
    .into_iter()
    .filter(|(_, value)| !value.is_empty())
    .map(|(label, value)| (label.to_owned(), value))
    .collect()
}

/// Payment details after ordering; the amount is included if it differs from the order's total.
pub(super) fn first_details(
    order_number: &str,
    method: &str,
    due_now_cents: Cents,
    content: &OrderContent,
    settings: &ShopSettings,
    lang: Lang,
) -> Vec<(String, String)> {
    if let Some(due_day) = content.invoice_due_day.filter(|_| method == BY_INVOICE) {
        let due = (order_texts::due_by(lang).to_owned(), format_due_day(due_day, lang));
        return once(due).chain(transfer_details(order_number, settings, lang)).collect();
    }
    let mut out = payment_details(order_number, method, settings, lang);
    if content.due_later_cents > Cents::ZERO && !out.is_empty() {
        let label = order_texts::amount_to_transfer_now(lang);
        out.insert(0, (label.to_owned(), price(due_now_cents, lang)));
    }
    out
}

/// Payment instructions after ordering.
pub(super) fn payment_instructions(method: &str, settings: &ShopSettings, lang: Lang) -> String {
    let chosen = settings.payment_methods.iter().find(|one| one.id == method);
    chosen.map(|one| one.instructions_in(lang).to_owned()).unwrap_or_default()
}

/// Instructions; for the provider's methods only while the payment is pending, because afterwards nothing is left to do.
fn instructions_now(order: &OrderRecord, settings: &ShopSettings, lang: Lang) -> String {
    if is_gateway_method(&order.payment_method) && order.status != OrderStatus::OnHold {
        return String::new();
    }
    payment_instructions(&order.payment_method, settings, lang)
}

/// The instalments for display.
pub fn part_views(order: &OrderRecord, lang: Lang) -> Vec<InstalmentView> {
    let view = |one: &InstalmentRecord| InstalmentView {
        due: day(&one.instalment.due, lang),
        cents: one.instalment.cents,
        state: one.status.label(lang).to_owned(),
        paid: one.status == InstalmentStatus::Paid,
    };
    order.instalments.iter().map(view).collect()
}

/// The order's page. The caller adds pictures and available actions, because they depend on the visitor.
pub fn order_page(order: &OrderRecord, settings: &ShopSettings, lang: Lang) -> OrderPage {
    let number = order.id.to_string();
    let content = &order.content;
    OrderPage {
        due_now_cents: order.due_now_cents(),
        instalments: part_views(order, lang),
        status: order.status.as_str().to_owned(),
        status_label: waiting_label(order.status, &order.payment_method, lang).to_owned(),
        date: calendar::day(order.created_at, lang),
        email: content.billing.email.clone(),
        lines: order.lines.iter().map(|line| line_view(line, content)).collect(),
        totals: total_rows(content, &later_parts(order), lang),
        payment_title: content.payment_title.clone(),
        payment_details: first_details(&number, &order.payment_method, order.due_now_cents(), content, settings, lang),
        payment_instructions: instructions_now(order, settings, lang),
        shipping_title: content.delivery.as_ref().map(|d| d.title.clone()).unwrap_or_default(),
        billing_lines: lines(&content.billing, &settings.shop.country, lang),
        shipping_lines: if content.needs_shipping {
            lines(&content.shipping, &settings.shop.country, lang)
        } else {
            Vec::new()
        },
        customer_note: content.customer_note.clone(),
        further: further_fields(content, settings, lang),
        buyer_reference: content.buyer_reference.clone(),
        delivery_day: content.delivery_day.map(|day| day_with_weekday(day, lang)).unwrap_or_default(),
        tax_note: tax_note(content, lang).unwrap_or_default(),
        number,
        ..OrderPage::default()
    }
}
