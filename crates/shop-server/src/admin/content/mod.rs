//! The merchant's own pages, comments, the newsletter and the theme.

pub(super) mod comments;
pub(super) mod moderation;
pub(super) mod newsletter;
pub(super) mod pages;
pub(super) mod theme;

use utoipa_axum::router::OpenApiRouter;

use crate::admin::catalogue::products::MAX_PICTURE_MB;
use crate::admin::platform::upload::body_limit;
use crate::app::routing::operations;
use crate::app::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    operations![
        theme::show,
        theme::change,
        newsletter::list,
        newsletter::export,
        newsletter::forget,
        newsletter::unsubscribe,
        pages::list,
        pages::add,
        pages::preview,
        comments::list,
        comments::decide,
        comments::answer,
        comments::forget,
        pages::read,
        pages::save,
        pages::delete,
    ]
    .merge(upload_routes())
}

/// The route that accepts a picture, with its own body limit.
fn upload_routes() -> OpenApiRouter<AppState> {
    operations![theme::add_logo].layer(body_limit(MAX_PICTURE_MB))
}
