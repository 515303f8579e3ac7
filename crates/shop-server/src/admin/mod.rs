//! The back office: its JSON under `/api/admin/…`, and the page that its own script bundle runs in under `/admin/`.
//!
//! Every answer is for a logged-in member of staff ([`auth::Staff`] says who that is and guards writes, [`auth::Admin`] what is
//! for administrators alone); every refusal is a [`problem::Problem`].
#![allow(unused_qualifications, reason = "utoipa's macros qualify the types that they are given")]

mod analytics;
mod auth;
mod bookings;
mod breaches;
mod captured_emails;
mod categories;
mod choices;
mod comments;
mod companies;
mod consents;
mod conversations;
mod coupons;
mod credits;
mod customers;
mod dashboard;
mod documents;
mod einvoices;
mod first_admin;
mod instalments;
mod mail;
mod message_templates;
mod messages;
mod mirror;
mod moderation;
mod names;
mod newsletter;
mod offers;
mod openapi;
mod order_list;
mod order_payments;
mod orders;
mod origins;
mod pages;
mod payment_setup;
mod personal_data;
mod problem;
mod products;
mod receivables;
mod refunds;
mod reviews;
mod roles;
mod settings;
mod shell;
mod subscriptions;
mod terms;
mod theme;
mod trade_prices;
mod transfer;
mod upload;
mod vat;
mod vat_checks;
mod zip;

use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{any, delete, get, post, put};

use crate::csv;
use crate::posted_form;
use crate::state::AppState;

pub use first_admin::{FirstAdmin, FirstAdminError, ensure_first_admin};
pub use openapi::openapi;
pub(crate) use problem::{Refusal, language};

/// Largest body taken: a product with all its texts and a hundred variations is far below.
const MAX_BODY_BYTES: usize = 512 * 1024;
/// A file so many times too large is still read to its end; of a larger one the connection is closed.
const HEARD: usize = 4;
/// Bytes of a megabyte.
const MEGABYTE: usize = 1024 * 1024;
/// Rows on a page of a list.
const PER_PAGE: u64 = 25;
/// Longest search text looked at, in characters.
const MAX_SEARCH_CHARS: usize = 100;

/// All routes of the back office.
pub fn router() -> axum::Router<AppState> {
    api().merge(shell::router())
}

/// Whether a path is one of these routes; the files of its pages are among all assets.
pub fn has_path(path: &str) -> bool {
    let is_page = path == "/admin" || (path.starts_with("/admin/") && !path.starts_with("/admin/assets/"));
    is_page || path.starts_with("/api/admin/")
}

/// The routes by subject. One that is not there is told as JSON, too.
fn api() -> axum::Router<AppState> {
    login_and_figures()
        .merge(orders_api())
        .merge(einvoices_api())
        .merge(offers_api())
        .merge(products_api())
        .merge(settings_api())
        .merge(catalogue_api())
        .merge(content_api())
        .merge(people_api())
        .merge(companies_api())
        .merge(trade_api())
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .merge(uploads())
        .route("/api/admin/{*path}", any(unknown))
        .layer(middleware::from_fn(problem::speak))
}

/// Who is logged in, and what the shop comes to.
fn login_and_figures() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/login", post(auth::login))
        .route("/api/admin/logout", post(auth::logout))
        .route("/api/admin/me", get(auth::me))
        .route("/api/admin/dashboard", get(dashboard::show))
        .route("/api/admin/vat", get(vat::show))
        .route("/api/admin/vat/export", get(vat::export))
        .route("/api/admin/origins", get(origins::show))
        .route("/api/admin/origins/export", get(origins::export))
        .route("/api/admin/vat-checks", get(vat_checks::list))
        .route("/api/admin/vat-checks/{id}/again", post(vat_checks::again))
        .route("/api/admin/bookings", get(bookings::list))
        .route("/api/admin/bookings/export", get(bookings::export))
}

/// Orders, with their documents and payments.
fn orders_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/orders", get(order_list::list))
        .route("/api/admin/orders/export", get(order_list::export))
        .route("/api/admin/orders/{id}", get(orders::detail))
        .route("/api/admin/orders/{id}/status", post(orders::set_status))
        .route("/api/admin/orders/{id}/notes", post(orders::add_note))
        .route("/api/admin/orders/{id}/invoice", post(documents::issue))
        .route("/api/admin/orders/{id}/documents/{file}", get(documents::fetch))
        .route("/api/admin/orders/{id}/refunds", post(refunds::refund))
        .route("/api/admin/orders/{id}/refunds/preview", post(refunds::preview))
        .route("/api/admin/orders/{id}/refunds/{refund}", post(refunds::again))
        .route("/api/admin/orders/{id}/capture", post(order_payments::capture))
        .route("/api/admin/orders/{id}/release", post(order_payments::release))
        .route("/api/admin/orders/{id}/instalments/{position}", post(instalments::book))
}

/// Electronic invoices.
fn einvoices_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/einvoices", get(einvoices::list))
        .route("/api/admin/einvoices/export", get(einvoices::export))
        .route("/api/admin/einvoices/{id}", get(einvoices::detail))
        .route("/api/admin/einvoices/{id}/file", get(einvoices::file))
        .route("/api/admin/einvoices/{id}/send", post(einvoices::send))
        .route("/api/admin/einvoices/{id}/mark", post(einvoices::mark))
        .route("/api/admin/einvoices/{id}/correction", put(einvoices::correct))
}

/// Coupons, store credit, subscriptions and offers to companies.
fn offers_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/offers", get(offers::list).post(offers::add))
        .route("/api/admin/offers/preview", post(offers::preview))
        .route("/api/admin/offers/{id}", get(offers::detail).put(offers::save).delete(offers::delete))
        .route("/api/admin/offers/{id}/send", post(offers::send))
        .route("/api/admin/offers/{id}/withdraw", post(offers::withdraw))
        .route("/api/admin/offers/{id}/duplicate", post(offers::duplicate))
        .route("/api/admin/offers/{id}/offerta.pdf", get(offers::document))
        .route("/api/admin/offer-buyers", get(offers::buyers))
        .route("/api/admin/coupons", get(coupons::list).post(coupons::add))
        .route("/api/admin/coupons/bulk", post(coupons::bulk))
        .route("/api/admin/coupons/{id}", get(coupons::detail).put(coupons::save).delete(coupons::delete))
        .route("/api/admin/coupons/{id}/duplicate", post(coupons::duplicate))
        .route("/api/admin/credits", get(credits::list).post(credits::issue))
        .route("/api/admin/credits/{id}", get(credits::detail))
        .route("/api/admin/credits/{id}/withdraw", post(credits::withdraw))
        .route("/api/admin/subscriptions", get(subscriptions::list))
        .route("/api/admin/subscriptions/{id}", get(subscriptions::detail))
        .route("/api/admin/subscriptions/{id}/step", post(subscriptions::step))
}

/// Products and their reviews.
fn products_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/categories", get(categories::list))
        .route("/api/admin/products", get(products::list).post(products::add))
        .route("/api/admin/products/acts", post(products::act))
        .route("/api/admin/products/{id}/duplicate", post(products::duplicate))
        .route("/api/admin/products/{id}/variations", post(products::generate))
        .route("/api/admin/products/{id}", get(products::detail).put(products::save).patch(products::save))
        .route("/api/admin/reviews", get(reviews::list))
        .route("/api/admin/reviews/{id}/state", post(reviews::decide))
        .route("/api/admin/reviews/{id}/reply", put(reviews::reply))
        .route("/api/admin/reviews/{id}/forget-writer", post(reviews::forget))
}

/// What the merchant sets.
fn settings_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/settings/{section}", get(settings::read).put(settings::change))
        .route("/api/admin/setting-changes", get(settings::changes))
        .route("/api/admin/payments", get(settings::payments).put(settings::change_payments))
        .route("/api/admin/payment-setup", get(payment_setup::show))
        .route("/api/admin/payment-setup/webhook", post(payment_setup::set_up_webhook))
        .route("/api/admin/payment-setup/domain", post(payment_setup::set_up_domain))
        .route("/api/admin/payment-keys", put(payment_setup::change_keys).delete(payment_setup::forget_keys))
        .route("/api/admin/shipping", get(settings::zones).put(settings::change_zones))
        .route("/api/admin/shipping/trial", post(settings::try_address))
        .route("/api/admin/taxes", get(settings::taxes).put(settings::change_taxes))
        .route("/api/admin/theme", get(theme::show).put(theme::change))
        .route("/api/admin/consent-services", get(consents::services).put(consents::change_services))
        .route("/api/admin/captured-emails", get(captured_emails::list))
        .route("/api/admin/captured-emails/export", get(captured_emails::export))
        .route("/api/admin/captured-emails/{id}", delete(captured_emails::forget))
        .route("/api/admin/captured-emails/{id}/unsubscribe", post(captured_emails::unsubscribe))
        .route("/api/admin/analytics", get(analytics::show))
        .route("/api/admin/newsletter", get(newsletter::list))
        .route("/api/admin/newsletter/export", get(newsletter::export))
        .route("/api/admin/newsletter/{id}", delete(newsletter::forget))
        .route("/api/admin/newsletter/{id}/unsubscribe", post(newsletter::unsubscribe))
        .route("/api/admin/personal-data", get(personal_data::list))
        .route("/api/admin/personal-data/erasures/done", post(personal_data::erasure_done))
        .route("/api/admin/personal-data/breaches", get(breaches::list).post(breaches::add))
        .route("/api/admin/personal-data/breaches/{id}", put(breaches::save))
        .route("/api/admin/consents", get(consents::list))
        .route("/api/admin/consents/export", get(consents::export))
}

/// What products are ordered by.
fn catalogue_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/catalogue/categories", get(terms::categories).post(terms::add_category))
        .route(
            "/api/admin/catalogue/categories/{id}",
            get(terms::category).put(terms::change_category).delete(terms::delete_category),
        )
        .route("/api/admin/catalogue/category-order", put(terms::order_categories))
        .route("/api/admin/catalogue/tags", get(terms::tags).post(terms::add_tag))
        .route("/api/admin/catalogue/tags/{id}", put(terms::change_tag).delete(terms::delete_tag))
        .route("/api/admin/catalogue/attributes", get(terms::attributes).post(terms::add_attribute))
        .route("/api/admin/catalogue/attributes/{id}", put(terms::change_attribute).delete(terms::delete_attribute))
        .route("/api/admin/catalogue/attributes/{id}/values", post(terms::add_value).put(terms::order_values))
        .route(
            "/api/admin/catalogue/attributes/{id}/values/{value}",
            put(terms::change_value).delete(terms::delete_value),
        )
}

/// Pages of the merchant's own with their comments, and the catalogue as a file.
fn content_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/pages", get(pages::list).post(pages::add))
        .route("/api/admin/pages/preview", post(pages::preview))
        .route("/api/admin/comments", get(comments::list))
        .route("/api/admin/comments/{id}/state", post(comments::decide))
        .route("/api/admin/comments/{id}/answers", post(comments::answer))
        .route("/api/admin/comments/{id}/forget-writer", post(comments::forget))
        .route("/api/admin/pages/{id}", get(pages::read).put(pages::save).delete(pages::delete))
        .route("/api/admin/import/{id}", get(transfer::read))
        .route("/api/admin/export", get(transfer::export))
}

/// Companies that buy, and the roles that customers have.
fn companies_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/roles", get(roles::list).post(roles::add))
        .route("/api/admin/roles/{id}", put(roles::save).delete(roles::delete))
        .route("/api/admin/registration-fields", post(roles::add_field))
        .route("/api/admin/registration-fields/{id}", put(roles::save_field).delete(roles::delete_field))
        .route("/api/admin/registration-field-order", put(roles::order_fields))
        .route("/api/admin/companies", get(companies::list))
        .route("/api/admin/companies/{id}", get(companies::detail))
        .route("/api/admin/companies/{id}/state", post(companies::decide))
        .route("/api/admin/companies/{id}/terms", put(companies::set_terms))
        .route("/api/admin/companies/{id}/notes", post(companies::add_note))
        .route("/api/admin/companies/{id}/files/{file}", get(companies::file))
        .route("/api/admin/companies/{id}/account", get(receivables::account))
        .route("/api/admin/companies/{id}/payments", post(receivables::note_payment))
        .route("/api/admin/companies/{id}/payments/{payment}/take-back", post(receivables::take_back))
}

/// Customers, and what was written to them.
fn people_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/customers", get(customers::list))
        .route("/api/admin/customers/{id}", get(customers::detail))
        .route("/api/admin/customers/{id}/role", post(customers::set_role))
        .route("/api/admin/customers/{id}/block", post(customers::block))
        .route("/api/admin/customers/{id}/password-link", post(customers::send_password_link))
        .route("/api/admin/conversations", get(conversations::list))
        .route("/api/admin/conversations/unread", get(conversations::unread))
        .route("/api/admin/conversations/{id}", get(conversations::detail))
        .route("/api/admin/conversations/{id}/state", post(conversations::set_state))
        .route("/api/admin/conversations/{id}/files/{file}", get(conversations::file))
        .route("/api/admin/message-templates", get(message_templates::list).post(message_templates::add))
        .route("/api/admin/message-templates/{id}", put(message_templates::save).delete(message_templates::delete))
        .route("/api/admin/mail", get(mail::list))
        .route("/api/admin/mail/{id}", get(mail::detail))
        .route("/api/admin/mail/{id}/html", get(mail::html))
        .route("/api/admin/mail/{id}/resend", post(mail::resend))
}

/// Prices of roles and companies.
fn trade_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/price-owners", get(trade_prices::owners))
        .route("/api/admin/trade-prices/{owner}", get(trade_prices::list).put(trade_prices::change))
        .route("/api/admin/trade-prices/{owner}/discount", post(trade_prices::discount))
}

/// No such address.
async fn unknown() -> problem::Refusal {
    problem::Refusal::not_found()
}

/// What takes files: each has a limit of its own, up to which a file that is too large is refused in words.
fn uploads() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/import", get(transfer::last).post(transfer::start))
        .layer(DefaultBodyLimit::max(HEARD * transfer::MAX_FILE_MB * MEGABYTE))
        .merge(
            axum::Router::new()
                .route("/api/admin/conversations/{id}/answers", post(conversations::answer))
                .layer(DefaultBodyLimit::max(posted_form::MAX_BODY_BYTES)),
        )
        .merge(
            axum::Router::new()
                .route("/api/admin/products/{id}/pictures", post(products::add_picture).put(products::order_pictures))
                .route("/api/admin/products/{id}/variations/{variation}/picture", post(products::put_variation_picture))
                .route("/api/admin/theme/logo", post(theme::add_logo))
                .route(
                    "/api/admin/catalogue/categories/{id}/picture",
                    post(terms::put_category_picture).delete(terms::delete_category_picture),
                )
                .layer(DefaultBodyLimit::max(HEARD * products::MAX_PICTURE_MB * MEGABYTE)),
        )
        .merge(
            axum::Router::new()
                .route("/api/admin/trade-prices/{owner}/file", get(trade_prices::export).post(trade_prices::import))
                .layer(DefaultBodyLimit::max(HEARD * trade_prices::MAX_FILE_MB * MEGABYTE)),
        )
}

/// Pages of a list with so many rows; an empty list has one.
fn pages(total: u64) -> u64 {
    total.div_ceil(PER_PAGE).max(1)
}

/// A search text cut to what is looked at.
fn search_text(text: Option<String>) -> String {
    text.unwrap_or_default().trim().chars().take(MAX_SEARCH_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_list_has_one_page() {
        assert_eq!([0, 1, PER_PAGE, PER_PAGE + 1].map(pages), [1, 1, 1, 2]);
    }
}
