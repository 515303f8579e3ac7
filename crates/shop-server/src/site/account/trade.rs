//! Pages of the trade layer: who may open them.

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use shop_core::platform::words::site_texts;
use shop_core::trade::account::TradeAction;
use shop_core::view::AccountSection;
use shop_services::accounts::buyer::{TradeBuyer, TradeRefusal};
use shop_services::ports::OrderOwner;

use super::customer_or_entry;
use super::page::{Asked, Shown, respond};
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::render::PageRequest;
use crate::trade::{error, status};

/// The trade buyer who opens a page or sends its form. Else what is answered: a guest is sent to the entry and comes back from there,
/// others are told why not.
pub(super) async fn trade_buyer(asked: &Asked, action: TradeAction, path: &str) -> Result<TradeBuyer, Response> {
    admitted(asked, asked.session.buyer.trade(action), path).await
}

/// The same for what every account of a company may open.
pub(super) async fn member(asked: &Asked, path: &str) -> Result<TradeBuyer, Response> {
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
pub(super) async fn order_owner(asked: &Asked, path: &str) -> Result<OrderOwner, Response> {
    customer_or_entry(&asked.session, path)?;
    match asked.session.buyer.orders() {
        Ok(owner) => Ok(owner),
        Err(refusal) => Err(refused(asked, path, refusal).await),
    }
}

/// The same for pages by which an account changes what it pays.
pub(super) async fn paying_owner(asked: &Asked, path: &str) -> Result<OrderOwner, Response> {
    let owner = order_owner(asked, path).await?;
    match asked.session.buyer.check(TradeAction::Buy) {
        Ok(()) => Ok(owner),
        Err(refusal) => Err(refused(asked, path, refusal).await),
    }
}

/// A page of the account that tells why another one is not opened.
pub(super) async fn refused(asked: &Asked, path: &str, refusal: TradeRefusal) -> Response {
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
