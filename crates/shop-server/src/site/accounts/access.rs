//! Pages of the trade layer: who may open them.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{CustomerId, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::trade::account::TradeAction;
use shop_core::view::AccountSection;
use shop_services::accounts::buyer::{TradeBuyer, TradeRefusal};
use shop_services::ports::OrderOwner;

use super::account_page::{ACCOUNT, Asked, Shown, failed, go_with_notice, is_genuine, notice, respond};
use crate::app::pairs::Pairs;
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::render::PageRequest;
use crate::trade::{error, status};

/// The customer of a session; a guest is sent to the entry, and comes back from there.
pub(in crate::site) fn customer_or_entry(session: &Session, path: &str) -> Result<CustomerId, Response> {
    session.customer_id.ok_or_else(|| {
        let back = serde_urlencoded::to_string([("redirect_to", path)]).unwrap_or_default();
        Redirect::to(&format!("{ACCOUNT}?{back}")).into_response()
    })
}

/// The customer who posted a form of his account's; else what is answered: the way in, or the form's page with the notice that it has
/// expired.
pub(in crate::site) async fn poster(
    asked: &Asked,
    posted: &Pairs,
    path: &str,
    nonce: &str,
) -> Result<CustomerId, Response> {
    let customer = customer_or_entry(&asked.session, path)?;
    if is_genuine(asked, posted, nonce) {
        return Ok(customer);
    }
    let told = notice("error", codes::FORM_EXPIRED, Params::new());
    let answer = go_with_notice(&asked.state, &asked.session, HeaderMap::new(), path, told).await;
    Err(answer.unwrap_or_else(|error| failed(&error)))
}

/// The trade buyer who opens a page or sends its form. Else what is answered: a guest is sent to the entry and comes back from there,
/// others are told why not.
pub(in crate::site) async fn trade_buyer(
    asked: &Asked,
    action: TradeAction,
    path: &str,
) -> Result<TradeBuyer, Response> {
    admitted(asked, asked.session.buyer.trade(action), path).await
}

/// The same for what every account of a company may open.
pub(in crate::site) async fn member(asked: &Asked, path: &str) -> Result<TradeBuyer, Response> {
    admitted(asked, asked.session.buyer.member(), path).await
}

async fn admitted(asked: &Asked, found: Result<TradeBuyer, TradeRefusal>, path: &str) -> Result<TradeBuyer, Response> {
    customer_or_entry(&asked.session, path)?;
    match found {
        Ok(buyer) => Ok(buyer),
        Err(refusal) => Err(refused(asked, path, refusal).await),
    }
}

/// Whose orders somebody sees who opens a page of orders or sends its form. Else what is answered, as for [`trade_buyer`].
pub(in crate::site) async fn order_owner(asked: &Asked, path: &str) -> Result<OrderOwner, Response> {
    customer_or_entry(&asked.session, path)?;
    match asked.session.buyer.orders() {
        Ok(owner) => Ok(owner),
        Err(refusal) => Err(refused(asked, path, refusal).await),
    }
}

/// The same for pages by which an account changes what it pays.
pub(in crate::site) async fn paying_owner(asked: &Asked, path: &str) -> Result<OrderOwner, Response> {
    let owner = order_owner(asked, path).await?;
    match asked.session.buyer.check(TradeAction::Buy) {
        Ok(()) => Ok(owner),
        Err(refusal) => Err(refused(asked, path, refusal).await),
    }
}

/// A page of the account that tells why another one is not opened.
pub(in crate::site) async fn refused(asked: &Asked, path: &str, refusal: TradeRefusal) -> Response {
    let shown = Shown::new(site_texts::my_account, path, AccountSection::Forbidden);
    let status: StatusCode = status(refusal);
    respond(asked, Shown { status, errors: vec![error(refusal)], ..shown }).await
}

/// The same for pages outside the account.
pub(in crate::site) async fn forbidden(
    state: &AppState,
    session: &Session,
    request: &PageRequest,
    path: &str,
    refusal: TradeRefusal,
) -> Response {
    let asked = Asked {
        state: state.clone(),
        session: session.clone(),
        headers: HeaderMap::new(),
        request: request.clone(),
        address: String::new(),
    };
    refused(&asked, path, refusal).await
}
