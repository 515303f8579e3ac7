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

use crate::app::routing::to;
use crate::app::state::AppState;

pub fn router(state: &AppState) -> Router<AppState> {
    account::router()
        .route("/", get(to(listing::home)))
        .route("/price-report", post(to(price_report::price_report)))
        .route("/negozio/", get(to(listing::shop)))
        .route("/categoria-prodotto/{*path}", get(to(listing::category)))
        .route("/tag-prodotto/{slug}/", get(to(listing::tag)))
        .route("/prodotto/{slug}/", get(to(product::show)).post(to(product::submit)))
        .route("/prodotto/{slug}/{part}/", get(to(product::show_reviews)))
        .route("/wp-comments-post.php", post(to(review_form::send_by_number)))
        .route("/cart/", get(to(cart::show)).post(to(cart_form::update)))
        .route("/api/cart/offers", get(to(offers::show)))
        .route("/checkout/", get(to(checkout::show)).post(to(checkout_form::place)))
        .route("/checkout/order-received/{id}/", get(to(order::received)))
        .route("/checkout/order-pay/{id}/", get(to(order_pay::show)).post(to(order_pay::pay)))
        .route("/newsletter/", get(to(newsletter::show)).post(to(newsletter::send)))
        .route("/newsletter/conferma/", get(to(newsletter::show_confirm)).post(to(newsletter::confirm)))
        .route("/newsletter/annulla/", get(to(newsletter::show_leave)).post(to(newsletter::leave)))
        .route("/ordine/", get(to(find_order::order)).post(to(find_order::send_order)))
        .route("/recesso/", get(to(find_order::withdrawal)).post(to(find_order::send_withdrawal)))
        .route("/recesso/{id}/", get(to(withdrawal::show)).post(to(withdrawal::send)))
        .route("/download/{order}/{product}/{file}/", get(to(download::fetch)).post(to(download::consent)))
        .route("/documento/{order}/{file}", get(to(document::fetch)))
        .route("/robots.txt", get(to(machines::robots)))
        .route("/sitemap.xml", get(to(machines::sitemap)))
        .route("/site.webmanifest", get(to(offline::manifest)))
        .route("/service-worker.js", get(to(offline::worker)))
        .route("/offline/", get(to(offline::page)))
        .route("/.well-known/apple-developer-merchantid-domain-association", get(to(machines::apple_pay_domain)))
        .route("/blog/", get(to(content::blog)))
        .route("/blog/page/{n}/", get(to(content::blog_page)))
        .route("/blog/{slug}/", get(to(content::post)).post(to(content::comment)))
        .route("/disiscrizione/{token}/", get(to(unsubscribe::show)).post(to(unsubscribe::unsubscribe)))
        .merge(consent::router())
        .merge(analytics::router())
        .merge(notices::router())
        .merge(search::router(state))
        .fallback(to(content::page))
}
