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

use crate::app::posted_form;
use crate::app::routing::to;
use crate::app::state::AppState;
use crate::platform::csv;

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
        .route("/api/admin/{*path}", any(to(unknown)))
        .layer(middleware::from_fn(problem::speak))
}

/// Who is logged in, and what the shop comes to.
fn login_and_figures() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/login", post(to(auth::login)))
        .route("/api/admin/logout", post(to(auth::logout)))
        .route("/api/admin/me", get(to(auth::me)))
        .route("/api/admin/dashboard", get(to(dashboard::show)))
        .route("/api/admin/vat", get(to(vat::show)))
        .route("/api/admin/vat/export", get(to(vat::export)))
        .route("/api/admin/origins", get(to(origins::show)))
        .route("/api/admin/origins/export", get(to(origins::export)))
        .route("/api/admin/vat-checks", get(to(vat_checks::list)))
        .route("/api/admin/vat-checks/{id}/again", post(to(vat_checks::again)))
        .route("/api/admin/bookings", get(to(bookings::list)))
        .route("/api/admin/bookings/export", get(to(bookings::export)))
}

/// Orders, with their documents and payments.
fn orders_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/orders", get(to(order_list::list)))
        .route("/api/admin/orders/export", get(to(order_list::export)))
        .route("/api/admin/orders/{id}", get(to(orders::detail)))
        .route("/api/admin/orders/{id}/status", post(to(orders::set_status)))
        .route("/api/admin/orders/{id}/notes", post(to(orders::add_note)))
        .route("/api/admin/orders/{id}/invoice", post(to(documents::issue)))
        .route("/api/admin/orders/{id}/documents/{file}", get(to(documents::fetch)))
        .route("/api/admin/orders/{id}/refunds", post(to(refunds::refund)))
        .route("/api/admin/orders/{id}/refunds/preview", post(to(refunds::preview)))
        .route("/api/admin/orders/{id}/refunds/{refund}", post(to(refunds::again)))
        .route("/api/admin/orders/{id}/capture", post(to(order_payments::capture)))
        .route("/api/admin/orders/{id}/release", post(to(order_payments::release)))
        .route("/api/admin/orders/{id}/instalments/{position}", post(to(instalments::book)))
}

fn einvoices_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/einvoices", get(to(einvoices::list)))
        .route("/api/admin/einvoices/export", get(to(einvoices::export)))
        .route("/api/admin/einvoices/{id}", get(to(einvoices::detail)))
        .route("/api/admin/einvoices/{id}/file", get(to(einvoices::file)))
        .route("/api/admin/einvoices/{id}/send", post(to(einvoices::send)))
        .route("/api/admin/einvoices/{id}/mark", post(to(einvoices::mark)))
        .route("/api/admin/einvoices/{id}/correction", put(to(einvoices::correct)))
}

/// Coupons, store credit, subscriptions and offers to companies.
fn offers_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/offers", get(to(offers::list)).post(to(offers::add)))
        .route("/api/admin/offers/preview", post(to(offers::preview)))
        .route("/api/admin/offers/{id}", get(to(offers::detail)).put(to(offers::save)).delete(to(offers::delete)))
        .route("/api/admin/offers/{id}/send", post(to(offers::send)))
        .route("/api/admin/offers/{id}/withdraw", post(to(offers::withdraw)))
        .route("/api/admin/offers/{id}/duplicate", post(to(offers::duplicate)))
        .route("/api/admin/offers/{id}/offerta.pdf", get(to(offers::document)))
        .route("/api/admin/offer-buyers", get(to(offers::buyers)))
        .route("/api/admin/coupons", get(to(coupons::list)).post(to(coupons::add)))
        .route("/api/admin/coupons/bulk", post(to(coupons::bulk)))
        .route("/api/admin/coupons/{id}", get(to(coupons::detail)).put(to(coupons::save)).delete(to(coupons::delete)))
        .route("/api/admin/coupons/{id}/duplicate", post(to(coupons::duplicate)))
        .route("/api/admin/credits", get(to(credits::list)).post(to(credits::issue)))
        .route("/api/admin/credits/{id}", get(to(credits::detail)))
        .route("/api/admin/credits/{id}/withdraw", post(to(credits::withdraw)))
        .route("/api/admin/subscriptions", get(to(subscriptions::list)))
        .route("/api/admin/subscriptions/{id}", get(to(subscriptions::detail)))
        .route("/api/admin/subscriptions/{id}/step", post(to(subscriptions::step)))
}

/// Products and their reviews.
fn products_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/categories", get(to(categories::list)))
        .route("/api/admin/products", get(to(products::list)).post(to(products::add)))
        .route("/api/admin/products/acts", post(to(products::act)))
        .route("/api/admin/products/{id}/duplicate", post(to(products::duplicate)))
        .route("/api/admin/products/{id}/variations", post(to(products::generate)))
        .route("/api/admin/products/{id}", get(to(products::detail)).put(to(products::save)).patch(to(products::save)))
        .route("/api/admin/reviews", get(to(reviews::list)))
        .route("/api/admin/reviews/{id}/state", post(to(reviews::decide)))
        .route("/api/admin/reviews/{id}/reply", put(to(reviews::reply)))
        .route("/api/admin/reviews/{id}/forget-writer", post(to(reviews::forget)))
}

/// What the merchant sets.
fn settings_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/settings/{section}", get(to(settings::read)).put(to(settings::change)))
        .route("/api/admin/setting-changes", get(to(settings::changes)))
        .route("/api/admin/payments", get(to(settings::payments)).put(to(settings::change_payments)))
        .route("/api/admin/payment-setup", get(to(payment_setup::show)))
        .route("/api/admin/payment-setup/webhook", post(to(payment_setup::set_up_webhook)))
        .route("/api/admin/payment-setup/domain", post(to(payment_setup::set_up_domain)))
        .route("/api/admin/payment-keys", put(to(payment_setup::change_keys)).delete(to(payment_setup::forget_keys)))
        .route("/api/admin/shipping", get(to(settings::zones)).put(to(settings::change_zones)))
        .route("/api/admin/shipping/trial", post(to(settings::try_address)))
        .route("/api/admin/taxes", get(to(settings::taxes)).put(to(settings::change_taxes)))
        .route("/api/admin/theme", get(to(theme::show)).put(to(theme::change)))
        .route("/api/admin/consent-services", get(to(consents::services)).put(to(consents::change_services)))
        .route("/api/admin/captured-emails", get(to(captured_emails::list)))
        .route("/api/admin/captured-emails/export", get(to(captured_emails::export)))
        .route("/api/admin/captured-emails/{id}", delete(to(captured_emails::forget)))
        .route("/api/admin/captured-emails/{id}/unsubscribe", post(to(captured_emails::unsubscribe)))
        .route("/api/admin/analytics", get(to(analytics::show)))
        .route("/api/admin/newsletter", get(to(newsletter::list)))
        .route("/api/admin/newsletter/export", get(to(newsletter::export)))
        .route("/api/admin/newsletter/{id}", delete(to(newsletter::forget)))
        .route("/api/admin/newsletter/{id}/unsubscribe", post(to(newsletter::unsubscribe)))
        .route("/api/admin/personal-data", get(to(personal_data::list)))
        .route("/api/admin/personal-data/erasures/done", post(to(personal_data::erasure_done)))
        .route("/api/admin/personal-data/breaches", get(to(breaches::list)).post(to(breaches::add)))
        .route("/api/admin/personal-data/breaches/{id}", put(to(breaches::save)))
        .route("/api/admin/consents", get(to(consents::list)))
        .route("/api/admin/consents/export", get(to(consents::export)))
}

/// What products are ordered by.
fn catalogue_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/catalogue/categories", get(to(terms::categories)).post(to(terms::add_category)))
        .route(
            "/api/admin/catalogue/categories/{id}",
            get(to(terms::category)).put(to(terms::change_category)).delete(to(terms::delete_category)),
        )
        .route("/api/admin/catalogue/category-order", put(to(terms::order_categories)))
        .route("/api/admin/catalogue/tags", get(to(terms::tags)).post(to(terms::add_tag)))
        .route("/api/admin/catalogue/tags/{id}", put(to(terms::change_tag)).delete(to(terms::delete_tag)))
        .route("/api/admin/catalogue/attributes", get(to(terms::attributes)).post(to(terms::add_attribute)))
        .route(
            "/api/admin/catalogue/attributes/{id}",
            put(to(terms::change_attribute)).delete(to(terms::delete_attribute)),
        )
        .route("/api/admin/catalogue/attributes/{id}/values", post(to(terms::add_value)).put(to(terms::order_values)))
        .route(
            "/api/admin/catalogue/attributes/{id}/values/{value}",
            put(to(terms::change_value)).delete(to(terms::delete_value)),
        )
}

/// Pages of the merchant's own with their comments, and the catalogue as a file.
fn content_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/pages", get(to(pages::list)).post(to(pages::add)))
        .route("/api/admin/pages/preview", post(to(pages::preview)))
        .route("/api/admin/comments", get(to(comments::list)))
        .route("/api/admin/comments/{id}/state", post(to(comments::decide)))
        .route("/api/admin/comments/{id}/answers", post(to(comments::answer)))
        .route("/api/admin/comments/{id}/forget-writer", post(to(comments::forget)))
        .route("/api/admin/pages/{id}", get(to(pages::read)).put(to(pages::save)).delete(to(pages::delete)))
        .route("/api/admin/import/{id}", get(to(transfer::read)))
        .route("/api/admin/export", get(to(transfer::export)))
}

/// Companies that buy, and the roles that customers have.
fn companies_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/roles", get(to(roles::list)).post(to(roles::add)))
        .route("/api/admin/roles/{id}", put(to(roles::save)).delete(to(roles::delete)))
        .route("/api/admin/registration-fields", post(to(roles::add_field)))
        .route("/api/admin/registration-fields/{id}", put(to(roles::save_field)).delete(to(roles::delete_field)))
        .route("/api/admin/registration-field-order", put(to(roles::order_fields)))
        .route("/api/admin/companies", get(to(companies::list)))
        .route("/api/admin/companies/{id}", get(to(companies::detail)))
        .route("/api/admin/companies/{id}/state", post(to(companies::decide)))
        .route("/api/admin/companies/{id}/terms", put(to(companies::set_terms)))
        .route("/api/admin/companies/{id}/notes", post(to(companies::add_note)))
        .route("/api/admin/companies/{id}/files/{file}", get(to(companies::file)))
        .route("/api/admin/companies/{id}/account", get(to(receivables::account)))
        .route("/api/admin/companies/{id}/payments", post(to(receivables::note_payment)))
        .route("/api/admin/companies/{id}/payments/{payment}/take-back", post(to(receivables::take_back)))
}

/// Customers, and what was written to them.
fn people_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/customers", get(to(customers::list)))
        .route("/api/admin/customers/{id}", get(to(customers::detail)))
        .route("/api/admin/customers/{id}/role", post(to(customers::set_role)))
        .route("/api/admin/customers/{id}/block", post(to(customers::block)))
        .route("/api/admin/customers/{id}/password-link", post(to(customers::send_password_link)))
        .route("/api/admin/conversations", get(to(conversations::list)))
        .route("/api/admin/conversations/unread", get(to(conversations::unread)))
        .route("/api/admin/conversations/{id}", get(to(conversations::detail)))
        .route("/api/admin/conversations/{id}/state", post(to(conversations::set_state)))
        .route("/api/admin/conversations/{id}/files/{file}", get(to(conversations::file)))
        .route("/api/admin/message-templates", get(to(message_templates::list)).post(to(message_templates::add)))
        .route(
            "/api/admin/message-templates/{id}",
            put(to(message_templates::save)).delete(to(message_templates::delete)),
        )
        .route("/api/admin/mail", get(to(mail::list)))
        .route("/api/admin/mail/{id}", get(to(mail::detail)))
        .route("/api/admin/mail/{id}/html", get(to(mail::html)))
        .route("/api/admin/mail/{id}/resend", post(to(mail::resend)))
}

/// Prices of roles and companies.
fn trade_api() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/price-owners", get(to(trade_prices::owners)))
        .route("/api/admin/trade-prices/{owner}", get(to(trade_prices::list)).put(to(trade_prices::change)))
        .route("/api/admin/trade-prices/{owner}/discount", post(to(trade_prices::discount)))
}

/// No such address.
async fn unknown() -> problem::Refusal {
    problem::Refusal::not_found()
}

/// What takes files: each has a limit of its own, up to which a file that is too large is refused in words.
fn uploads() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/api/admin/import", get(to(transfer::last)).post(to(transfer::start)))
        .layer(DefaultBodyLimit::max(HEARD * transfer::MAX_FILE_MB * MEGABYTE))
        .merge(
            axum::Router::new()
                .route("/api/admin/conversations/{id}/answers", post(to(conversations::answer)))
                .layer(DefaultBodyLimit::max(posted_form::MAX_BODY_BYTES)),
        )
        .merge(
            axum::Router::new()
                .route(
                    "/api/admin/products/{id}/pictures",
                    post(to(products::add_picture)).put(to(products::order_pictures)),
                )
                .route(
                    "/api/admin/products/{id}/variations/{variation}/picture",
                    post(to(products::put_variation_picture)),
                )
                .route("/api/admin/theme/logo", post(to(theme::add_logo)))
                .route(
                    "/api/admin/catalogue/categories/{id}/picture",
                    post(to(terms::put_category_picture)).delete(to(terms::delete_category_picture)),
                )
                .layer(DefaultBodyLimit::max(HEARD * products::MAX_PICTURE_MB * MEGABYTE)),
        )
        .merge(
            axum::Router::new()
                .route(
                    "/api/admin/trade-prices/{owner}/file",
                    get(to(trade_prices::export)).post(to(trade_prices::import)),
                )
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
