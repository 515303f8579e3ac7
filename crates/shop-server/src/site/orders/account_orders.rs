//! A customer's orders: overview, list, one of them, cancelling and ordering again.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::{Lang, OrderId, Params, calendar};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::view::{AccountOrder, AccountOrderDetail, AccountSection};
use shop_services::accounts::OrderAgain;
use shop_services::orders::{BUYER_NOTE, waiting_label};
use shop_services::ports::{DELETED_SUBACCOUNT, OrderListRow, OrderOwner, StoreError};

use super::order_received::buyers_page;
use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::page_data::context::Context;
use crate::site::accounts::access::order_owner;
use crate::site::accounts::access::poster;
use crate::site::accounts::account_page::ACCOUNT;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;

const PATH: &str = "/my-account/orders/";
/// Action of the buttons under an order.
const NONCE: &str = "order_action";
/// Orders on a page.
const PER_PAGE: u64 = 10;
/// Orders on the overview.
const NEWEST: u64 = 3;

async fn rows(
    asked: &Asked,
    owner: OrderOwner,
    page: u64,
    per_page: u64,
) -> Result<(Vec<AccountOrder>, u64), StoreError> {
    let lang = asked.state.shop.context.settings().await?.lang();
    let (found, total) = asked.state.shop.orders.orders_of(owner, page, per_page).await?;
    Ok((found.iter().map(|order| order_row(order, lang)).collect(), total))
}

/// An order in a list.
pub(in crate::site) fn order_row(order: &OrderListRow, lang: Lang) -> AccountOrder {
    AccountOrder {
        number: order.id.to_string(),
        date: calendar::day(order.created_at, lang),
        status: order.status.as_str().to_owned(),
        status_label: waiting_label(order.status, &order.payment_method, lang).to_owned(),
        total_cents: order.total_cents,
        ordered_by: ordered_by(&order.ordered_by, lang),
        path: order_path(order.id),
    }
}

/// The name of the sub-account that placed an order, which may be deleted; empty: none did.
fn ordered_by(name: &str, lang: Lang) -> String {
    if name == DELETED_SUBACCOUNT { site_texts::deleted_subaccount(lang).to_owned() } else { name.to_owned() }
}

pub(in crate::site) fn order_path(id: OrderId) -> String {
    format!("/my-account/view-order/{id}/")
}

/// The overview. Who may not see orders sees none.
pub(in crate::site) async fn dashboard(asked: &Asked) -> Response {
    let shown = async {
        let orders = match asked.session.buyer.orders() {
            Ok(owner) => rows(asked, owner, 1, NEWEST).await?.0,
            Err(_) => Vec::new(),
        };
        let trade = asked.state.shop.roles.roles().await?.iter().any(|role| role.is_trade);
        let may_apply = trade && asked.session.buyer.approval.is_none();
        Ok::<_, StoreError>((orders, may_apply))
    };
    match shown.await {
        Ok((orders, may_apply)) => {
            let section = AccountSection::Dashboard { orders, may_apply };
            respond(asked, Shown::new(site_texts::my_account, ACCOUNT, section)).await
        }
        Err(error) => failed(&error),
    }
}

/// `/my-account/orders/`
pub(super) async fn first(asked: Asked) -> Response {
    list(asked, Path("1".to_owned())).await
}

/// `/my-account/orders/{page}/`
pub(super) async fn list(asked: Asked, Path(page): Path<String>) -> Response {
    let owner = match order_owner(&asked, PATH).await {
        Ok(owner) => owner,
        Err(answer) => return answer,
    };
    let Some(page) = page.parse::<u64>().ok().filter(|page| (1..1_000_000).contains(page)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    match rows(&asked, owner, page, PER_PAGE).await {
        Ok((orders, total)) => {
            let number = |n: u64| i64::try_from(n).unwrap_or(1);
            let path = if page == 1 { PATH.to_owned() } else { format!("{PATH}{page}/") };
            let pages = number(total.div_ceil(PER_PAGE).max(1));
            let section = AccountSection::Orders { orders, page: number(page), pages };
            respond(&asked, Shown::new(site_texts::my_orders, &path, section)).await
        }
        Err(error) => failed(&error),
    }
}

/// `/my-account/view-order/{id}/`: somebody else's order looks like one that is not there.
pub(super) async fn show(asked: Asked, Path(number): Path<String>) -> Response {
    let id = OrderId(number.parse().unwrap_or(0));
    let owner = match order_owner(&asked, &order_path(id)).await {
        Ok(owner) => owner,
        Err(answer) => return answer,
    };
    match detail(&asked, id, owner).await {
        Ok(Some(shown)) => respond(&asked, shown).await,
        Ok(None) => crate::page_data::texts::missing(&asked.state, &asked.request, &order_path(id)).await,
        Err(error) => failed(&error),
    }
}

async fn detail(asked: &Asked, id: OrderId, owner: OrderOwner) -> Result<Option<Shown>, StoreError> {
    let shop = &asked.state.shop;
    let Some(order) = shop.orders.own_order(id, owner).await? else { return Ok(None) };
    let context = Context::load(&asked.state, &asked.session.buyer).await?;
    let lang = context.lang;
    let notes = shop
        .orders
        .order_events(id)
        .await?
        .into_iter()
        .filter(|event| event.kind == BUYER_NOTE)
        .map(|event| (calendar::day(event.created_at, lang), event.note))
        .collect();
    let section = AccountSection::Order(Box::new(AccountOrderDetail {
        order: buyers_page(&order, &context).await?,
        can_cancel: order.status.buyer_may_cancel() && asked.session.buyer.may_cancel(&order),
        ordered_by: ordered_by(&order.ordered_by, lang),
        notes,
    }));
    Ok(Some(Shown::new(site_texts::my_order, &order_path(id), section).with_form(NONCE)))
}

/// Cancels the order, or puts its products into the cart again.
pub(super) async fn act(
    asked: Asked,
    Path(number): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let id = OrderId(number.parse().unwrap_or(0));
    let owner = match order_owner(&asked, &order_path(id)).await {
        Ok(owner) => owner,
        Err(answer) => return answer,
    };
    let posted = Pairs(pairs);
    match poster(&asked, &posted, &order_path(id), NONCE).await {
        Err(answer) => answer,
        Ok(_) => acted(&asked, id, owner, &posted).await.unwrap_or_else(|error| failed(&error)),
    }
}

async fn acted(asked: &Asked, id: OrderId, owner: OrderOwner, posted: &Pairs) -> Result<Response, StoreError> {
    let (state, session) = (&asked.state, &asked.session);
    let back = order_path(id);
    let number: Params = [("number".to_owned(), id.to_string())].into();
    let missing = || crate::page_data::texts::missing(state, &asked.request, &back);
    match posted.get("action") {
        Some("cancel") => match state.shop.order_steps.cancel_own_order(id, &session.buyer).await? {
            None => Ok(missing().await),
            Some(done) => {
                let (kind, code) =
                    if done { ("success", codes::ORDER_CANCELLED) } else { ("error", codes::ORDER_NOT_CANCELLABLE) };
                go_with_notice(state, session, HeaderMap::new(), &back, notice(kind, code, number)).await
            }
        },
        Some("again") => match state.shop.accounts.order_again(id, owner).await? {
            None => Ok(missing().await),
            Some(outcome) => {
                let (kind, path) = match outcome {
                    OrderAgain::Whole => ("success", "/cart/"),
                    OrderAgain::Part => ("info", "/cart/"),
                    OrderAgain::Nothing => ("error", back.as_str()),
                };
                go_with_notice(state, session, HeaderMap::new(), path, notice(kind, outcome.code(), number)).await
            }
        },
        _ => Ok(StatusCode::BAD_REQUEST.into_response()),
    }
}
