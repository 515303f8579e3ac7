//! `/checkout`: the draft of an order, and submitting it.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};
use shop_core::base::CustomerId;
use shop_core::checkout::extra_field::ExtraFieldKind;
use shop_core::platform::messages::codes;
use shop_core::store_api as api;
use shop_services::Context;
use shop_services::cart::{Carts, OpenCart, mark_reported};
use shop_services::checkout::{Outcome, PaymentOutcome, PlacedOrder};
use shop_services::orders::Orders;
use shop_services::platform::settings::ShopSettings;
use shop_services::records::OrderContent;

use super::error_response::to_api_error;
use super::express::read_express;
use super::request_body::{identify, order_of};
use crate::app::responses::{address_shape, cart_answer};
use crate::app::state::AppState;
use crate::app::storefront::WebContext;
use crate::app::visitor::session::append_headers;
use crate::checkout::Host;
use crate::store_api::error::ApiError;
use crate::store_api::extract::{CartRequest, Kind, finish, finish_error};
use crate::store_api::openapi::bodies::{CheckoutChoices, NewOrder};
use crate::store_api::openapi::responses::{ApiProblem, CheckoutProblem};
use crate::store_api::orders::additions::extensions_of;

/// The draft as far as it is known. Reading makes no order.
#[utoipa::path(get, path = "/checkout", responses(
    (status = 200, body = api::Checkout)
))]
pub(in crate::store_api) async fn get(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    let open = carts.open_cart(&request.session.key, request.session.customer_id).await?;
    draft_response(open, &request, &carts, &web).await
}

/// Responds with the draft; its cart reports the changes that no response has reported yet.
async fn draft_response(
    mut open: OpenCart,
    request: &CartRequest,
    carts: &Carts,
    web: &WebContext,
) -> Result<Response, ApiError> {
    mark_reported(carts, &mut open).await?;
    Ok(finish(Json(draft(&open, request, web)).into_response(), request, &open, web))
}

fn draft(open: &OpenCart, request: &CartRequest, web: &WebContext) -> api::Checkout {
    let content = &open.record.content;
    let view = open.view();
    let methods: Vec<&str> = view.payment_methods().map(|m| m.id.as_str()).collect();
    let chosen =
        methods.iter().find(|m| **m == content.payment_method).or(methods.first()).copied().unwrap_or_default();
    api::Checkout {
        order_id: 0,
        status: "checkout-draft".into(),
        order_number: "0".into(),
        customer_id: request.session.customer_id.map_or(0, |id| id.0),
        customer_note: content.order_note.clone(),
        billing_address: address_shape(&content.billing, true),
        shipping_address: address_shape(&content.shipping, false),
        payment_method: chosen.to_owned(),
        experimental_cart: Some(cart_answer(open, web)),
        ..api::Checkout::default()
    }
}

/// Stores choices while the form is filled.
#[utoipa::path(method(put, patch), path = "/checkout", request_body = Option<CheckoutChoices>, responses(
    (status = 200, body = api::Checkout)
))]
pub(in crate::store_api) async fn put(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    request.expect(&[("payment_method", Kind::Text), ("order_notes", Kind::Text)])?;
    let settings = web.context.shop_for(&request.session.buyer).await?.settings;
    let method = request.text("payment_method");
    if let Some(method) = method.as_deref().filter(|m| !m.is_empty())
        && !settings.enabled_payment_methods().any(|m| m.id == method)
    {
        let open = carts.open_cart(&request.session.key, request.session.customer_id).await?;
        let error = ApiError::plain(StatusCode::BAD_REQUEST, codes::CHECKOUT_PAYMENT_METHOD_DISABLED);
        return Err(finish_error(error, &request, &open, &web));
    }
    let note = request.text("order_notes");
    let session = request.session.ensure(web.context.random()).to_owned();
    let open =
        carts.remember_checkout(&session, request.session.customer_id, method.as_deref(), note.as_deref()).await?;
    draft_response(open, &request, &carts, &web).await
}

/// Body members of an order beside the addresses and the request for an account, which are parsed separately.
const ORDER: [(&str, Kind); 6] = [
    ("customer_note", Kind::Text),
    ("customer_password", Kind::Text),
    ("payment_method", Kind::Text),
    ("payment_data", Kind::List),
    ("additional_fields", Kind::Object),
    ("extensions", Kind::Object),
];

/// Places the order.
#[utoipa::path(post, path = "/checkout", request_body = NewOrder, params(("Idempotency-Key" = Option<String>, Header, description = "Names this request: sent twice it is one order.")), responses(
    (status = 200, body = api::Checkout), (status = 409, body = ApiProblem), (status = 429, body = ApiProblem), (status = 400, body = CheckoutProblem)
))]
pub(in crate::store_api) async fn post(
    State(state): State<AppState>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&state.storefront.web)?;
    request.expect(&ORDER)?;
    match request.body.get("billing_address") {
        None => return Err(ApiError::missing("billing_address")),
        Some(Value::Object(_)) => {}
        // WooCommerce treats it as no address at all, so that the error names what is missing.
        Some(_) => {
            request.body.insert("billing_address".into(), Value::Object(Map::new()));
        }
    }
    let express = read_express(&mut request, &state.storefront.web);
    let mut order = order_of(&request, express)?;
    request.session.ensure(state.shop.context.random());
    order.identity = identify(&request);
    let (headers, ip) = (request.headers.clone(), request.ip.clone());
    let mut host = Host::new(&state, &request.session, &headers, &ip);
    let outcome = state.shop.checkout.submit(&mut host, &order).await?;
    let (session, cookies) = host.into_parts();
    request.session = session;
    match outcome {
        Outcome::Placed { order, payment } => {
            let customer = request.session.customer_id;
            let method = request.text("payment_method").unwrap_or_default();
            let answer =
                placed_response(*order, &method, customer, payment, &state.shop.context, &state.shop.orders).await?;
            let open = state.shop.carts.open_cart(&request.session.key, customer).await?;
            let mut response = finish(answer, &request, &open, &state.storefront.web);
            append_headers(response.headers_mut(), cookies);
            Ok(response)
        }
        Outcome::Refused(refused) => Err(to_api_error(refused, &request, &state.storefront.web)),
    }
}

/// Responds about a placed order. When its payment has already started, the response has the current status.
pub(in crate::store_api) async fn placed_response(
    order: PlacedOrder,
    payment_method: &str,
    customer: Option<CustomerId>,
    payment: PaymentOutcome,
    context: &Context,
    orders: &Orders,
) -> Result<Response, ApiError> {
    let settings = context.settings().await?;
    let paid = match payment {
        PaymentOutcome::Offline => {
            let redirect = context.addresses().page(&order.received_path());
            return Ok(Json(checkout_response(&order, customer, &redirect, &settings)).into_response());
        }
        PaymentOutcome::Begun(to) => Ok(to),
        PaymentOutcome::Refused(message) => Err(message),
    };
    // A paid order names the method that paid it, which may be that of an earlier attempt.
    let (status, payment_method) = match orders.order(order.id).await? {
        Some(now) if !now.needs_payment() => (now.status, now.payment_method),
        Some(now) => (now.status, payment_method.to_owned()),
        None => (order.status, payment_method.to_owned()),
    };
    let order = PlacedOrder { status, payment_method, ..order };
    let message = match paid {
        Ok(to) => return Ok(Json(checkout_response(&order, customer, &to, &settings)).into_response()),
        Err(message) => message,
    };
    let mut answer = checkout_response(&order, customer, "", &settings);
    let detail = |key: &str, value: &str| api::KeyValue { key: key.into(), value: value.into() };
    answer.payment_result = Some(api::PaymentResult {
        payment_status: "failure".into(),
        payment_details: vec![detail("result", "failure"), detail("errorMessage", &message)],
        redirect_url: String::new(),
    });
    Ok((StatusCode::BAD_REQUEST, Json(answer)).into_response())
}

/// The additional fields that were filled in, checkboxes as booleans.
fn additional_fields(content: &OrderContent, settings: &ShopSettings) -> BTreeMap<String, api::AdditionalValue> {
    let is_box = |name: &String| {
        settings.checkout.extra.iter().any(|field| field.name == *name && field.kind == ExtraFieldKind::Checkbox)
    };
    let value = |(name, value): (&String, &String)| {
        let value =
            if is_box(name) { api::AdditionalValue::Flag(true) } else { api::AdditionalValue::Text(value.clone()) };
        (name.clone(), value)
    };
    content.extra_fields.iter().map(value).collect()
}

/// Builds the response about a placed order, with the address where the browser continues.
fn checkout_response(
    placed: &PlacedOrder,
    customer: Option<CustomerId>,
    redirect: &str,
    settings: &ShopSettings,
) -> api::Checkout {
    let detail = |key: &str, value: &str| api::KeyValue { key: key.into(), value: value.into() };
    let details = if placed.payment_method.is_empty() {
        Vec::new()
    } else {
        vec![detail("result", "success"), detail("redirect", redirect)]
    };
    api::Checkout {
        order_id: placed.id.0,
        status: placed.status.as_str().into(),
        order_key: placed.order_key.clone(),
        order_number: placed.id.to_string(),
        customer_note: placed.content.customer_note.clone(),
        customer_id: customer.map_or(0, |id| id.0),
        billing_address: address_shape(&placed.content.billing, true),
        shipping_address: address_shape(&placed.content.shipping, false),
        payment_method: placed.payment_method.clone(),
        payment_result: Some(api::PaymentResult {
            payment_status: "success".into(),
            payment_details: details,
            redirect_url: redirect.to_owned(),
        }),
        additional_fields: additional_fields(&placed.content, settings),
        extensions: extensions_of(&placed.content),
        ..api::Checkout::default()
    }
}
