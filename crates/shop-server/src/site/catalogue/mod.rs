//! Home page, product lists, product pages, search suggestions and reviews.

mod filters;
mod listing;
mod own_reviews;
mod product;
mod review_form;
pub(super) mod search;

use axum::Router;
use axum::routing::{get, post};

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes(state: &AppState) -> Router<AppState> {
    Router::new()
        .route("/", get(to(listing::home)))
        .route("/negozio/", get(to(listing::shop)))
        .route("/categoria-prodotto/{*path}", get(to(listing::category)))
        .route("/tag-prodotto/{slug}/", get(to(listing::tag)))
        .route("/prodotto/{slug}/", get(to(product::show)).post(to(product::submit)))
        .route("/prodotto/{slug}/{part}/", get(to(product::show_reviews)))
        .route("/wp-comments-post.php", post(to(review_form::send_by_id)))
        .route("/my-account/reviews/", get(to(own_reviews::show)))
        .merge(search::routes(state))
}
