//! Dashboard, settings, the mailbox, and the upload and archive helpers.

pub(super) mod dashboard;
pub(super) mod mail;
pub(super) mod mirror;
pub(super) mod settings;
pub(super) mod upload;
pub(super) mod zip;

use utoipa_axum::router::OpenApiRouter;

use crate::app::routing::operations;
use crate::app::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    operations![
        dashboard::show,
        settings::read,
        settings::change,
        settings::changes,
        settings::payments,
        settings::change_payments,
        settings::zones,
        settings::change_zones,
        settings::try_address,
        settings::taxes,
        settings::change_taxes,
        mail::list,
        mail::detail,
        mail::html,
        mail::resend,
    ]
}
