//! `update_order_review`: the order summary while the checkout form is filled in.

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use shop_services::cart::{AddressChange, CartView, OpenCart, mark_reported};
use shop_services::ports::StoreError;

use crate::ajax::cart::fragments::{expired_form, order_review, payment};
use crate::ajax::{Call, invalid_nonce_response, notices};
use crate::app::forms::form_fields::Pairs;
use crate::app::responses::{booking_errors, change_errors, stock_errors};

/// Applies the typed address and choices to the cart and responds with the summary.
pub(in crate::ajax) async fn update(mut call: Call) -> Result<Response, StoreError> {
    if !call.has_nonce("security", "update-order-review") {
        return Ok(invalid_nonce_response());
    }
    let session = call.session.ensure(call.state.shop.context.random()).to_owned();
    let customer = call.session.customer_id;
    let shop = &call.state.shop;
    let open = shop.carts.open_cart(&session, customer).await?;
    if open.record.content.lines.is_empty() {
        let fragment = expired_form(&open.settings).into_string();
        return Ok(Json(json!({ "fragments": { "form.woocommerce-checkout": fragment } })).into_response());
    }
    // The choice was made among the rates for the previous address; other rates need a new choice.
    if let Some((_, rate)) = call.form.map("shipping_method").into_iter().next() {
        shop.carts.select_shipping_rate(&session, customer, &rate).await?;
    }
    // The serialised form provides what the call's own fields lack.
    let form = Pairs::parse(call.text("post_data"));
    let mut billing = change(&call, "");
    for (field, name) in [
        (&mut billing.first_name, "billing_first_name"),
        (&mut billing.last_name, "billing_last_name"),
        (&mut billing.email, "billing_email"),
        (&mut billing.phone, "billing_phone"),
    ] {
        *field = form.get(name).map(str::to_owned);
    }
    let complete = matches!(call.text("has_full_address"), "true" | "1" | "yes");
    shop.carts.follow_typing(&session, customer, &billing, &change(&call, "s_"), complete).await?;
    let method = Some(call.text("payment_method")).filter(|method| !method.is_empty());
    let method = method.or_else(|| form.get("payment_method")).unwrap_or_default();
    let note = form.get("order_comments");
    let mut open =
        shop.carts.remember_checkout(&session, customer, Some(method).filter(|m| !m.is_empty()), note).await?;
    mark_reported(&shop.carts, &mut open).await?;
    let view = open.view();
    let messages = notices::errors(&cart_errors(&open, &view)).into_string();
    let body = json!({
        "result": if messages.is_empty() { "success" } else { "failure" },
        "messages": messages,
        "reload": false,
        "fragments": {
            ".woocommerce-checkout-review-order-table": order_review(&view).into_string(),
            ".woocommerce-checkout-payment": payment(&view, &open.record.content.payment_method).into_string(),
        },
    });
    Ok(call.finish_response(Json(body).into_response(), &open))
}

/// Messages about reduced quantities, sold-out lines and booked times that are no longer free. They name no field.
fn cart_errors(open: &OpenCart, view: &CartView<'_>) -> Vec<(String, String)> {
    let changes = change_errors(open, view.lang).into_iter().chain(booking_errors(view));
    changes.chain(stock_errors(view)).map(|error| (String::new(), error.message)).collect()
}

fn change(call: &Call, prefix: &str) -> AddressChange {
    let get = |name: &str| call.form.get(&format!("{prefix}{name}")).map(str::to_owned);
    AddressChange {
        country: get("country").filter(|c| !c.is_empty()),
        state: get("state"),
        postcode: get("postcode"),
        city: get("city"),
        address_1: get("address"),
        address_2: get("address_2"),
        ..AddressChange::default()
    }
}
