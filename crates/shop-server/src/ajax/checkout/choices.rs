//! The chosen payment method and delivery while the checkout is filled in: coupons may depend on them.

use std::collections::BTreeSet;

use axum::Json;
use axum::response::{IntoResponse, Response};
use shop_services::ports::StoreError;

use crate::ajax::{Call, invalid_nonce_response};
use crate::app::visitor::nonces;

/// Classic form: stores the chosen payment method; responds whether that removed a coupon, so that the form reloads.
pub(in crate::ajax) async fn payment(mut call: Call) -> Result<Response, StoreError> {
    if !call.has_nonce("_wpnonce", nonces::CHOICES) {
        return Ok(invalid_nonce_response());
    }
    let session = call.session.ensure(call.state.shop.context.random()).to_owned();
    let shop = &call.state.shop;
    let before: BTreeSet<String> = shop.carts.stored_coupons(&session).await?.into_iter().collect();
    let method = call.text("payment_method").to_owned();
    let open = shop.carts.remember_checkout(&session, call.session.customer_id, Some(&method), None).await?;
    let after: BTreeSet<String> = open.record.content.coupons.iter().cloned().collect();
    Ok(call.finish_response(Json(before != after).into_response(), &open))
}

/// Block form: stores the chosen payment method and delivery. The response is empty.
pub(in crate::ajax) async fn both(mut call: Call) -> Result<Response, StoreError> {
    if !call.has_nonce("_wpnonce", nonces::CHOICES) {
        return Ok(invalid_nonce_response());
    }
    let session = call.session.ensure(call.state.shop.context.random()).to_owned();
    let (customer, shop) = (call.session.customer_id, &call.state.shop);
    if let Some((_, rate)) = call.form.map("shipping_method").into_iter().next() {
        shop.carts.select_shipping_rate(&session, customer, &rate).await?;
    }
    let method = Some(call.text("payment_method")).filter(|method| !method.is_empty());
    let open = shop.carts.remember_checkout(&session, customer, method, None).await?;
    Ok(call.finish_response(().into_response(), &open))
}
