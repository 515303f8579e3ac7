//! Documents of an order: packing slip, summary and invoice.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use shop_core::base::OrderId;
use shop_core::orders::document::einvoice::EInvoiceKind;
use shop_services::Context;
use shop_services::orders::Orders;
use shop_services::orders::documents::Documents;
use shop_services::orders::einvoices::EInvoices;
use shop_services::ports::{EInvoiceFilter, OrderRecord};
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::problem::{IdAndName, Refusal};
use crate::orders::order_documents::{DocumentFailure, Kind, document};

/// Invoice status of an order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct InvoiceState {
    /// "12/2026"; `null` until the invoice is issued.
    number: Option<String>,
    /// Time of issue.
    issued_at: Option<i64>,
    /// Whether the invoice can be issued now.
    can_issue: bool,
    /// Whether a courtesy copy exists as PDF.
    has_copy: bool,
    /// Electronic invoices of the order: the invoice, then its credit notes.
    einvoices: Vec<OrderEInvoice>,
}

/// An electronic invoice of an order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OrderEInvoice {
    id: i64,
    /// Formatted as "NC-3/2026".
    number: String,
    /// `TD01` (invoice), `TD04` (credit note) or `TD24` (deferred invoice).
    kind: &'static str,
    /// `ready`, `sent`, `delivered`, `undelivered` or `rejected`.
    state: &'static str,
}

/// Most electronic invoices shown with an order.
const MAX_EINVOICES: u64 = 100;

pub(in crate::admin) async fn invoice_state(
    documents: &Documents,
    einvoices: &EInvoices,
    order: &OrderRecord,
) -> Result<InvoiceState, Refusal> {
    let copy = documents.invoice_of(order.id).await?;
    let filter =
        EInvoiceFilter { order: Some(order.id), page: 1, per_page: MAX_EINVOICES, ..EInvoiceFilter::default() };
    let (mut found, _) = einvoices.list(&filter).await?;
    found.sort_by_key(|one| (one.kind == EInvoiceKind::CreditNote, one.id));
    let own = found.first().filter(|one| one.kind != EInvoiceKind::CreditNote);
    let copied = || copy.as_ref().map(|one| (one.number.to_string(), one.issued_at));
    let issued = own.map(|one| (one.number.to_string(), one.created_at)).or_else(copied);
    let can_issue = issued.is_none() && einvoices.invoice_refusal(order).await?.is_none();
    let (number, issued_at) = issued.unzip();
    Ok(InvoiceState {
        number,
        issued_at,
        can_issue,
        has_copy: copy.is_some(),
        einvoices: found
            .iter()
            .map(|one| OrderEInvoice {
                id: one.id,
                number: one.number.to_string(),
                kind: one.kind.as_str(),
                state: one.state.as_str(),
            })
            .collect(),
    })
}

/// Returns a document as PDF: `distinta.pdf` (packing slip), `riepilogo.pdf` (summary) or `fattura.pdf` (invoice, once issued).
#[utoipa::path(get, path = "/api/admin/orders/{id}/documents/{file}",
    params(("id" = i64, Path), ("file" = String, Path, pattern = "^[A-Za-z0-9._-]+$")),
    responses((status = 200, body = Vec<u8>, content_type = "application/pdf")))]
pub(in crate::admin) async fn fetch(
    State(context): State<Arc<Context>>,
    State(documents): State<Documents>,
    State(orders): State<Orders>,
    _staff: Staff,
    IdAndName(id, file): IdAndName,
) -> Result<Response, Refusal> {
    let kind = Kind::of_file(&file).ok_or_else(Refusal::not_found)?;
    let order = orders.order(OrderId(id)).await?.ok_or_else(Refusal::not_found)?;
    match document(&context, &documents, &order, kind).await {
        Ok(found) => found.ok_or_else(Refusal::not_found),
        Err(DocumentFailure::Store(error)) => Err(error.into()),
        Err(DocumentFailure::Document) => Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, messages::UNKNOWN_ERROR)),
    }
}
