//! Calls of purchase lists.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shop_core::base::{FieldError, Params};
use shop_core::platform::messages::codes;
use shop_services::ports::StoreError;
use shop_services::records::StoredNotice;
use shop_services::trade::purchase_lists::PurchaseListError;

use super::{Call, field_error, not_allowed, success_response, too_many};
use crate::trade::bulk::count_write;

/// Saves the lines of the bulk order form as a list; responds with its id.
pub(super) async fn save(call: &Call) -> Result<Response, StoreError> {
    if let Err(wait_s) = count_write(&call.state.shop.context, &call.state.limits, &call.session) {
        return too_many(call, wait_s).await;
    }
    let (title, products) = (call.text("title"), call.text("productstring"));
    match call.state.shop.purchase_lists.save(&call.session.buyer, title, products).await {
        Ok(id) => Ok(id.to_string().into_response()),
        Err(denied) => denial(call, denied).await,
    }
}

/// Saves the cart as a list; responds with its id as JSON.
pub(super) async fn save_cart(call: &Call) -> Result<Response, StoreError> {
    if let Err(wait_s) = count_write(&call.state.shop.context, &call.state.limits, &call.session) {
        return too_many(call, wait_s).await;
    }
    match call.state.shop.purchase_lists.save_cart(&call.session.buyer, call.text("title")).await {
        Ok(id) => Ok(Json(id).into_response()),
        Err(denied) => denial(call, denied).await,
    }
}

/// Changes a list. The page also sends the version it shows and the name; other clients need not.
pub(super) async fn update(call: &Call) -> Result<Response, StoreError> {
    if let Err(wait_s) = count_write(&call.state.shop.context, &call.state.limits, &call.session) {
        return too_many(call, wait_s).await;
    }
    let lists = &call.state.shop.purchase_lists;
    let version = call.form.get("version").and_then(|text| text.parse().ok());
    let (title, products) = (call.form.get("title"), call.text("productstring"));
    match lists.update(&call.session.buyer, list_id(call), version, title, products).await {
        Ok(()) => done_with_notice(call, codes::TRADE_LIST_UPDATED).await,
        Err(denied) => denial(call, denied).await,
    }
}

/// Deletes a list. A page that shows the list's standing orders sends their count: if it has changed, the page must show them
/// first.
pub(super) async fn delete(call: &Call) -> Result<Response, StoreError> {
    let (shop, buyer, id) = (&call.state.shop, &call.session.buyer, list_id(call));
    if let Some(shown) = call.form.get("standing_orders") {
        let now = shop.standing_orders.of_list(buyer, id).await?.len();
        if shown.parse() != Ok(now) {
            let error = FieldError::new("standing_orders", codes::TRADE_LIST_STANDING_ORDERS);
            return field_error(call, StatusCode::CONFLICT, &error).await;
        }
    }
    match shop.purchase_lists.delete(buyer, id).await {
        Ok(()) => done_with_notice(call, codes::TRADE_LIST_DELETED).await,
        Err(denied) => denial(call, denied).await,
    }
}

/// Responds after success; the page that the browser loads next shows the notice.
async fn done_with_notice(call: &Call, code: &'static str) -> Result<Response, StoreError> {
    let notice = StoredNotice { kind: "success".into(), code: code.into(), params: Params::new() };
    call.state.shop.carts.leave_notices(&call.session.key, call.session.customer_id, &[notice]).await?;
    Ok(success_response())
}

fn list_id(call: &Call) -> i64 {
    call.text("listid").parse().unwrap_or(0)
}

/// Responds with the reason for a refusal. Another company's list is not found.
pub(super) async fn denial(call: &Call, denied: PurchaseListError) -> Result<Response, StoreError> {
    match denied {
        PurchaseListError::Refused(refusal) => not_allowed(call, refusal).await,
        PurchaseListError::Store(error) => Err(error),
        PurchaseListError::Missing => Ok(StatusCode::NOT_FOUND.into_response()),
        PurchaseListError::Wrong(error) => {
            let conflict = error.code == codes::TRADE_LIST_CHANGED;
            let status = if conflict { StatusCode::CONFLICT } else { StatusCode::UNPROCESSABLE_ENTITY };
            field_error(call, status, &error).await
        }
    }
}
