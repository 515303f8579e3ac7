//! `/cart/items`: the cart lines as a collection.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shop_core::platform::messages::codes;
use shop_core::store_api as api;
use shop_services::cart::{CartRefusal, Carts, OpenCart};

use super::current_cart::{add_request, refusal_error};
use crate::app::responses::item_shape;
use crate::app::storefront::WebContext;
use crate::store_api::error::ApiError;
use crate::store_api::extract::{CartRequest, finish};
use crate::store_api::openapi::bodies::{AddItem, Quantity};
use crate::store_api::openapi::responses::ApiProblem;

#[utoipa::path(get, path = "/cart/items", responses(
    (status = 200, body = Vec<api::CartItem>)
))]
pub(in crate::store_api) async fn list(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    request: CartRequest,
) -> Result<Response, ApiError> {
    let open = carts.open_cart(&request.session.key, request.session.customer_id).await?;
    let view = open.view();
    let rows: Vec<_> = view.lines.iter().map(|line| item_shape(line, &view, &web)).collect();
    Ok(finish(Json(rows).into_response(), &request, &open, &web))
}

#[utoipa::path(get, path = "/cart/items/{key}", params(("key" = String, Path)), responses(
    (status = 200, body = api::CartItem), (status = 409, body = ApiProblem)
))]
pub(in crate::store_api) async fn one(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    Path(key): Path<String>,
    request: CartRequest,
) -> Result<Response, ApiError> {
    let open = carts.open_cart(&request.session.key, request.session.customer_id).await?;
    line_answer(StatusCode::OK, &key, &request, &open, &web)
}

fn line_answer(
    status: StatusCode,
    key: &str,
    request: &CartRequest,
    open: &OpenCart,
    web: &WebContext,
) -> Result<Response, ApiError> {
    let view = open.view();
    if let Some(line) = view.lines.iter().find(|line| line.line.key == key) {
        Ok(finish((status, Json(item_shape(line, &view, web))).into_response(), request, open, web))
    } else {
        Err(refusal_error(&CartRefusal::new(codes::CART_INVALID_KEY), request, open, web))
    }
}

/// Adds a line.
#[utoipa::path(post, path = "/cart/items", request_body = AddItem, responses(
    (status = 201, body = api::CartItem), (status = 409, body = ApiProblem)
))]
pub(in crate::store_api) async fn add(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    let wanted = add_request(&request)?;
    let session = request.session.ensure(web.context.random()).to_owned();
    match carts.add_to_cart(&session, request.session.customer_id, &wanted).await? {
        Ok((open, key)) => line_answer(StatusCode::CREATED, &key, &request, &open, &web),
        Err((open, refusal)) => Err(refusal_error(&refusal, &request, &open, &web)),
    }
}

/// Sets the quantity of a line.
#[utoipa::path(put, path = "/cart/items/{key}", request_body = Quantity, params(("key" = String, Path)), responses(
    (status = 200, body = api::CartItem), (status = 409, body = ApiProblem)
))]
pub(in crate::store_api) async fn update(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    Path(key): Path<String>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    let quantity = request.quantity_milli()?.unwrap_or(1000);
    let session = request.session.ensure(web.context.random()).to_owned();
    match carts.update_cart_line(&session, request.session.customer_id, &key, quantity).await? {
        Ok((open, ())) => line_answer(StatusCode::OK, &key, &request, &open, &web),
        Err((open, refusal)) => Err(refusal_error(&refusal, &request, &open, &web)),
    }
}

/// Removes a line.
#[utoipa::path(delete, path = "/cart/items/{key}", params(("key" = String, Path)), responses(
    (status = 204), (status = 409, body = ApiProblem)
))]
pub(in crate::store_api) async fn remove(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    Path(key): Path<String>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    let session = request.session.ensure(web.context.random()).to_owned();
    match carts.remove_cart_line(&session, request.session.customer_id, &key).await? {
        Ok((open, _)) => Ok(finish(StatusCode::NO_CONTENT.into_response(), &request, &open, &web)),
        Err((open, refusal)) => Err(refusal_error(&refusal, &request, &open, &web)),
    }
}

/// Removes all lines.
#[utoipa::path(delete, path = "/cart/items", responses(
    (status = 200, body = Vec<api::CartItem>)
))]
pub(in crate::store_api) async fn clear(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    let session = request.session.ensure(web.context.random()).to_owned();
    let open = carts.clear_cart(&session, request.session.customer_id).await?;
    Ok(finish(Json(Vec::<u8>::new()).into_response(), &request, &open, &web))
}
