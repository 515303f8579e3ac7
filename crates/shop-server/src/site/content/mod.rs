//! The merchant's pages and blog, comments, the newsletter, and the shop's notices.

pub(super) mod comment_form;
mod newsletter;
mod notices;
pub(super) mod pages;

use axum::Router;
use axum::routing::{get, post};

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/blog/", get(to(pages::blog)))
        .route("/blog/page/{n}/", get(to(pages::blog_page)))
        .route("/blog/{slug}/", get(to(pages::post)).post(to(pages::comment)))
        .route("/newsletter/", get(to(newsletter::show)).post(to(newsletter::send)))
        .route("/newsletter/conferma/", get(to(newsletter::show_confirm)).post(to(newsletter::confirm)))
        .route("/newsletter/annulla/", get(to(newsletter::show_leave)).post(to(newsletter::leave)))
        .route("/avviso/", post(to(notices::close)))
        .route("/wp-json/wp/v2/users/me", post(to(notices::close_by_rest_call)))
}
