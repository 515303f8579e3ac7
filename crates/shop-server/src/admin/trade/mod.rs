//! Business customers: companies, their roles and prices, offers, conversations, payments received and VAT checks.

pub(super) mod companies;
pub(super) mod conversations;
pub(super) mod message_templates;
pub(super) mod offers;
pub(super) mod receivables;
pub(super) mod roles;
pub(super) mod trade_prices;
pub(super) mod vat_checks;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;

use crate::admin::platform::upload::body_limit;
use crate::app::forms::posted_form;
use crate::app::routing::operations;
use crate::app::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    operations![
        vat_checks::list,
        vat_checks::again,
        offers::list,
        offers::add,
        offers::preview,
        offers::detail,
        offers::save,
        offers::delete,
        offers::send,
        offers::withdraw,
        offers::duplicate,
        offers::document,
        offers::buyers,
        roles::list,
        roles::add,
        roles::save,
        roles::delete,
        roles::add_field,
        roles::save_field,
        roles::delete_field,
        roles::order_fields,
        companies::list,
        companies::detail,
        companies::decide,
        companies::set_terms,
        companies::add_note,
        companies::file,
        receivables::account,
        receivables::record_payment,
        receivables::take_back,
        conversations::list,
        conversations::unread,
        conversations::detail,
        conversations::set_state,
        conversations::file,
        message_templates::list,
        message_templates::add,
        message_templates::save,
        message_templates::delete,
        trade_prices::owners,
        trade_prices::list,
        trade_prices::change,
        trade_prices::discount,
    ]
    .merge(upload_routes())
}

/// Routes that accept files, each with a body limit of its own.
fn upload_routes() -> OpenApiRouter<AppState> {
    operations![conversations::answer]
        .layer(DefaultBodyLimit::max(posted_form::MAX_BODY_BYTES))
        .merge(price_file_routes())
}

fn price_file_routes() -> OpenApiRouter<AppState> {
    operations![trade_prices::export, trade_prices::import].layer(body_limit(trade_prices::MAX_FILE_MB))
}
