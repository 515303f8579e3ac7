//! The merchant's own pages, comments, the newsletter and the theme.

pub(super) mod comments;
pub(super) mod moderation;
pub(super) mod newsletter;
pub(super) mod pages;
pub(super) mod theme;

use axum::routing::{delete, get, post};

use crate::admin::catalogue::products::MAX_PICTURE_MB;
use crate::admin::platform::upload::body_limit;
use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/theme", get(to(theme::show)).put(to(theme::change)))
        .route("/api/admin/newsletter", get(to(newsletter::list)))
        .route("/api/admin/newsletter/export", get(to(newsletter::export)))
        .route("/api/admin/newsletter/{id}", delete(to(newsletter::forget)))
        .route("/api/admin/newsletter/{id}/unsubscribe", post(to(newsletter::unsubscribe)))
        .route("/api/admin/pages", get(to(pages::list)).post(to(pages::add)))
        .route("/api/admin/pages/preview", post(to(pages::preview)))
        .route("/api/admin/comments", get(to(comments::list)))
        .route("/api/admin/comments/{id}/state", post(to(comments::decide)))
        .route("/api/admin/comments/{id}/answers", post(to(comments::answer)))
        .route("/api/admin/comments/{id}/forget-writer", post(to(comments::forget)))
        .route("/api/admin/pages/{id}", get(to(pages::read)).put(to(pages::save)).delete(to(pages::delete)))
        .merge(upload_routes())
}

/// The route that accepts a picture, with its own body limit.
fn upload_routes() -> axum::Router<AppState> {
    axum::Router::new().route("/api/admin/theme/logo", post(to(theme::add_logo))).layer(body_limit(MAX_PICTURE_MB))
}
