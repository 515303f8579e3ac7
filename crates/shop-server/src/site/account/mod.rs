//! The account: `/my-account/` and what is below it, as plain forms.

mod addresses;
mod approvals;
mod bulk_order;
mod bulk_rows;
mod change_payment;
mod company;
mod company_addresses;
mod conversations;
mod credit;
mod details;
mod downloads;
mod entry;
mod invoices;
mod lists;
mod offers;
mod orders;
mod page;
mod password;
mod payment_methods;
mod personal;
mod posted;
mod price_list;
mod registration;
mod standing;
mod subaccounts;
mod subscriptions;
mod trade;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use shop_core::base::{CustomerId, FieldError, Params};
use shop_core::platform::messages::codes;
use shop_services::ports::StoreError;
use shop_services::records::StoredNotice;

pub(crate) use entry::LOGIN_NONCE;
pub(super) use trade::forbidden;

use crate::app::limits::Budget;
use crate::app::pairs::Pairs;
use crate::app::posted_form::MAX_BODY_BYTES;
use crate::app::routing::to;
use crate::app::session::{Session, append_headers};
use crate::app::state::AppState;

/// Where the account begins.
pub(super) const ACCOUNT: &str = "/my-account/";
/// Span in which tries are counted.
const TRIES_SPAN_S: i64 = 15 * 60;
/// Span in which messages are counted.
const MAILS_SPAN_S: i64 = 3600;
/// Links for a new password, to one login in the span.
const RESETS_PER_LOGIN: u32 = 3;
/// Messages asked for from one address in the span: offices and mobile networks share an address.
const MAILS_PER_ADDRESS: u32 = 100;
/// An address may try this many times more often than one login from it.
const TRIES_BY_ADDRESS: u32 = 5;

/// The account's routes.
pub(super) fn router() -> Router<AppState> {
    with_files()
        .route("/my-account/customer-logout/", post(to(entry::log_out)))
        .route("/my-account/confirm/", get(to(entry::confirm)))
        .route("/my-account/lost-password/", get(to(password::show)).post(to(password::send)))
        .route("/my-account/orders/", get(to(orders::first)))
        .route("/my-account/orders/{page}/", get(to(orders::list)))
        .route("/my-account/view-order/{id}/", get(to(orders::show)).post(to(orders::act)))
        .route("/my-account/offers/", get(to(offers::first)).post(to(offers::take)))
        .route("/my-account/offers/{page}/", get(to(offers::list)))
        .route("/my-account/offers/{page}/offerta.pdf", get(to(offers::document)))
        .route("/my-account/payment-methods/", get(to(payment_methods::list)).post(to(payment_methods::act)))
        .route("/my-account/add-payment-method/", get(to(payment_methods::add)))
        .route("/my-account/change-payment-method/{id}/", get(to(change_payment::show)).post(to(change_payment::act)))
        .route("/my-account/subscriptions/", get(to(subscriptions::list)))
        .route("/my-account/view-subscription/{id}/", get(to(subscriptions::show)).post(to(subscriptions::act)))
        .route("/my-account/edit-address/", get(to(addresses::both)))
        .route("/my-account/edit-address/{kind}/", get(to(addresses::show)).post(to(addresses::save)))
        .route("/my-account/company/address/", get(to(company_addresses::add)).post(to(company_addresses::save_new)))
        .route("/my-account/company/address/{at}/", get(to(company_addresses::edit)).post(to(company_addresses::save)))
        .route("/my-account/edit-account/", get(to(details::show)).post(to(details::save)))
        .route("/my-account/downloads/", get(to(downloads::show)))
        .route("/my-account/store-credit/", get(to(credit::show)))
        .route("/my-account/price-list.csv", get(to(price_list::table)))
        .route("/my-account/price-list.pdf", get(to(price_list::paper)))
        .route("/my-account/bulkorder/", get(to(bulk_order::show)).post(to(bulk_order::send)))
        .route("/my-account/bulkorder/paste/", post(to(bulk_order::paste)))
        .route("/api/bulk-order/lines", post(to(bulk_order::lines)))
        .route("/my-account/purchase-lists/", get(to(lists::list)))
        .route("/my-account/purchase-lists/{id}/", get(to(lists::show)).post(to(lists::act)))
        .route("/my-account/purchase-lists/i18n/{file}", get(to(lists::texts)))
        .route("/my-account/standing-orders/", get(to(standing::list)).post(to(standing::create)))
        .route("/my-account/standing-orders/{id}/", get(to(standing::show)).post(to(standing::act)))
        .route("/my-account/reviews/", get(to(personal::reviews)))
        .route("/my-account/subaccounts/", get(to(subaccounts::list)).post(to(subaccounts::create)))
        .route("/my-account/subaccounts/{id}/", get(to(subaccounts::show)).post(to(subaccounts::act)))
        .route("/my-account/approvals/", get(to(approvals::list)).post(to(approvals::act)))
        .route("/my-account/invoices/", get(to(invoices::show)))
        .route("/my-account/privacy/", get(to(personal::show)).post(to(personal::delete)))
        .route("/my-account/privacy/newsletter/", post(to(personal::newsletter)))
        .route("/my-account/privacy/export/", get(to(personal::export)))
        .merge(conversation_routes())
}

/// The conversations' routes: their forms bring files.
fn conversation_routes() -> Router<AppState> {
    Router::new()
        .route("/my-account/conversation/", get(to(conversations::list)).post(to(conversations::start)))
        .route("/my-account/conversation/{id}/", get(to(conversations::show)).post(to(conversations::reply)))
        .route("/my-account/conversation/{id}/file/{file}/", get(to(conversations::file)))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
}

/// Pages whose forms may bring files.
fn with_files() -> Router<AppState> {
    Router::new()
        .route("/my-account/", get(to(entry::show)).post(to(entry::send)))
        .route("/my-account/company/", get(to(company::show)).post(to(company::save)))
        .layer(DefaultBodyLimit::max(posted::MAX_FORM_BYTES))
}

/// The customer of a session; a guest is sent to the entry, and comes back from there.
fn customer_or_entry(session: &Session, path: &str) -> Result<CustomerId, Response> {
    session.customer_id.ok_or_else(|| {
        let back = serde_urlencoded::to_string([("redirect_to", path)]).unwrap_or_default();
        Redirect::to(&format!("{ACCOUNT}?{back}")).into_response()
    })
}

/// The customer who posted a form of his account's; else what is answered: the way in, or the form's page with the notice that it has
/// expired.
async fn poster(asked: &page::Asked, posted: &Pairs, page: &str, nonce: &str) -> Result<CustomerId, Response> {
    let customer = customer_or_entry(&asked.session, page)?;
    if page::is_genuine(asked, posted, nonce) {
        return Ok(customer);
    }
    let told = notice("error", codes::FORM_EXPIRED, Params::new());
    let answer = go_with_notice(&asked.state, &asked.session, HeaderMap::new(), page, told).await;
    Err(answer.unwrap_or_else(|error| page::failed(&error)))
}

/// Counts a try of a password.
fn count_try(state: &AppState, address: &str, login: &str) -> Result<(), FieldError> {
    let (limit, now) = (state.config.login_limit, state.shop.context.now());
    let budget = |action, who, limit| Budget { action, who, limit, span_s: TRIES_SPAN_S };
    let by_address = budget("login_address", address, limit.saturating_mul(TRIES_BY_ADDRESS));
    let pair = format!("{address} {login}");
    let all = state.limits.count_both(&by_address, &budget("login", &pair, limit), now);
    // One account guessed from many addresses has a budget too, wide enough that nobody is locked out by a stranger at once.
    let of_login =
        || state.limits.count("login_account", login, limit.saturating_mul(TRIES_BY_ADDRESS), TRIES_SPAN_S, now);
    all.and_then(|()| of_login().map(|_| ())).map_err(too_many)
}

/// Counts a message that a visitor has the shop send; `login`: to whom.
fn count_mail(state: &AppState, address: &str, login: &str) -> Result<(), FieldError> {
    let now = state.shop.context.now();
    let budget = |action, who, limit| Budget { action, who, limit, span_s: MAILS_SPAN_S };
    let by_address = budget("account_mail_address", address, MAILS_PER_ADDRESS);
    state.limits.count_both(&by_address, &budget("account_mail", login, RESETS_PER_LOGIN), now).map_err(too_many)
}

fn too_many(wait_s: i64) -> FieldError {
    FieldError::new("", codes::ACCOUNT_TOO_MANY_TRIES).with("minutes", (wait_s + 59) / 60)
}

fn notice(kind: &str, code: &str, params: Params) -> StoredNotice {
    StoredNotice { kind: kind.to_owned(), code: code.to_owned(), params }
}

/// Leaves a message for the next page and goes there.
async fn go_with_notice(
    state: &AppState,
    session: &Session,
    headers: HeaderMap,
    path: &str,
    told: StoredNotice,
) -> Result<Response, StoreError> {
    state.shop.carts.leave_notices(&session.key, session.customer_id, &[told]).await?;
    let mut response = Redirect::to(path).into_response();
    append_headers(response.headers_mut(), headers);
    Ok(response)
}
