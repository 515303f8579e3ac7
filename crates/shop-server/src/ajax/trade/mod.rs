//! Calls of the trade layer (storefront specification, section 7): each carries the session's token as `security`.

mod bulk;
mod conversation;
mod download;
mod lists;
mod offers;
mod subaccounts;
mod vat;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use shop_core::base::{FieldError, Lang, Params};
use shop_core::platform::messages::{codes, sentence, text};
use shop_services::accounts::buyer::TradeRefusal;
use shop_services::ports::StoreError;

pub(super) use self::download::DOWNLOAD;
use super::{Call, invalid_nonce_response};
use crate::trade::{error, status, token_is_valid};

/// Prefix of the calls' names.
pub(super) const PREFIX: &str = "b2bking";

/// Dispatches a call; rejects an unknown one as WordPress does.
pub(super) async fn dispatch(call: Call, action: &str) -> Result<Response, StoreError> {
    if !token_is_valid(&call.state.storefront.web, &call.session, call.text("security")) {
        return Ok(invalid_nonce_response());
    }
    match action {
        "b2bkingconversationmessage" => conversation::message(&call).await,
        "b2bkingsendinquiry" => conversation::inquiry(&call).await,
        "b2bkingrequestquotecart" => conversation::quote(&call).await,
        "b2bkingvalidatevat" => vat::validate(call).await,
        "b2bkingcheckdeliverycountryvat" => vat::delivery_country(call).await,
        "b2bking_create_subaccount" => subaccounts::create(&call).await,
        "b2bking_update_subaccount" => subaccounts::update(&call).await,
        "b2bkingrejectuser" => subaccounts::delete(&call).await,
        "b2bking_ajax_search" => bulk::search(&call).await,
        "b2bking_bulkorder_add_cart" => bulk::add_to_cart(call).await,
        "b2bking_accountingsubtotals" => bulk::subtotal(&call).await,
        "b2bking_bulkorder_save_list" => lists::save(&call).await,
        "b2bking_purchase_list_update" => lists::update(&call).await,
        "b2bking_purchase_list_delete" => lists::delete(&call).await,
        "b2bking_save_cart_to_purchase_list" => lists::save_cart(&call).await,
        DOWNLOAD => download::fetch(&call).await,
        "b2bkingaddoffer" => offers::add(call).await,
        _ => Ok((StatusCode::BAD_REQUEST, "0").into_response()),
    }
}

/// Builds B2BKing's error response: `success` is false, and the data holds each error with its message.
fn error_response(status: StatusCode, errors: &[FieldError], lang: Lang) -> Response {
    let describe = |error: &FieldError| json!({ "field": error.field, "code": error.code, "params": error.params, "message": sentence(error, lang) });
    let errors: Vec<_> = errors.iter().map(describe).collect();
    (status, Json(json!({ "success": false, "data": { "errors": errors } }))).into_response()
}

/// Responds to a client that calls too often.
fn too_many_requests(wait_s: i64, lang: Lang) -> Response {
    let mut response = error_response(StatusCode::TOO_MANY_REQUESTS, &[crate::trade::too_many(wait_s)], lang);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait_s));
    response
}

/// Responds to a successful call whose response clients ignore.
fn success_response() -> Response {
    "1".into_response()
}

/// Responds with an error for people to read: code, message, field.
async fn field_error(call: &Call, status: StatusCode, error: &FieldError) -> Result<Response, StoreError> {
    let lang = call.state.shop.context.settings().await?.lang();
    let body = json!({ "code": error.code, "message": sentence(error, lang), "field": error.field });
    Ok((status, Json(body)).into_response())
}

/// Responds to an account that lacks the right.
async fn not_allowed(call: &Call, refusal: TradeRefusal) -> Result<Response, StoreError> {
    field_error(call, status(refusal), &error(refusal)).await
}

/// Responds to an account that calls too often.
async fn too_many(call: &Call, wait_s: i64) -> Result<Response, StoreError> {
    let lang = call.state.shop.context.settings().await?.lang();
    let message = text(codes::RATE_LIMIT_EXCEEDED, &Params::new(), lang);
    let body = json!({ "code": codes::RATE_LIMIT_EXCEEDED, "message": message, "field": "" });
    let mut response = (StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response();
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait_s));
    Ok(response)
}
