//! `/checkout`: the order being placed.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};
use shop_core::ids::CustomerId;
use shop_core::messages::codes;
use shop_core::store_api as api;
use shop_services::cart::OpenCart;
use shop_services::orders::{CheckoutRefusal, EarlierOrder, PlacedOrder, changed_meanwhile};

use super::cart_shape::{address_shape, cart_answer};
use super::checkout_body::{
    account_password_hash, add_additional, add_extensions, addresses, admit_guest, attempt, buyer, check_addresses,
    payment_value,
};
use super::error::ApiError;
use super::express::{Express, add_express};
use super::extract::{CartRequest, Kind, finish, finish_error};
use super::openapi::answers::{ApiProblem, CheckoutProblem};
use super::openapi::bodies::{CheckoutChoices, NewOrder};
use crate::payments::{Wished, pay, wished};
use crate::session::append_headers;
use crate::site::welcome_new;
use crate::state::AppState;

/// The draft as far as it is known. Reading makes no order.
#[utoipa::path(get, path = "/wp-json/wc/store/v1/checkout", responses(
    (status = 200, body = api::Checkout)
))]
pub(super) async fn get(State(state): State<AppState>, request: CartRequest) -> Result<Response, ApiError> {
    request.require_nonce(&state)?;
    let open = state.shop.open_cart(&request.session.key, request.session.customer_id).await?;
    Ok(finish(Json(draft(&open, &request, &state)).into_response(), &request, &open, &state))
}

fn draft(open: &OpenCart, request: &CartRequest, state: &AppState) -> api::Checkout {
    let content = &open.record.content;
    let methods: Vec<&str> = open.settings.enabled_payment_methods().map(|m| m.id.as_str()).collect();
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
        experimental_cart: Some(cart_answer(open, state)),
        ..api::Checkout::default()
    }
}

/// Stores choices while the form is filled.
#[utoipa::path(method(put, patch), path = "/wp-json/wc/store/v1/checkout", request_body = Option<CheckoutChoices>, responses(
    (status = 200, body = api::Checkout)
))]
pub(super) async fn put(State(state): State<AppState>, mut request: CartRequest) -> Result<Response, ApiError> {
    request.require_nonce(&state)?;
    request.expect(&[("payment_method", Kind::Text), ("order_notes", Kind::Text)])?;
    let settings = state.shop.settings().await?;
    let method = request.text("payment_method");
    if let Some(method) = method.as_deref().filter(|m| !m.is_empty())
        && !settings.enabled_payment_methods().any(|m| m.id == method)
    {
        let open = state.shop.open_cart(&request.session.key, request.session.customer_id).await?;
        let error = ApiError::plain(StatusCode::BAD_REQUEST, codes::PAYMENT_METHOD_DISABLED);
        return Err(finish_error(error, &request, &open, &state));
    }
    let note = request.text("order_notes");
    let session = request.session.ensure(state.shop.random()).to_owned();
    let open =
        state.shop.remember_checkout(&session, request.session.customer_id, method.as_deref(), note.as_deref()).await?;
    Ok(finish(Json(draft(&open, &request, &state)).into_response(), &request, &open, &state))
}

/// What an order brings beside its addresses and the wish for an account, which are read by themselves.
const ORDER: [(&str, Kind); 6] = [
    ("customer_note", Kind::Text),
    ("customer_password", Kind::Text),
    ("payment_method", Kind::Text),
    ("payment_data", Kind::List),
    ("additional_fields", Kind::Object),
    ("extensions", Kind::Object),
];

/// Places the order.
#[utoipa::path(post, path = "/wp-json/wc/store/v1/checkout", request_body = NewOrder, params(("Idempotency-Key" = Option<String>, Header, description = "Names this try: sent twice it is one order.")), responses(
    (status = 200, body = api::Checkout), (status = 409, body = ApiProblem), (status = 429, body = ApiProblem), (status = 400, body = CheckoutProblem)
))]
pub(super) async fn post(State(state): State<AppState>, mut request: CartRequest) -> Result<Response, ApiError> {
    if request.headers.get("x-http-method-override").is_some_and(|v| v == "PUT" || v == "PATCH") {
        return put(State(state), request).await;
    }
    request.require_nonce(&state)?;
    request.expect(&ORDER)?;
    match request.body.get("billing_address") {
        None => return Err(ApiError::missing("billing_address")),
        Some(Value::Object(_)) => {}
        // As the platform reads it: no address at all, so that the refusal names what is missing.
        Some(_) => {
            request.body.insert("billing_address".into(), Value::Object(Map::new()));
        }
    }
    let express = Express::read(&mut request, &state);
    // Before the cart, which the order of this try has emptied.
    let earlier = state.shop.earlier_order(attempt(&request).as_ref()).await?;
    if let Some(earlier) = earlier {
        let customer = request.session.customer_id;
        return match earlier {
            EarlierOrder::Same(placed) => {
                let answer = pay_placed(&placed, customer, &request, &state).await?;
                let open = state.shop.open_cart(&request.session.key, customer).await?;
                Ok(finish(answer, &request, &open, &state))
            }
            EarlierOrder::Other(refusal) => {
                let open = state.shop.open_cart(&request.session.key, customer).await?;
                Err(refused(&refusal, &request, &open, &state))
            }
        };
    }
    let settings = state.shop.settings().await?;
    let method = request.text("payment_method").unwrap_or_default();
    if !method.is_empty() && !settings.payment_methods.iter().any(|m| m.id == method) {
        let message = format!("payment_method: {method} non esiste.");
        return Err(ApiError::param("payment_method", "rest_not_in_enum", &message));
    }
    if let Some(express) = &express {
        express.admitted(&settings)?;
    }
    admit_guest(&request, &settings)?;
    let session = request.session.ensure(state.shop.random()).to_owned();
    let customer = request.session.customer_id;
    let mut open = state.shop.open_cart(&session, customer).await?;
    // Values that cannot be read are refused before the visitor's cart is looked at, and without its headers.
    let (billing, shipping) = addresses(&request, &open)?;
    let mut buyer = buyer(&request, billing, shipping, None);
    if let Some(refusal) = changed_meanwhile(&open) {
        // The refusal tells it; the cart within need not say it again.
        open.dropped_coupons.clear();
        return Err(refused(&refusal, &request, &open, &state));
    }
    let placed = if !open.record.content.lines.is_empty() && open.view().short_of_stock.is_empty() {
        // What was typed is kept, whatever comes of the order.
        let mut open = state.shop.remember_buyer(&session, customer, &buyer).await?.unwrap_or(open);
        if let Some(express) = express.as_ref().filter(|express| !express.rate.is_empty()) {
            open = state.shop.select_shipping_rate(&session, customer, &express.rate).await?;
        }
        if buyer.payment_method.is_empty() && open.view().needs_payment() {
            let error = ApiError::plain(StatusCode::BAD_REQUEST, codes::PAYMENT_METHOD_MISSING);
            return Err(finish_error(error, &request, &open, &state));
        }
        if let Err(error) = check_addresses(&buyer.billing, &buyer.shipping, &open, express.is_some()) {
            return Err(finish_error(error, &request, &open, &state));
        }
        if let Err(error) = add_extensions(&request, &mut buyer, &open) {
            return Err(finish_error(error, &request, &open, &state));
        }
        add_express(&request, express.as_ref(), &open.settings, &mut buyer);
        add_additional(&request, &open.settings, &mut buyer);
        if let Some(express) = &express
            && let Err(error) = express.agreed(&open, &state)
        {
            return Err(finish_error(error, &request, &open, &state));
        }
        if open.view().needs_payment()
            && let Err(error) = wished(&buyer.payment_method, |name| payment_value(&request, name))
        {
            let error = ApiError::of_payment(&error, open.settings.lang());
            return Err(finish_error(error, &request, &open, &state));
        }
        if state.order_allowed(&request.ip).is_err() {
            let error = ApiError::plain(StatusCode::TOO_MANY_REQUESTS, codes::TOO_MANY_REQUESTS);
            return Err(finish_error(error, &request, &open, &state));
        }
        match account_password_hash(&request, &buyer.billing, &open, &state).await {
            Ok(hash) => buyer.account_password_hash = hash,
            Err(error) => return Err(finish_error(error, &request, &open, &state)),
        }
        state.shop.place_remembered(&open, customer, &buyer).await?
    } else {
        state.shop.place_order(&session, customer, &buyer).await?
    };
    match placed {
        Ok(placed) => {
            let mut cookies = HeaderMap::new();
            if let Some(id) = placed.account {
                welcome_new(&mut request.session, id, &request.headers, &mut cookies, &state).await;
            }
            let answer = pay_placed(&placed, request.session.customer_id, &request, &state).await?;
            let open = state.shop.open_cart(&request.session.key, request.session.customer_id).await?;
            let mut response = finish(answer, &request, &open, &state);
            append_headers(response.headers_mut(), cookies);
            Ok(response)
        }
        Err((open, refusal)) => Err(refused(&refusal, &request, &open, &state)),
    }
}

fn refused(refusal: &CheckoutRefusal, request: &CartRequest, open: &OpenCart, state: &AppState) -> ApiError {
    let mut error = ApiError::checkout(refusal, open.settings.lang());
    if refusal.about_cart {
        error = error.with("cart", serde_json::to_value(cart_answer(open, state)).unwrap_or_default());
    }
    finish_error(error, request, open, state)
}

/// Goes on with the payment of a placed order, where the provider takes it, and answers.
pub(super) async fn pay_placed(
    placed: &PlacedOrder,
    customer: Option<CustomerId>,
    request: &CartRequest,
    state: &AppState,
) -> Result<Response, ApiError> {
    let method = request.text("payment_method").unwrap_or_default();
    let Ok(Wished::Gateway(wish)) = wished(&method, |name| payment_value(request, name)) else {
        let redirect = state.url(&placed.received_path());
        return Ok(Json(placed_answer(placed, customer, &redirect)).into_response());
    };
    let paid = pay(state, &request.session, &request.ip, placed.id, &wish).await?;
    let now = state.shop.store().order(placed.id).await?;
    let status = now.map_or(placed.status, |order| order.status);
    let placed = PlacedOrder { status, payment_method: method, ..placed.clone() };
    match paid {
        Ok(redirect) => Ok(Json(placed_answer(&placed, customer, &redirect)).into_response()),
        Err(message) => {
            let mut answer = placed_answer(&placed, customer, "");
            let detail = |key: &str, value: &str| api::KeyValue { key: key.into(), value: value.into() };
            answer.payment_result = Some(api::PaymentResult {
                payment_status: "failure".into(),
                payment_details: vec![detail("result", "failure"), detail("errorMessage", &message)],
                redirect_url: String::new(),
            });
            Ok((StatusCode::BAD_REQUEST, Json(answer)).into_response())
        }
    }
}

/// The answer about a placed order, and where the browser goes on.
fn placed_answer(placed: &PlacedOrder, customer: Option<CustomerId>, redirect: &str) -> api::Checkout {
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
        additional_fields: placed.content.extra_fields.clone(),
        ..api::Checkout::default()
    }
}
