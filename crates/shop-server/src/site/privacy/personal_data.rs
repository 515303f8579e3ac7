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

use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::app::pieces::pieces;
use crate::site::accounts::access::customer_or_entry;
use crate::site::accounts::access::refused;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::expired;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::is_genuine;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;
use crate::site::accounts::attempt_limits::count_mail;
use crate::site::accounts::attempt_limits::too_many;
use crate::site::accounts::details::wrong_current;
use crate::site::orders::account_orders;

const PATH: &str = "/my-account/privacy/";
const NONCE: &str = "delete_account";
/// Downloads of one account's data in the span: each reads all that there is.
const EXPORTS: u32 = 10;
/// Span in which they are counted.
const EXPORTS_SPAN_S: i64 = 3600;
const TITLE: Text = site_texts::my_data;

async fn privacy(asked: &Asked, id: CustomerId) -> Result<Shown, StoreError> {
    let subaccounts = i64::try_from(asked.state.shop.subaccounts.count_of(id).await?).unwrap_or(i64::MAX);
    let settings = asked.state.shop.context.settings().await?;
    let has = asked.state.shop.newsletter.has(id).await?;
    // Who gets it ends it here, also where nobody can subscribe any more.
    let newsletter = (settings.newsletter.enabled || has).then_some(has);
    let order_years = settings.retention.order_years;
    let section = AccountSection::Privacy { subaccounts, newsletter, order_years };
    Ok(Shown::new(TITLE, PATH, section).with_form(NONCE))
}

/// `/my-account/privacy/`
pub(super) async fn show(asked: Asked) -> Response {
    match customer_or_entry(&asked.session, PATH) {
        Ok(id) => match privacy(&asked, id).await {
            Ok(shown) => respond(&asked, shown).await,
            Err(error) => failed(&error),
        },
        Err(answer) => answer,
    }
}

/// A file with everything that is stored about the customer. It opens nothing, and is made piece by piece as it is sent.
pub(super) async fn export(asked: Asked) -> Response {
    let id = match customer_or_entry(&asked.session, PATH) {
        Ok(id) => id,
        Err(answer) => return answer,
    };
    match exported(&asked, id).await {
        Ok(response) => response,
        Err(error) => failed(&error),
    }
}

async fn exported(asked: &Asked, id: CustomerId) -> Result<Response, StoreError> {
    let now = asked.state.shop.context.now();
    if let Err(wait_s) = asked.state.limits.count("account_export", &id.to_string(), EXPORTS, EXPORTS_SPAN_S, now) {
        return Ok(respond(asked, privacy(asked, id).await?.refused(vec![too_many(wait_s)])).await);
    }
    let Some(export) = asked.state.shop.accounts.account_export(&asked.session.buyer).await? else {
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

/// Subscribes the address of the account to the newsletter, or ends that.
pub(super) async fn newsletter(asked: Asked, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    let id = match customer_or_entry(&asked.session, PATH) {
        Ok(id) => id,
        Err(answer) => return answer,
    };
    match chosen(&asked, id, &Pairs(pairs)).await {
        Ok(response) => response,
        Err(error) => failed(&error),
    }
}

async fn chosen(asked: &Asked, id: CustomerId, posted: &Pairs) -> Result<Response, StoreError> {
    let settings = asked.state.shop.context.settings().await?;
    let wanted = posted.get("newsletter") == Some("1");
    let account = asked.state.shop.accounts.account(id).await?;
    let email = account.map(|account| account.email).unwrap_or_default();
    let refused = if !is_genuine(asked, posted, NONCE) {
        expired()
    } else if wanted && !(settings.newsletter.enabled && posted.has(CONSENT)) {
        vec![FieldError::new(CONSENT, codes::NEWSLETTER_CONSENT_REQUIRED)]
    } else if wanted && let Err(error) = count_mail(&asked.state, &asked.address, &email) {
        vec![FieldError { field: CONSENT.into(), ..error }]
    } else {
        let written_to = asked.state.shop.newsletter.choose(id, wanted, settings.lang()).await?;
        if !written_to {
            return Ok(Redirect::to(PATH).into_response());
        }
        let told = notice("info", codes::NEWSLETTER_PENDING, Params::from([("email".to_owned(), email)]));
        return go_with_notice(&asked.state, &asked.session, HeaderMap::new(), PATH, told).await;
    };
    Ok(respond(asked, privacy(asked, id).await?.refused(refused)).await)
}

/// Deletes the account, after its password.
pub(super) async fn delete(asked: Asked, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    match customer_or_entry(&asked.session, PATH) {
        Err(answer) => answer,
        // What it did is its company's: the main account deletes it.
        Ok(_) if asked.session.buyer.is_subaccount() => refused(&asked, PATH, TradeRefusal::NotAllowed).await,
        Ok(id) => match deleted(asked, id, &Pairs(pairs)).await {
            Ok(response) => response,
            Err(error) => failed(&error),
        },
    }
}

async fn deleted(mut asked: Asked, id: CustomerId, posted: &Pairs) -> Result<Response, StoreError> {
    let current = posted.get("password_current").unwrap_or_default();
    let mut refused = if is_genuine(&asked, posted, NONCE) {
        errors(&AccountForm::Delete { current: TypedPassword(current.to_owned()) }, None)
    } else {
        expired()
    };
    if refused.is_empty() {
        refused.extend(wrong_current(&asked, id, current).await?);
    }
    if !refused.is_empty() {
        return Ok(respond(&asked, privacy(&asked, id).await?.refused(refused)).await);
    }
    let told_subaccounts = posted.get("subaccounts").and_then(|count| count.parse().ok()).unwrap_or(0);
    let refusal = match asked.state.shop.accounts.delete_account(id, told_subaccounts).await? {
        None => return Ok(account_orders::dashboard(&asked).await),
        Some(Ok(())) => {
            let mut response = Redirect::to("/my-account/?done=deleted").into_response();
            asked.session.log_out(response.headers_mut(), &asked.state).await?;
            return Ok(response);
        }
        Some(Err(refusal)) => refusal,
    };
    let lang = asked.state.shop.context.settings().await?.lang();
    let error = match refusal {
        DeletionRefusal::OpenOrders => FieldError::new("", codes::ACCOUNT_HAS_OPEN_ORDERS),
        DeletionRefusal::OpenInvoices { open_cents } => {
            FieldError::new("", codes::ACCOUNT_HAS_OPEN_INVOICES).with("amount", price(open_cents, lang))
        }
        DeletionRefusal::OfCompany => FieldError::new("", codes::TRADE_NOT_ALLOWED),
        DeletionRefusal::Subaccounts => FieldError::new("", codes::ACCOUNT_SUBACCOUNTS_CHANGED),
    };
    Ok(respond(&asked, privacy(&asked, id).await?.refused(vec![error])).await)
}
