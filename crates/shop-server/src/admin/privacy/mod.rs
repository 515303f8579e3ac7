//! Consent records, captured e-mails, analytics, order origins, personal data and data breaches.

pub(super) mod analytics;
pub(super) mod breaches;
pub(super) mod captured_emails;
pub(super) mod consents;
pub(super) mod origins;
pub(super) mod personal_data;

use utoipa_axum::router::OpenApiRouter;

use crate::app::routing::operations;
use crate::app::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    operations![
        origins::show,
        origins::export,
        consents::services,
        consents::change_services,
        captured_emails::list,
        captured_emails::export,
        captured_emails::forget,
        captured_emails::unsubscribe,
        analytics::show,
        personal_data::list,
        personal_data::erasure_done,
        breaches::list,
        breaches::add,
        breaches::save,
        consents::list,
        consents::export,
    ]
}
