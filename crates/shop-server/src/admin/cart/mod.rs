//! Coupons and store credit.

pub(super) mod coupons;
pub(super) mod credits;

use utoipa_axum::router::OpenApiRouter;

use crate::app::routing::operations;
use crate::app::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    operations![
        coupons::list,
        coupons::add,
        coupons::bulk,
        coupons::detail,
        coupons::save,
        coupons::delete,
        coupons::duplicate,
        credits::list,
        credits::issue,
        credits::detail,
        credits::withdraw,
    ]
}
