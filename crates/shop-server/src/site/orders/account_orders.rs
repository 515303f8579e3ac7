//! A customer's orders: overview, list, one order, cancelling and reordering.

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

use super::order_received::buyer_order_page;
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::page_data::context::Context;
use crate::site::accounts::access::{require_form_customer, require_order_owner};
use crate::site::accounts::account_page::{
    ACCOUNT, AccountRequest, AccountView, error_response, notice, redirect_with_notice, respond,
};

const PATH: &str = "/my-account/orders/";
/// Nonce action of the buttons under an order.
const NONCE: &str = "order_action";
/// Orders per page.
const PER_PAGE: u64 = 10;
/// Orders on the overview.
const NEWEST: u64 = 3;

async fn load_rows(
    request: &AccountRequest,
    owner: OrderOwner,
    page: u64,
    per_page: u64,
) -> Result<(Vec<AccountOrder>, u64), StoreError> {
    let lang = request.state.shop.context.settings().await?.lang();
    let (found, total) = request.state.shop.orders.orders_of(owner, page, per_page).await?;
    Ok((found.iter().map(|order| order_row(order, lang)).collect(), total))
}

/// View of an order in a list.
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

/// Name of the sub-account that placed an order, which may be deleted by now; empty when no sub-account did.
fn ordered_by(name: &str, lang: Lang) -> String {
    if name == DELETED_SUBACCOUNT { site_texts::deleted_subaccount(lang).to_owned() } else { name.to_owned() }
}

pub(in crate::site) fn order_path(id: OrderId) -> String {
    format!("/my-account/view-order/{id}/")
}

/// The account's overview. A sub-account that may not see orders sees an empty list.
pub(in crate::site) async fn show_dashboard(request: &AccountRequest) -> Response {
    let loading = async {
        let orders = match request.session.buyer.orders() {
            Ok(owner) => load_rows(request, owner, 1, NEWEST).await?.0,
            Err(_) => Vec::new(),
        };
        let trade = request.state.shop.roles.roles().await?.iter().any(|role| role.is_trade);
        let may_apply = trade && request.session.buyer.approval.is_none();
        Ok::<_, StoreError>((orders, may_apply))
    };
    match loading.await {
        Ok((orders, may_apply)) => {
            let section = AccountSection::Dashboard { orders, may_apply };
            respond(request, AccountView::new(site_texts::my_account, ACCOUNT, section)).await
        }
        Err(error) => error_response(&error),
    }
}

/// `/my-account/orders/`
pub(super) async fn list_first_page(request: AccountRequest) -> Response {
    list(request, Path("1".to_owned())).await
}

/// `/my-account/orders/{page}/`
pub(super) async fn list(request: AccountRequest, Path(page): Path<String>) -> Response {
    let owner = match require_order_owner(&request, PATH).await {
        Ok(owner) => owner,
        Err(response) => return response,
    };
    let Some(page) = page.parse::<u64>().ok().filter(|page| (1..1_000_000).contains(page)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    match load_rows(&request, owner, page, PER_PAGE).await {
        Ok((orders, total)) => {
            let number = |n: u64| i64::try_from(n).unwrap_or(1);
            let path = if page == 1 { PATH.to_owned() } else { format!("{PATH}{page}/") };
            let pages = number(total.div_ceil(PER_PAGE).max(1));
            let section = AccountSection::Orders { orders, page: number(page), pages };
            respond(&request, AccountView::new(site_texts::my_orders, &path, section)).await
        }
        Err(error) => error_response(&error),
    }
}

/// `/my-account/view-order/{id}/`. Another customer's order looks like one that does not exist.
pub(super) async fn show(request: AccountRequest, Path(number): Path<String>) -> Response {
    let id = OrderId(number.parse().unwrap_or(0));
    let owner = match require_order_owner(&request, &order_path(id)).await {
        Ok(owner) => owner,
        Err(response) => return response,
    };
    match load_order_view(&request, id, owner).await {
        Ok(Some(view)) => respond(&request, view).await,
        Ok(None) => {
            crate::page_data::texts::missing(&request.state.storefront, &request.page_request, &order_path(id)).await
        }
        Err(error) => error_response(&error),
    }
}

async fn load_order_view(
    request: &AccountRequest,
    id: OrderId,
    owner: OrderOwner,
) -> Result<Option<AccountView>, StoreError> {
    let shop = &request.state.shop;
    let Some(order) = shop.orders.own_order(id, owner).await? else { return Ok(None) };
    let context = Context::load(&request.state.storefront, &request.session.buyer).await?;
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
        order: buyer_order_page(&order, &context).await?,
        can_cancel: order.status.buyer_may_cancel() && request.session.buyer.may_cancel(&order),
        ordered_by: ordered_by(&order.ordered_by, lang),
        notes,
    }));
    Ok(Some(AccountView::new(site_texts::my_order, &order_path(id), section).with_form(NONCE)))
}

/// Cancels the order, or adds its products to the cart again.
pub(super) async fn act(
    request: AccountRequest,
    Path(number): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let id = OrderId(number.parse().unwrap_or(0));
    let owner = match require_order_owner(&request, &order_path(id)).await {
        Ok(owner) => owner,
        Err(response) => return response,
    };
    let posted = Pairs(pairs);
    match require_form_customer(&request, &posted, &order_path(id), NONCE).await {
        Err(response) => response,
        Ok(_) => run_action(&request, id, owner, &posted).await.unwrap_or_else(|error| error_response(&error)),
    }
}

async fn run_action(
    request: &AccountRequest,
    id: OrderId,
    owner: OrderOwner,
    posted: &Pairs,
) -> Result<Response, StoreError> {
    let (state, session) = (&request.state, &request.session);
    let back = order_path(id);
    let number: Params = [("number".to_owned(), id.to_string())].into();
    let missing = || crate::page_data::texts::missing(&state.storefront, &request.page_request, &back);
    match posted.get("action") {
        Some("cancel") => match state.shop.order_steps.cancel_own_order(id, &session.buyer).await? {
            None => Ok(missing().await),
            Some(done) => {
                let (kind, code) =
                    if done { ("success", codes::ORDER_CANCELLED) } else { ("error", codes::ORDER_NOT_CANCELLABLE) };
                redirect_with_notice(&state.shop.carts, session, HeaderMap::new(), &back, notice(kind, code, number))
                    .await
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
                redirect_with_notice(
                    &state.shop.carts,
                    session,
                    HeaderMap::new(),
                    path,
                    notice(kind, outcome.code(), number),
                )
                .await
            }
        },
        _ => Ok(StatusCode::BAD_REQUEST.into_response()),
    }
}
