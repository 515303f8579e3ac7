//! Orders with their documents, e-invoices, refunds, subscriptions and bookings, and the VAT due on them.

pub(super) mod bookings;
pub(super) mod documents;
pub(super) mod einvoices;
pub(super) mod instalments;
pub(super) mod order;
pub(super) mod order_actions;
pub(super) mod order_list;
pub(super) mod refund_view;
pub(super) mod refunds;
pub(super) mod subscriptions;
pub(super) mod vat;

use utoipa_axum::router::OpenApiRouter;

use crate::app::routing::operations;
use crate::app::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    operations![
        vat::show,
        vat::export,
        bookings::list,
        bookings::export,
        order_list::list,
        order_list::export,
        order::detail,
        order_actions::set_status,
        order_actions::add_note,
        order_actions::issue,
        documents::fetch,
        refunds::refund,
        refunds::preview,
        refunds::again,
        order_actions::book,
        einvoices::list,
        einvoices::export,
        einvoices::detail,
        einvoices::file,
        einvoices::send,
        einvoices::mark,
        einvoices::correct,
        subscriptions::list,
        subscriptions::detail,
        subscriptions::step,
    ]
}
