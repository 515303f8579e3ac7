//! Captures and releases of authorised payments, and the set-up of the payment provider.

pub(super) mod captures;
pub(super) mod order_payments;
pub(super) mod payment_setup;

use utoipa_axum::router::OpenApiRouter;

use crate::app::routing::operations;
use crate::app::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    operations![
        captures::capture,
        captures::release,
        payment_setup::show,
        payment_setup::set_up_webhook,
        payment_setup::set_up_domain,
        payment_setup::change_keys,
        payment_setup::forget_keys,
    ]
}
