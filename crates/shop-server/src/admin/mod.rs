//! The back office: its JSON API under `/api/admin/…`, and the page under `/admin/` that runs its own script bundle.
//!
//! Every operation needs a logged-in member of staff: [`accounts::auth::Staff`] checks the login and guards writes,
//! [`accounts::auth::Admin`] guards what only administrators may do. Every error is a [`problem::Problem`].
#![allow(unused_qualifications, reason = "utoipa's macros qualify the types that they are given")]

mod accounts;
mod cart;
mod catalogue;
mod content;
mod created;
mod messages;
mod openapi;
mod orders;
mod payments;
mod platform;
mod privacy;
mod problem;
mod query;
mod shell;
mod trade;

use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::any;
use utoipa_axum::router::OpenApiRouter;

use crate::app::routing::to;
use crate::app::state::AppState;

pub use accounts::first_admin::{FirstAdmin, FirstAdminError, ensure_first_admin};
pub use openapi::openapi;
pub(crate) use problem::{Refusal, language};

/// Largest request body without a file; a product with all its texts and a hundred variations is far below.
const MAX_BODY_BYTES: usize = 512 * 1024;

/// Builds the router of the back office: its API and its page.
pub fn router() -> axum::Router<AppState> {
    api().merge(shell::router())
}

/// Whether the back office serves this path. The files of its script bundle are served with all other assets.
pub fn has_path(path: &str) -> bool {
    let is_page = path == "/admin" || (path.starts_with("/admin/") && !path.starts_with("/admin/assets/"));
    is_page || path.starts_with("/api/admin/")
}

/// Merges the routes of all rooms. An unknown path gets a JSON error, too. A room's upload routes set a higher body limit on their
/// own layer, which overrides the default here.
fn api() -> axum::Router<AppState> {
    let (api, _) = operations().split_for_parts();
    api.layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .route("/api/admin/{*path}", any(to(unknown_path)))
        .layer(middleware::from_fn(problem::localize_refusals))
}

/// The operations of all rooms, with their descriptions.
fn operations() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(accounts::routes())
        .merge(cart::routes())
        .merge(catalogue::routes())
        .merge(content::routes())
        .merge(orders::routes())
        .merge(payments::routes())
        .merge(platform::routes())
        .merge(privacy::routes())
        .merge(trade::routes())
}

/// Answers an unknown API path.
async fn unknown_path() -> problem::Refusal {
    problem::Refusal::not_found()
}
