//! Shows an order and changes its status and notes.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use shop_core::base::{Cents, Lang, OrderId, calendar};
use shop_core::checkout::address::Address;
use shop_core::checkout::invoice::InvoiceBuyer;
use shop_core::orders::OrderStatus;
use shop_services::Context;
use shop_services::orders::documents::{Documents, vat_of_order};
use shop_services::orders::einvoices::EInvoices;
use shop_services::orders::subscriptions::{Subscriptions, title};
use shop_services::orders::{Orders, further_fields, order_page, totals_with_tax, wishes};
use shop_services::payments::PaymentHistories;
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{NewOrderLine, OrderEvent, OrderRecord, SubscriptionRecord};
use shop_services::records::OrderContent;
use utoipa::ToSchema;

use super::documents::{InvoiceState, invoice_state};
use super::instalments::{OrderInstalment, instalments_of};
use super::refund_view::{BookedRefund, OpenRefund, booked_refunds, open_refund};
use super::vat::VatSums;
use crate::admin::accounts::auth::Staff;
use crate::admin::payments::order_payments::{OpenCapture, OrderPayment, open_capture, payments_of};
use crate::admin::privacy::origins::{OrderOrigin, origin_of};
use crate::admin::problem::{Id, Refusal};
use crate::app::capabilities::bundle;

/// An order with everything the shop knows about it.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OrderDetail {
    /// Id, which is also the order number.
    id: i64,
    status: String,
    /// Statuses that it may change to.
    next: Vec<String>,
    created_at: i64,
    updated_at: i64,
    total_cents: Cents,
    payment_title: String,
    shipping_title: String,
    billing_address: PostalAddress,
    /// `null` when nothing is shipped.
    shipping_address: Option<PostalAddress>,
    /// Billing address as printed.
    billing_lines: Vec<String>,
    /// Shipping address as printed; empty when nothing is shipped.
    shipping_lines: Vec<String>,
    /// Note from the buyer.
    customer_note: String,
    /// Additional fields of the checkout form.
    extra_fields: Vec<Labelled>,
    coupons: Vec<String>,
    lines: Vec<OrderLine>,
    /// Totals in order, the grand total last.
    totals: Vec<Total>,
    /// VAT by rate, with what was refunded.
    vat: VatSums,
    /// Part of the total that is paid with the order.
    due_now_cents: Cents,
    /// Instalments due after the order, by day.
    instalments: Vec<OrderInstalment>,
    /// Subscriptions that started with it, or the one that it renews.
    subscriptions: Vec<SubscriptionLink>,
    /// Booked refunds, oldest first.
    refunds: Vec<BookedRefund>,
    /// What can still be refunded; `null` if nothing, or if the order is not paid.
    open_refund: Option<OpenRefund>,
    /// Online payments, oldest first.
    payments: Vec<OrderPayment>,
    /// Authorised amount that can be captured; `null` if there is none.
    open_capture: Option<OpenCapture>,
    /// Invoice status; `null` if the buyer requested none and is no company.
    invoice: Option<InvoiceState>,
    /// Attribution of the order.
    origin: OrderOrigin,
    /// Events, oldest first.
    history: Vec<Event>,
    /// Path of the buyer's order page.
    path: String,
}

/// Address, field by field.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PostalAddress {
    first_name: String,
    last_name: String,
    company: String,
    address_1: String,
    address_2: String,
    city: String,
    state: String,
    postcode: String,
    country: String,
    phone: String,
    email: String,
}

/// A labelled value.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct Labelled {
    pub(in crate::admin) label: String,
    pub(in crate::admin) value: String,
}

/// A line of an order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OrderLine {
    /// Id of the product or variation.
    product_id: i64,
    /// Product that the variation belongs to, or the product itself.
    parent_id: i64,
    sku: String,
    name: String,
    attributes: Vec<Labelled>,
    quantity: i64,
    /// Unit price with tax.
    unit_price_cents: Cents,
    /// Line total with tax, before discounts.
    total_cents: Cents,
}

/// A row of the totals.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct Total {
    /// `subtotal`, `discount`, `shipping`, `tax`, `credit`, `total` or `refund`.
    kind: String,
    label: String,
    cents: Cents,
}

/// An event in the history of an order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct Event {
    id: i64,
    /// `status`, `note` (for staff) or `customer_note`.
    kind: String,
    from_status: Option<String>,
    to_status: Option<String>,
    note: String,
    /// `system`, `customer` or a user name.
    author: String,
    created_at: i64,
}

#[utoipa::path(get, path = "/api/admin/orders/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = OrderDetail)))]
pub(in crate::admin) async fn detail(
    State(details): State<OrderDetails>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<OrderDetail>, Refusal> {
    details.load(OrderId(id)).await
}

/// A link to a subscription.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct SubscriptionLink {
    id: i64,
    title: String,
    state: String,
}

bundle! {
    /// What an order's page is loaded from.
    pub(in crate::admin) struct OrderDetails {
        context: Arc<Context>,
        documents: Documents,
        einvoices: EInvoices,
        payment_histories: PaymentHistories,
        subscriptions: Subscriptions,
        orders: Orders,
    }
}

impl OrderDetails {
    pub(in crate::admin) async fn load(&self, id: OrderId) -> Result<Json<OrderDetail>, Refusal> {
        let order = self.orders.order(id).await?.ok_or_else(Refusal::not_found)?;
        let events = self.orders.order_events(id).await?;
        let settings = self.context.settings().await?;
        let issued = self.documents.invoice_of(order.id).await?.is_some();
        let invoice = if issued || self.einvoices.is_invoiced(&order).await? {
            Some(invoice_state(&self.documents, &self.einvoices, &order).await?)
        } else {
            None
        };
        let subscriptions = self.subscriptions.subscriptions_of_order(id).await?;
        let payments = self.payment_histories.payments_of(id).await?;
        let mut view = order_view(&order, events, invoice, &settings);
        view.open_refund = open_refund(&order, &payments);
        view.open_capture = open_capture(&payments, self.context.now());
        view.payments = payments_of(&self.context, &self.payment_histories, &order).await?;
        view.subscriptions = subscriptions.iter().map(subscription_link).collect();
        Ok(Json(view))
    }
}

pub(in crate::admin) fn parse_status(text: &str) -> Result<OrderStatus, Refusal> {
    OrderStatus::parse(text)
        .filter(|status| *status != OrderStatus::CheckoutDraft)
        .ok_or_else(|| Refusal::unknown("status", &text))
}

/// Collects the requested invoice data, the invoice due day, the buyer's reference and requested delivery day, then the
/// additional checkout fields under the shop's labels.
fn order_facts(content: &OrderContent, settings: &ShopSettings) -> Vec<Labelled> {
    let labelled = |label: &str, value: &str| Labelled { label: label.to_owned(), value: value.to_owned() };
    let mut out = Vec::new();
    if let Some(invoice) = &content.invoice {
        let buyer = match invoice.buyer {
            InvoiceBuyer::Consumer => "Privato",
            InvoiceBuyer::Business => "Azienda o professionista",
            InvoiceBuyer::PublicBody => "Pubblica amministrazione",
        };
        out.push(labelled("Fattura per", buyer));
        let given = [
            ("Partita IVA", &invoice.vat_number),
            ("Codice fiscale", &invoice.tax_code),
            ("Codice destinatario", &invoice.sdi_code),
            ("PEC", &invoice.pec),
        ];
        out.extend(given.iter().filter(|(_, value)| !value.is_empty()).map(|(label, value)| labelled(label, value)));
    }
    let due = content.invoice_due_day.map(|day| calendar::day(calendar::start_of_day(day), Lang::It));
    out.extend(due.map(|day| labelled("Scadenza", &day)));
    out.extend(
        wishes(content, "Riferimento del cliente", Lang::It).into_iter().map(|(label, value)| labelled(label, &value)),
    );
    out.extend(further_fields(content, settings, Lang::It).iter().map(|(label, value)| labelled(label, value)));
    out
}

fn order_view(
    order: &OrderRecord,
    events: Vec<OrderEvent>,
    invoice: Option<InvoiceState>,
    settings: &ShopSettings,
) -> OrderDetail {
    let page = order_page(order, settings, Lang::It);
    let content = &order.content;
    OrderDetail {
        id: order.id.0,
        status: page.status,
        next: order.status.next().iter().map(|status| status.as_str().to_owned()).collect(),
        created_at: order.created_at,
        updated_at: order.updated_at,
        total_cents: content.total_cents,
        payment_title: page.payment_title,
        shipping_title: page.shipping_title,
        billing_address: postal_address(&content.billing),
        shipping_address: content.needs_shipping.then(|| postal_address(&content.shipping)),
        billing_lines: page.billing_lines,
        shipping_lines: page.shipping_lines,
        customer_note: page.customer_note,
        extra_fields: order_facts(content, settings),
        coupons: content.coupons.iter().map(|coupon| coupon.code.clone()).collect(),
        lines: order.lines.iter().map(|line| order_line(line, content)).collect(),
        totals: totals_with_tax(order, Lang::It)
            .into_iter()
            .map(|row| Total { kind: row.kind, label: row.label, cents: row.cents })
            .collect(),
        vat: VatSums::from_report(&vat_of_order(order)),
        due_now_cents: order.due_now_cents(),
        instalments: instalments_of(order),
        subscriptions: Vec::new(),
        refunds: booked_refunds(order),
        open_refund: None,
        payments: Vec::new(),
        open_capture: None,
        invoice,
        origin: origin_of(content, Lang::It),
        history: events.into_iter().map(event).collect(),
        path: order.received_path(),
    }
}

fn postal_address(address: &Address) -> PostalAddress {
    let address = address.clone();
    PostalAddress {
        first_name: address.first_name,
        last_name: address.last_name,
        company: address.company,
        address_1: address.address_1,
        address_2: address.address_2,
        city: address.city,
        state: address.state,
        postcode: address.postcode,
        country: address.country,
        phone: address.phone,
        email: address.email,
    }
}

fn order_line(line: &NewOrderLine, order: &OrderContent) -> OrderLine {
    let content = &line.content;
    let total = content.subtotal_cents + content.subtotal_tax_cents;
    // Line totals include tax, so the unit price must too, even where the buyer was shown net prices.
    let piece = if order.net_prices { Cents(total.0 / line.quantity.max(1)) } else { content.unit_price_cents };
    OrderLine {
        product_id: line.product_id.0,
        parent_id: if content.parent_id > 0 { content.parent_id } else { line.product_id.0 },
        sku: line.sku.clone(),
        name: line.name.clone(),
        attributes: content
            .words()
            .map(|(label, value)| Labelled { label: label.to_owned(), value: value.to_owned() })
            .collect(),
        quantity: line.quantity,
        unit_price_cents: piece,
        total_cents: total,
    }
}

fn event(event: OrderEvent) -> Event {
    let named = |status: Option<OrderStatus>| status.map(|status| status.as_str().to_owned());
    Event {
        id: event.id,
        kind: event.kind,
        from_status: named(event.from_status),
        to_status: named(event.to_status),
        note: event.note,
        author: event.author,
        created_at: event.created_at,
    }
}

fn subscription_link(record: &SubscriptionRecord) -> SubscriptionLink {
    SubscriptionLink { id: record.id.0, title: title(&record.content), state: record.state.status.as_str().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_one_that_merchants_see() {
        assert_eq!(parse_status("on-hold"), Ok(OrderStatus::OnHold));
        for text in ["", "shipped", "checkout-draft", "On-Hold"] {
            let refusal = parse_status(text).unwrap_err();
            assert_eq!(refusal.errors.first().map(|e| e.field.as_str()), Some("status"), "{text}");
        }
    }
}
