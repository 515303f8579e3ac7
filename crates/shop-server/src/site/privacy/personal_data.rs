//! The customer's own data: newsletter, the export of everything stored, and deleting the account.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::accounts::form::{AccountForm, TypedPassword, errors};
use shop_core::base::format::price;
use shop_core::base::{CustomerId, FieldError, Params};
use shop_core::content::newsletter::CONSENT;
use shop_core::platform::messages::codes;
use shop_core::platform::words::{Text, site_texts};
use shop_core::view::AccountSection;
use shop_services::accounts::buyer::TradeRefusal;
use shop_services::ports::{DeletionRefusal, StoreError};

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::responses::chunks::pieces;
use crate::site::accounts::access::{require_customer, respond_forbidden};
use crate::site::accounts::account_page::{
    AccountRequest, AccountView, error_response, form_expired_errors, is_genuine, notice, redirect_with_notice, respond,
};
use crate::site::accounts::attempt_limits::{count_mail, too_many_attempts};
use crate::site::accounts::details::check_current_password;
use crate::site::orders::account_orders;

const PATH: &str = "/my-account/privacy/";
const NONCE: &str = "delete_account";
/// Exports of one account in the span: each reads everything stored about the customer.
const EXPORTS: u32 = 10;
/// Span in which exports are counted.
const EXPORTS_SPAN_S: i64 = 3600;
const TITLE: Text = site_texts::my_data;

async fn privacy_view(request: &AccountRequest, id: CustomerId) -> Result<AccountView, StoreError> {
    let subaccounts = i64::try_from(request.state.shop.subaccounts.count_of(id).await?).unwrap_or(i64::MAX);
    let settings = request.state.shop.context.settings().await?;
    let is_subscribed = request.state.shop.newsletter.has(id).await?;
    // A subscriber can unsubscribe here even after the merchant has disabled the newsletter.
    let newsletter = (settings.newsletter.enabled || is_subscribed).then_some(is_subscribed);
    let order_years = settings.retention.order_years;
    let section = AccountSection::Privacy { subaccounts, newsletter, order_years };
    Ok(AccountView::new(TITLE, PATH, section).with_form(NONCE))
}

/// `/my-account/privacy/`
pub(super) async fn show(request: AccountRequest) -> Response {
    match require_customer(&request.session, PATH) {
        Ok(id) => match privacy_view(&request, id).await {
            Ok(view) => respond(&request, view).await,
            Err(error) => error_response(&error),
        },
        Err(response) => response,
    }
}

/// Downloads everything that is stored about the customer, without keys that would grant access. Streamed in chunks.
pub(super) async fn export(request: AccountRequest) -> Response {
    let id = match require_customer(&request.session, PATH) {
        Ok(id) => id,
        Err(response) => return response,
    };
    match stream_export(&request, id).await {
        Ok(response) => response,
        Err(error) => error_response(&error),
    }
}

async fn stream_export(request: &AccountRequest, id: CustomerId) -> Result<Response, StoreError> {
    let now = request.state.shop.context.now();
    if let Err(wait_s) = request.state.limits.count("account_export", &id.to_string(), EXPORTS, EXPORTS_SPAN_S, now) {
        return Ok(
            respond(request, privacy_view(request, id).await?.with_errors(vec![too_many_attempts(wait_s)])).await
        );
    }
    let Some(export) = request.state.shop.accounts.account_export(&request.session.buyer).await? else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let mut response = Body::new(pieces(export)).into_response();
    for (name, value) in [
        (header::CONTENT_TYPE, "application/json; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"bottega-dati.json\""),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

/// Subscribes the account's address to the newsletter, or unsubscribes it.
pub(super) async fn newsletter(request: AccountRequest, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    let id = match require_customer(&request.session, PATH) {
        Ok(id) => id,
        Err(response) => return response,
    };
    match change_subscription(&request, id, &Pairs(pairs)).await {
        Ok(response) => response,
        Err(error) => error_response(&error),
    }
}

async fn change_subscription(request: &AccountRequest, id: CustomerId, posted: &Pairs) -> Result<Response, StoreError> {
    let settings = request.state.shop.context.settings().await?;
    let subscribes = posted.get("newsletter") == Some("1");
    let account = request.state.shop.accounts.account(id).await?;
    let email = account.map(|account| account.email).unwrap_or_default();
    let errors = if !is_genuine(request, posted, NONCE) {
        form_expired_errors()
    } else if subscribes && !(settings.newsletter.enabled && posted.has(CONSENT)) {
        vec![FieldError::new(CONSENT, codes::NEWSLETTER_CONSENT_REQUIRED)]
    } else if subscribes
        && let Err(error) = count_mail(&request.state.shop.context, &request.state.limits, &request.client_ip, &email)
    {
        vec![FieldError { field: CONSENT.into(), ..error }]
    } else {
        let is_pending = request.state.shop.newsletter.choose(id, subscribes, settings.lang()).await?;
        if !is_pending {
            return Ok(Redirect::to(PATH).into_response());
        }
        let notice = notice("info", codes::NEWSLETTER_PENDING, Params::from([("email".to_owned(), email)]));
        return redirect_with_notice(&request.state.shop.carts, &request.session, HeaderMap::new(), PATH, notice).await;
    };
    Ok(respond(request, privacy_view(request, id).await?.with_errors(errors)).await)
}

/// Deletes the account after verifying its password.
pub(super) async fn delete(request: AccountRequest, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    match require_customer(&request.session, PATH) {
        Err(response) => response,
        // What a sub-account did belongs to its company: only the main account can delete it.
        Ok(_) if request.session.buyer.is_subaccount() => {
            respond_forbidden(&request, PATH, TradeRefusal::NotAllowed).await
        }
        Ok(id) => match delete_account(request, id, &Pairs(pairs)).await {
            Ok(response) => response,
            Err(error) => error_response(&error),
        },
    }
}

async fn delete_account(mut request: AccountRequest, id: CustomerId, posted: &Pairs) -> Result<Response, StoreError> {
    let current = posted.get("password_current").unwrap_or_default();
    let mut errors = if is_genuine(&request, posted, NONCE) {
        errors(&AccountForm::Delete { current: TypedPassword(current.to_owned()) }, None)
    } else {
        form_expired_errors()
    };
    if errors.is_empty() {
        errors.extend(check_current_password(&request, id, current).await?);
    }
    if !errors.is_empty() {
        return Ok(respond(&request, privacy_view(&request, id).await?.with_errors(errors)).await);
    }
    let seen_subaccounts = posted.get("subaccounts").and_then(|count| count.parse().ok()).unwrap_or(0);
    let refusal = match request.state.shop.accounts.delete_account(id, seen_subaccounts).await? {
        None => return Ok(account_orders::show_dashboard(&request).await),
        Some(Ok(())) => {
            let mut response = Redirect::to("/my-account/?done=deleted").into_response();
            request
                .session
                .log_out(response.headers_mut(), &request.state.storefront.web, &request.state.storefront.logins)
                .await?;
            return Ok(response);
        }
        Some(Err(refusal)) => refusal,
    };
    let lang = request.state.shop.context.settings().await?.lang();
    let error = match refusal {
        DeletionRefusal::OpenOrders => FieldError::new("", codes::ACCOUNT_HAS_OPEN_ORDERS),
        DeletionRefusal::OpenInvoices { open_cents } => {
            FieldError::new("", codes::ACCOUNT_HAS_OPEN_INVOICES).with("amount", price(open_cents, lang))
        }
        DeletionRefusal::OfCompany => FieldError::new("", codes::TRADE_NOT_ALLOWED),
        DeletionRefusal::Subaccounts => FieldError::new("", codes::ACCOUNT_SUBACCOUNTS_CHANGED),
    };
    Ok(respond(&request, privacy_view(&request, id).await?.with_errors(vec![error])).await)
}
