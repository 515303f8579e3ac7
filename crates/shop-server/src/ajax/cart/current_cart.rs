//! Adding and removing lines, and the cart fragments.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde_json::{Value, json};
use shop_core::base::ProductId;
use shop_services::cart::{AddItem, mark_reported};
use shop_services::catalogue::Found;
use shop_services::ports::StoreError;

use super::fragments::{cart_fragments, order_review};
use crate::ajax::{Call, invalid_nonce_response};
use crate::app::responses::page_cart;
use crate::app::visitor::session::change_id;

/// Media type by which clients request the cart as JSON too.
const CART_JSON: &str = "application/vnd.bottega.cart+json";

/// Adds a simple product or a variation. After a refusal the client is sent to the product's page.
pub(in crate::ajax) async fn add(mut call: Call) -> Result<Response, StoreError> {
    let Some(text) = call.form.get("product_id").map(str::to_owned).filter(|t| !t.is_empty()) else {
        return Ok(StatusCode::OK.into_response());
    };
    if !crate::app::visitor::session::is_same_origin(&call.headers, &call.state.public_address) {
        return Ok(StatusCode::FORBIDDEN.into_response());
    }
    let id = ProductId(text.trim().parse().unwrap_or(0));
    let quantity: f64 =
        call.text("quantity").trim().parse().ok().filter(|q: &f64| q.is_finite() && *q != 0.0).unwrap_or(1.0);
    let variation = call.form.0.iter().filter(|(n, v)| n.starts_with("attribute_") && !v.is_empty()).cloned().collect();
    #[allow(clippy::cast_possible_truncation, reason = "clamped to far beyond any order before the cast")]
    let quantity_milli = Some((quantity.clamp(-1e9, 1e9) * 1000.0) as i64);
    let add = AddItem { id, quantity_milli, variation, choices: call.form.choices() };
    let session = call.session.ensure(call.state.shop.context.random()).to_owned();
    match call
        .state
        .shop
        .carts
        .once(change_id(&call.headers))
        .add_to_cart(&session, call.session.customer_id, &add)
        .await?
    {
        Ok((mut open, _)) => {
            let mut body = cart_fragments(&open, &call.state.storefront.web);
            if wants_cart(&call) {
                mark_reported(&call.state.shop.carts, &mut open).await?;
                let cart = serde_json::to_value(page_cart(&open, &call.state.storefront.web)).unwrap_or_default();
                body = with(body, "cart", cart);
            }
            Ok(call.finish_response(Json(body).into_response(), &open))
        }
        Err((open, refusal)) => {
            let url: Value = match open.catalogue.find(id) {
                Some(Found::Product(p) | Found::Variation(p, _)) => {
                    call.state.shop.context.addresses().page(&format!("/prodotto/{}/", p.slug)).into()
                }
                None => false.into(),
            };
            let mut body = json!({ "error": true, "product_url": url });
            if wants_cart(&call) {
                let lang = open.settings.lang();
                let sentence = shop_core::platform::messages::text(refusal.code, &refusal.params, lang);
                body = with(body, "message", sentence.into());
            }
            Ok(Json(body).into_response())
        }
    }
}

/// Tells whether the client wants the cart as data. The shop's own pages show it from data instead of fragments and show refusals
/// themselves; other clients get WooCommerce's response.
fn wants_cart(call: &Call) -> bool {
    let accepted = call.headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains(CART_JSON))
}

/// Adds a member to a response.
fn with(mut body: Value, name: &str, value: Value) -> Value {
    if let Some(entries) = body.as_object_mut() {
        entries.insert(name.to_owned(), value);
    }
    body
}

/// Removes a line.
pub(in crate::ajax) async fn remove(mut call: Call) -> Result<Response, StoreError> {
    if !crate::app::visitor::session::is_same_origin(&call.headers, &call.state.public_address) {
        return Ok(StatusCode::FORBIDDEN.into_response());
    }
    let key = call.text("cart_item_key").to_owned();
    let session = call.session.ensure(call.state.shop.context.random()).to_owned();
    match call.state.shop.carts.remove_cart_line(&session, call.session.customer_id, &key).await? {
        Ok((open, _)) => {
            Ok(call.finish_response(Json(cart_fragments(&open, &call.state.storefront.web)).into_response(), &open))
        }
        Err(_) => Ok(Json(json!({ "success": false })).into_response()),
    }
}

/// Responds with the current mini-cart.
pub(in crate::ajax) async fn refreshed(call: Call) -> Result<Response, StoreError> {
    let open = call.state.shop.carts.open_cart(&call.session.key, call.session.customer_id).await?;
    Ok(call.finish_response(Json(cart_fragments(&open, &call.state.storefront.web)).into_response(), &open))
}

/// Responds with the totals as HTML.
pub(in crate::ajax) async fn totals(call: Call) -> Result<Response, StoreError> {
    let open = call.state.shop.carts.open_cart(&call.session.key, call.session.customer_id).await?;
    let markup = order_review(&open.view()).into_string();
    Ok(call.finish_response(Html(format!("<div class=\"cart_totals\">{markup}</div>")).into_response(), &open))
}

/// Chooses the shipping rate on the cart page; responds with the totals as HTML. A rate that is not offered changes nothing.
pub(in crate::ajax) async fn shipping_method(mut call: Call) -> Result<Response, StoreError> {
    if !call.has_nonce("security", "update-shipping-method") {
        return Ok(invalid_nonce_response());
    }
    let session = call.session.ensure(call.state.shop.context.random()).to_owned();
    if let Some((_, rate)) = call.form.map("shipping_method").into_iter().next() {
        call.state.shop.carts.select_shipping_rate(&session, call.session.customer_id, &rate).await?;
    }
    totals(call).await
}
