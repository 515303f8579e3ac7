//! Access to account pages: login, form nonce, and what a sub-account or trade buyer may do.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{CustomerId, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::trade::account::TradeAction;
use shop_core::view::AccountSection;
use shop_services::accounts::buyer::{TradeBuyer, TradeRefusal};
use shop_services::ports::OrderOwner;

use super::account_page::{
    ACCOUNT, AccountRequest, AccountView, error_response, is_genuine, notice, redirect_with_notice, respond,
};
use crate::app::forms::form_fields::Pairs;
use crate::app::state::AppState;
use crate::app::visitor::session::Session;
use crate::render::PageRequest;
use crate::trade::{error, status};

/// Returns the logged-in customer; redirects a guest to the login form, which leads back to `path`.
pub(in crate::site) fn require_customer(session: &Session, path: &str) -> Result<CustomerId, Response> {
    session.customer_id.ok_or_else(|| {
        let query = serde_urlencoded::to_string([("redirect_to", path)]).unwrap_or_default();
        Redirect::to(&format!("{ACCOUNT}?{query}")).into_response()
    })
}

/// Returns the customer who posted an account form; otherwise redirects to the login form, or to the form's page with the notice that
/// the form has expired.
pub(in crate::site) async fn require_form_customer(
    request: &AccountRequest,
    posted: &Pairs,
    path: &str,
    nonce: &str,
) -> Result<CustomerId, Response> {
    let customer = require_customer(&request.session, path)?;
    if is_genuine(request, posted, nonce) {
        return Ok(customer);
    }
    let notice = notice("error", codes::FORM_EXPIRED, Params::new());
    let response =
        redirect_with_notice(&request.state.shop.carts, &request.session, HeaderMap::new(), path, notice).await;
    Err(response.unwrap_or_else(|error| error_response(&error)))
}

/// Returns the trade buyer who may do `action`; otherwise redirects a guest to the login form, and shows other customers why the
/// page is closed to them.
pub(in crate::site) async fn require_trade_buyer(
    request: &AccountRequest,
    action: TradeAction,
    path: &str,
) -> Result<TradeBuyer, Response> {
    admit(request, request.session.buyer.trade(action), path).await
}

/// Like [`require_trade_buyer`], for pages that every account of a company may open.
pub(in crate::site) async fn require_company_member(
    request: &AccountRequest,
    path: &str,
) -> Result<TradeBuyer, Response> {
    admit(request, request.session.buyer.member(), path).await
}

async fn admit(
    request: &AccountRequest,
    access: Result<TradeBuyer, TradeRefusal>,
    path: &str,
) -> Result<TradeBuyer, Response> {
    require_customer(&request.session, path)?;
    match access {
        Ok(buyer) => Ok(buyer),
        Err(refusal) => Err(respond_forbidden(request, path, refusal).await),
    }
}

/// Resolves which customers' orders the visitor may see; responds like [`require_trade_buyer`] otherwise.
pub(in crate::site) async fn require_order_owner(request: &AccountRequest, path: &str) -> Result<OrderOwner, Response> {
    require_customer(&request.session, path)?;
    match request.session.buyer.orders() {
        Ok(owner) => Ok(owner),
        Err(refusal) => Err(respond_forbidden(request, path, refusal).await),
    }
}

/// Like [`require_order_owner`], for pages that change what an account pays: the account must be allowed to buy.
pub(in crate::site) async fn require_paying_owner(
    request: &AccountRequest,
    path: &str,
) -> Result<OrderOwner, Response> {
    let owner = require_order_owner(request, path).await?;
    match request.session.buyer.check(TradeAction::Buy) {
        Ok(()) => Ok(owner),
        Err(refusal) => Err(respond_forbidden(request, path, refusal).await),
    }
}

/// Shows an account page with the reason why `path` is forbidden.
pub(in crate::site) async fn respond_forbidden(
    request: &AccountRequest,
    path: &str,
    refusal: TradeRefusal,
) -> Response {
    let view = AccountView::new(site_texts::my_account, path, AccountSection::Forbidden);
    let status: StatusCode = status(refusal);
    respond(request, AccountView { status, errors: vec![error(refusal)], ..view }).await
}

/// Like [`respond_forbidden`], for pages outside the account.
pub(in crate::site) async fn forbidden_page(
    state: &AppState,
    session: &Session,
    page_request: &PageRequest,
    path: &str,
    refusal: TradeRefusal,
) -> Response {
    let request = AccountRequest {
        state: state.clone(),
        session: session.clone(),
        headers: HeaderMap::new(),
        page_request: page_request.clone(),
        client_ip: String::new(),
    };
    respond_forbidden(&request, path, refusal).await
}
