//! Staff logins, the first administrator, and customers.

pub(super) mod auth;
pub(super) mod customers;
pub(super) mod first_admin;

use utoipa_axum::router::OpenApiRouter;

use crate::app::routing::operations;
use crate::app::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    operations![
        auth::login,
        auth::logout,
        auth::me,
        customers::list,
        customers::detail,
        customers::set_role,
        customers::block,
        customers::send_password_link,
    ]
}
