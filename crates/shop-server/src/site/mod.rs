//! The pages of the shop: routes, and the plain forms that work without scripts. What several doors tell of the same things is in
//! [`crate::page_data`].

mod account;
mod analytics;
mod cart;
mod cart_form;
mod checkout;
mod checkout_form;
mod comment_form;
mod consent;
mod content;
mod document;
mod download;
mod filters;
mod find_order;
mod leave;
mod listing;
mod machines;
mod newsletter;
mod notices;
mod offers;
mod offline;
mod order;
mod order_pay;
mod order_pay_repeat;
mod paying;
mod plain_form;
mod price_report;
mod product;
mod quote_form;
mod reader_form;
mod review_form;
mod search;
mod unsubscribe;
mod withdrawal;

use axum::Router;
use axum::routing::{get, post};

use crate::state::AppState;

/// All pages.
pub fn router(state: &AppState) -> Router<AppState> {
    account::router()
        .route("/", get(listing::home))
        .route("/price-report", post(price_report::price_report))
        .route("/negozio/", get(listing::shop))
        .route("/categoria-prodotto/{*path}", get(listing::category))
        .route("/tag-prodotto/{slug}/", get(listing::tag))
        .route("/prodotto/{slug}/", get(product::show).post(product::submit))
        .route("/prodotto/{slug}/{part}/", get(product::show_reviews))
        .route("/wp-comments-post.php", post(review_form::send_by_number))
        .route("/cart/", get(cart::show).post(cart_form::update))
        .route("/api/cart/offers", get(offers::show))
        .route("/checkout/", get(checkout::show).post(checkout_form::place))
        .route("/checkout/order-received/{id}/", get(order::received))
        .route("/checkout/order-pay/{id}/", get(order_pay::show).post(order_pay::pay))
        .route("/newsletter/", get(newsletter::show).post(newsletter::send))
        .route("/newsletter/conferma/", get(newsletter::show_confirm).post(newsletter::confirm))
        .route("/newsletter/annulla/", get(newsletter::show_leave).post(newsletter::leave))
        .route("/ordine/", get(find_order::order).post(find_order::send_order))
        .route("/recesso/", get(find_order::withdrawal).post(find_order::send_withdrawal))
        .route("/recesso/{id}/", get(withdrawal::show).post(withdrawal::send))
        .route("/download/{order}/{product}/{file}/", get(download::fetch).post(download::consent))
        .route("/documento/{order}/{file}", get(document::fetch))
        .route("/robots.txt", get(machines::robots))
        .route("/sitemap.xml", get(machines::sitemap))
        .route("/site.webmanifest", get(offline::manifest))
        .route("/service-worker.js", get(offline::worker))
        .route("/offline/", get(offline::page))
        .route("/.well-known/apple-developer-merchantid-domain-association", get(machines::apple_pay_domain))
        .route("/blog/", get(content::blog))
        .route("/blog/page/{n}/", get(content::blog_page))
        .route("/blog/{slug}/", get(content::post).post(content::comment))
        .route("/disiscrizione/{token}/", get(unsubscribe::show).post(unsubscribe::unsubscribe))
        .merge(consent::router())
        .merge(analytics::router())
        .merge(notices::router())
        .merge(search::router(state))
        .fallback(content::page)
}
