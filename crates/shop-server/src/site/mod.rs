//! The pages of the shop: routes, the data that each page shows, and the plain forms that work without scripts.

mod account;
mod card;
mod cart;
mod checkout;
mod context;
mod filters;
mod form;
mod listing;
mod offers;
mod order;
mod product;
mod product_view;
pub(crate) mod quick_view;
mod review_form;
mod reviews;
mod sanitize;
mod texts;
mod words;

pub(crate) use checkout::{CHOICES_NONCE, wanted};

use axum::Router;
use axum::routing::{get, post};

use crate::state::AppState;

pub(crate) use account::{AccountDenied, account_password_hash, new_password_hash, welcome_new};
pub use form::checkout_form_from_pairs;
pub(crate) use form::invoice_form_from_pairs;

/// All pages.
pub fn router() -> Router<AppState> {
    Router::new()
        .merge(account::router())
        .route("/", get(listing::home))
        .route("/negozio/", get(listing::shop))
        .route("/categoria-prodotto/{*path}", get(listing::category))
        .route("/tag-prodotto/{slug}/", get(listing::tag))
        .route("/prodotto/{slug}/", get(product::show).post(product::submit))
        .route("/prodotto/{slug}/{part}/", get(product::show_reviews))
        .route("/wp-comments-post.php", post(review_form::send_by_number))
        .route("/cart/", get(cart::show).post(cart::update))
        .route("/api/cart/offers", get(offers::show))
        .route("/checkout/", get(checkout::show).post(checkout::place))
        .route("/checkout/order-received/{id}/", get(order::received))
        .route("/robots.txt", get(texts::robots))
        .route("/sitemap.xml", get(texts::sitemap))
        .fallback(texts::page)
}
