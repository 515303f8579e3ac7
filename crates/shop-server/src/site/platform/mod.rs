//! What search engines and browsers fetch besides pages: `robots.txt`, sitemap, web app manifest and service worker.

mod sitemap;
mod web_app;

use axum::Router;
use axum::routing::get;

use crate::app::routing::to;
use crate::app::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/robots.txt", get(to(sitemap::robots)))
        .route("/sitemap.xml", get(to(sitemap::sitemap)))
        .route("/site.webmanifest", get(to(web_app::manifest)))
        .route("/service-worker.js", get(to(web_app::worker)))
        .route("/offline/", get(to(web_app::page)))
}
