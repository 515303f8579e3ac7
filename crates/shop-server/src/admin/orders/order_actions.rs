//! What staff do with an order: a new status, a note, the invoice, a paid instalment. Each is answered with the order as it then is.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use shop_core::base::{FieldError, OrderId};
use shop_services::orders::documents::{Documents, InvoiceRefusal};
use shop_services::orders::einvoices::EInvoices;
use shop_services::orders::order_steps::{OrderSteps, StatusRefusal};
use shop_services::orders::{InstalmentError, Orders};
use shop_services::ports::TransitionRefusal;
use utoipa::ToSchema;

use super::order::{OrderDetail, OrderDetails, parse_status};
use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::problem::{Body, Id, Ids, Problem, Refusal};

/// Longest note, in characters.
const MAX_NOTE_CHARS: usize = 2000;

/// A change of the order status.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct StatusChange {
    /// One of the order's `next` statuses.
    status: String,
    /// Note for the history.
    #[serde(default)]
    note: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct NewNote {
    note: String,
    /// Whether the buyer receives the note by e-mail.
    #[serde(default)]
    to_customer: bool,
}

/// Whether an instalment was paid.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct InstalmentChange {
    /// `true` to mark it as paid, `false` to undo that.
    paid: bool,
}

/// Changes the status of an order.
#[utoipa::path(post, path = "/api/admin/orders/{id}/status", request_body = StatusChange, params(("id" = i64, Path)),
    responses((status = 200, body = OrderDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn set_status(
    State(details): State<OrderDetails>,
    State(order_steps): State<OrderSteps>,
    staff: Staff,
    Id(id): Id,
    Body(change): Body<StatusChange>,
) -> Result<Json<OrderDetail>, Refusal> {
    let to = parse_status(&change.status)?;
    let note = validate_note(&change.note)?;
    match order_steps.set_order_status(OrderId(id), to, note, &staff.person.username).await? {
        Ok(()) => details.load(OrderId(id)).await,
        Err(StatusRefusal::Unknown) => Err(Refusal::not_found()),
        Err(StatusRefusal::RefundOpen) => Err(Refusal::new(StatusCode::CONFLICT, messages::ORDER_REFUND_OPEN)),
        Err(StatusRefusal::NotCaptured) => Err(Refusal::new(StatusCode::CONFLICT, messages::ORDER_NOT_CAPTURED)),
        Err(StatusRefusal::NothingCaptured) => {
            Err(Refusal::new(StatusCode::CONFLICT, messages::ORDER_NOTHING_CAPTURED))
        }
        Err(StatusRefusal::Invalid(step)) => Err(Refusal::new(StatusCode::CONFLICT, messages::ORDER_STEP_REFUSED)
            .with("from", &step.from.as_str())
            .with("to", &step.to.as_str())),
        Err(StatusRefusal::Refused(TransitionRefusal::Changed)) => {
            Err(Refusal::new(StatusCode::CONFLICT, messages::ORDER_CHANGED))
        }
        Err(StatusRefusal::Refused(TransitionRefusal::NotEnoughStock { name, available })) => {
            Err(Refusal::new(StatusCode::CONFLICT, messages::ORDER_STOCK_SHORT)
                .with("name", &name)
                .with("available", &available.to_string()))
        }
        Err(StatusRefusal::Refused(TransitionRefusal::CouponUsedUp { code })) => {
            Err(Refusal::new(StatusCode::CONFLICT, messages::ORDER_COUPON_USED_UP).with("code", &code))
        }
        Err(StatusRefusal::Refused(TransitionRefusal::CreditShort { code })) => {
            Err(Refusal::new(StatusCode::CONFLICT, messages::ORDER_CREDIT_SHORT).with("code", &code))
        }
        Err(StatusRefusal::Refused(TransitionRefusal::OfferUsed { id })) => {
            Err(Refusal::new(StatusCode::CONFLICT, messages::ORDER_OFFER_USED).with("number", &id))
        }
    }
}

/// Adds a note to an order's history, and e-mails it to the buyer if requested.
#[utoipa::path(post, path = "/api/admin/orders/{id}/notes", request_body = NewNote, params(("id" = i64, Path)),
    responses((status = 200, body = OrderDetail)))]
pub(in crate::admin) async fn add_note(
    State(details): State<OrderDetails>,
    State(orders): State<Orders>,
    staff: Staff,
    Id(id): Id,
    Body(new): Body<NewNote>,
) -> Result<Json<OrderDetail>, Refusal> {
    let id = OrderId(id);
    let note = validate_note(&new.note)?;
    if note.is_empty() {
        return Err(Refusal::field(FieldError::new("note", messages::REQUIRED)));
    }
    if !orders.note_order(id, note, new.to_customer, &staff.person.username).await? {
        return Err(Refusal::not_found());
    }
    details.load(id).await
}

fn validate_note(text: &str) -> Result<&str, Refusal> {
    let note = text.trim();
    if note.chars().count() <= MAX_NOTE_CHARS {
        Ok(note)
    } else {
        Err(Refusal::field(FieldError::new("note", messages::TOO_LONG).with("maximum", MAX_NOTE_CHARS)))
    }
}

/// Issues an order's invoice under the next number of the year. Repeating the request changes nothing.
#[utoipa::path(post, path = "/api/admin/orders/{id}/invoice", params(("id" = i64, Path)),
    responses((status = 200, body = OrderDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn issue(
    State(details): State<OrderDetails>,
    State(documents): State<Documents>,
    State(einvoices): State<EInvoices>,
    staff: Staff,
    Id(id): Id,
) -> Result<Json<OrderDetail>, Refusal> {
    let conflict = |code| Refusal::new(StatusCode::CONFLICT, code);
    // Covers invoices from before electronic invoicing, too.
    if documents.invoice_of(OrderId(id)).await?.is_some() {
        return details.load(OrderId(id)).await;
    }
    match einvoices.issue_invoice(OrderId(id), &staff.person.username).await? {
        Ok(_) => details.load(OrderId(id)).await,
        Err(InvoiceRefusal::Unknown) => Err(Refusal::not_found()),
        Err(InvoiceRefusal::NotRequested) => Err(conflict(messages::INVOICE_NOT_REQUESTED)),
        Err(InvoiceRefusal::NotPaid) => Err(conflict(messages::INVOICE_NOT_PAID)),
        Err(InvoiceRefusal::SellerIncomplete) => Err(conflict(messages::INVOICE_SELLER_INCOMPLETE)),
        Err(InvoiceRefusal::BuyerIncomplete) => Err(conflict(messages::INVOICE_BUYER_INCOMPLETE)),
    }
}

/// Marks an instalment as paid and e-mails the buyer, or undoes that.
#[utoipa::path(post, path = "/api/admin/orders/{id}/instalments/{position}",
    request_body = InstalmentChange, params(("id" = i64, Path), ("position" = i64, Path)),
    responses((status = 200, body = OrderDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn book(
    State(details): State<OrderDetails>,
    State(orders): State<Orders>,
    staff: Staff,
    Ids(id, position): Ids,
    Body(change): Body<InstalmentChange>,
) -> Result<Json<OrderDetail>, Refusal> {
    let id = OrderId(id);
    orders.book_part(id, position, change.paid, &staff.person.username).await?;
    details.load(id).await
}

impl From<InstalmentError> for Refusal {
    fn from(error: InstalmentError) -> Self {
        match error {
            InstalmentError::Unknown => Self::not_found(),
            InstalmentError::Changed => Self::new(StatusCode::CONFLICT, messages::ORDER_CHANGED),
            InstalmentError::Store(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_trimmed_and_bounded() {
        assert_eq!(validate_note("  chiamata fatta\n"), Ok("chiamata fatta"));
        assert!(validate_note(&"è".repeat(MAX_NOTE_CHARS)).is_ok());
        assert!(validate_note(&"è".repeat(MAX_NOTE_CHARS + 1)).is_err());
    }
}
