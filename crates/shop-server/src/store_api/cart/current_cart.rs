//! `/cart` and its actions. All return the full cart.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use shop_core::base::{FieldError, ProductId};
use shop_core::catalogue::purchase::{MAX_CHOICES, is_choice};
use shop_core::platform::messages::codes;
use shop_core::platform::words::rest_texts;
use shop_core::store_api as api;
use shop_services::cart::{AddItem as Wanted, AddressChange, CartRefusal, Carts, OpenCart, mark_reported};

use crate::app::responses::{cart_answer, page_cart};
use crate::app::storefront::WebContext;
use crate::app::visitor::session::change_id;
use crate::store_api::error::ApiError;
use crate::store_api::extract::{CartRequest, Kind, finish, finish_error};
use crate::store_api::openapi::bodies::{AddItem, Addresses, ChosenRate, ItemKey, ItemQuantity};
use crate::store_api::openapi::responses::ApiProblem;

#[utoipa::path(get, path = "/cart", responses(
    (status = 200, body = api::Cart)
))]
pub(in crate::store_api) async fn get(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    request: CartRequest,
) -> Result<Response, ApiError> {
    let open = carts.open_cart(&request.session.key, request.session.customer_id).await?;
    cart_response(StatusCode::OK, &request, open, &carts, &web).await
}

/// Header by which the shop's own pages request the inputs of pricing; other clients do not get them.
const ASKS_PRICING: &str = "bottega-pricing";

/// Builds the cart in the format that the request asks for.
pub(in crate::store_api) fn requested_cart(request: &CartRequest, open: &OpenCart, web: &WebContext) -> api::Cart {
    if request.headers.contains_key(ASKS_PRICING) { page_cart(open, web) } else { cart_answer(open, web) }
}

/// Responds with the cart, which reports the changes that no response has reported yet.
pub(in crate::store_api) async fn cart_response(
    status: StatusCode,
    request: &CartRequest,
    mut open: OpenCart,
    carts: &Carts,
    web: &WebContext,
) -> Result<Response, ApiError> {
    mark_reported(carts, &mut open).await?;
    let body = Json(requested_cart(request, &open, web));
    Ok(finish((status, body).into_response(), request, &open, web))
}

/// Builds an error; it includes the cart when the client must reload it.
pub(in crate::store_api) fn refusal_error(
    refusal: &CartRefusal,
    request: &CartRequest,
    open: &OpenCart,
    web: &WebContext,
) -> ApiError {
    let mut error = ApiError::cart(refusal, open.settings.lang());
    if refusal.code == codes::CART_INVALID_KEY {
        error = error.with("cart", serde_json::to_value(requested_cart(request, open, web)).unwrap_or_default());
    }
    finish_error(error, request, open, web)
}

/// Parses the item to add.
pub(super) fn add_request(request: &CartRequest) -> Result<Wanted, ApiError> {
    // An id that is not a number matches no product, as in WooCommerce.
    request.expect(&[("quantity", Kind::Number), ("variation", Kind::List), ("key", Kind::Text)])?;
    let variation = match request.body.get("variation") {
        Some(Value::Array(rows)) => rows
            .iter()
            .filter_map(|row| {
                let field = |name: &str| row.get(name).and_then(Value::as_str).map(str::to_owned);
                Some((field("attribute")?, field("value").unwrap_or_default()))
            })
            .take(50)
            .collect(),
        _ => Vec::new(),
    };
    Ok(Wanted {
        id: ProductId(request.integer("id").unwrap_or(0)),
        quantity_milli: request.quantity_milli()?,
        variation,
        choices: choices(request),
    })
}

/// Choices beside the variation: body members whose names begin with `addon-` or `wc_`.
fn choices(request: &CartRequest) -> Vec<(String, String)> {
    let named = request.body.keys().filter(|name| is_choice(name)).take(MAX_CHOICES);
    named
        .filter_map(|name| {
            let text = match request.body.get(name)? {
                Value::Bool(ticked) => if *ticked { "1" } else { "" }.to_owned(),
                _ => request.text(name)?,
            };
            Some((name.clone(), text))
        })
        .collect()
}

#[utoipa::path(post, path = "/cart/add-item", request_body = AddItem, responses(
    (status = 201, body = api::Cart), (status = 409, body = ApiProblem)
))]
pub(in crate::store_api) async fn add_item(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    let add = add_request(&request)?;
    if request.text("key").is_some_and(|key| !key.is_empty()) {
        return Err(ApiError::plain(StatusCode::BAD_REQUEST, codes::CART_ITEM_EXISTS));
    }
    let key = request.session.ensure(web.context.random()).to_owned();
    match carts.once(change_id(&request.headers)).add_to_cart(&key, request.session.customer_id, &add).await? {
        Ok((open, _)) => cart_response(StatusCode::CREATED, &request, open, &carts, &web).await,
        Err((open, refusal)) => Err(refusal_error(&refusal, &request, &open, &web)),
    }
}

/// Sets a quantity.
#[utoipa::path(post, path = "/cart/update-item", request_body = ItemQuantity, responses(
    (status = 200, body = api::Cart), (status = 409, body = ApiProblem)
))]
pub(in crate::store_api) async fn update_item(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    let key = request.key()?;
    let quantity = request.quantity_milli()?.unwrap_or(1000);
    let session = request.session.ensure(web.context.random()).to_owned();
    match carts
        .once(change_id(&request.headers))
        .update_cart_line(&session, request.session.customer_id, &key, quantity)
        .await?
    {
        Ok((open, ())) => cart_response(StatusCode::OK, &request, open, &carts, &web).await,
        Err((open, refusal)) => Err(refusal_error(&refusal, &request, &open, &web)),
    }
}

#[utoipa::path(post, path = "/cart/remove-item", request_body = ItemKey, responses(
    (status = 200, body = api::Cart), (status = 409, body = ApiProblem)
))]
pub(in crate::store_api) async fn remove_item(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    let key = request.key()?;
    let session = request.session.ensure(web.context.random()).to_owned();
    match carts.once(change_id(&request.headers)).remove_cart_line(&session, request.session.customer_id, &key).await? {
        Ok((open, _)) => cart_response(StatusCode::OK, &request, open, &carts, &web).await,
        Err((open, refusal)) => Err(refusal_error(&refusal, &request, &open, &web)),
    }
}

/// Puts a removed line back, with its quantity and choices. A call of our own: the platform has it only for pages.
#[utoipa::path(post, path = "/cart/restore-item", request_body = ItemKey, responses(
    (status = 200, body = api::Cart), (status = 409, body = ApiProblem)
))]
pub(in crate::store_api) async fn restore_item(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    let key = request.text("key").unwrap_or_default();
    let session = request.session.ensure(web.context.random()).to_owned();
    match carts.once(change_id(&request.headers)).restore_cart_line(&session, request.session.customer_id, &key).await?
    {
        Ok((open, _)) => cart_response(StatusCode::OK, &request, open, &carts, &web).await,
        Err((open, refusal)) => Err(refusal_error(&refusal, &request, &open, &web)),
    }
}

/// Chooses a way of delivery.
#[utoipa::path(post, path = "/cart/select-shipping-rate", request_body = ChosenRate, responses(
    (status = 200, body = api::Cart)
))]
pub(in crate::store_api) async fn select_shipping_rate(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    request.expect(&[("rate_id", Kind::Text), ("package_id", Kind::Whole)])?;
    let Some(rate) = request.text("rate_id").filter(|r| !r.is_empty()) else {
        return Err(ApiError::missing("rate_id"));
    };
    let session = request.session.ensure(web.context.random()).to_owned();
    // There is one package: a choice for another one is ignored.
    let open = if request.integer("package_id").unwrap_or(0) == 0 {
        carts.select_shipping_rate(&session, request.session.customer_id, &rate).await?
    } else {
        carts.open_cart(&session, request.session.customer_id).await?
    };
    cart_response(StatusCode::OK, &request, open, &carts, &web).await
}

/// Parses an address object of the body; only strings are used.
pub(in crate::store_api) fn address_change(
    request: &CartRequest,
    name: &str,
) -> Result<Option<AddressChange>, ApiError> {
    match request.body.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value @ Value::Object(_)) => serde_json::from_value(value.clone())
            .map(Some)
            .map_err(|_| ApiError::param(name, "rest_invalid_type", |lang| rest_texts::not_texts(lang, name))),
        Some(_) => Err(ApiError::param(name, "rest_invalid_type", |lang| rest_texts::not_an_object(lang, name))),
    }
}

/// Changes the addresses.
#[utoipa::path(post, path = "/cart/update-customer", request_body = Option<Addresses>, responses(
    (status = 200, body = api::Cart)
))]
pub(in crate::store_api) async fn update_customer(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    let billing = address_change(&request, "billing_address")?;
    let shipping = address_change(&request, "shipping_address")?;
    let session = request.session.ensure(web.context.random()).to_owned();
    let done =
        carts.update_customer(&session, request.session.customer_id, billing.as_ref(), shipping.as_ref()).await?;
    match done {
        Ok(open) => cart_response(StatusCode::OK, &request, open, &carts, &web).await,
        Err((open, which, refusal)) => {
            let error = FieldError { params: refusal.params(), ..FieldError::new(which, refusal.code) };
            Err(finish_error(ApiError::param_error(which, &error), &request, &open, &web))
        }
    }
}
