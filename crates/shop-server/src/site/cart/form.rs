//! Cart changes without scripts: links that remove and restore lines, the form with quantities and coupon, the shipping calculator.
//! Each leaves a notice for the cart page that follows.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use shop_core::checkout::destination::{self, DestinationForm};
use shop_core::platform::messages::codes;
use shop_services::cart::AddressChange;

use super::cart_request::{CartRequest, apply_coupon_code, expired_notice, notice, requested_coupon_code};
use super::page::{CALCULATOR_NONCE, SubmittedForm};
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::storefront::Storefront;
use crate::app::visitor::client::client_ip;
use crate::app::visitor::nonces;
use crate::app::visitor::session::Session;
use crate::render::PageRequest;

/// Handles the shipping calculator: sets the destination and the shipping rate. A refused form is shown again with its values.
async fn update_destination(cart_request: &CartRequest<'_>, form: &Pairs, request: &PageRequest) -> Response {
    let CartRequest { storefront, session, .. } = *cart_request;
    let (carts, key, id) = (&storefront.carts, &session.key, session.customer_id);
    let Ok(open) = carts.open_cart(key, id).await else {
        return cart_request.redirect_to_cart(expired_notice()).await;
    };
    let text = |name: &str| form.get(name).unwrap_or_default().chars().take(200).collect::<String>();
    let typed = DestinationForm {
        country: text("calc_shipping_country"),
        state: text("calc_shipping_state"),
        city: text("calc_shipping_city"),
        postcode: text("calc_shipping_postcode"),
        state_of: form
            .get("calc_shipping_state_of")
            .map_or_else(|| open.record.content.shipping.country.clone(), str::to_owned),
    };
    let checked = match destination::check(&typed, &open.settings.checkout_rules(true, false, true)) {
        Ok(checked) => checked,
        Err(errors) => {
            return super::page::page(cart_request, request, Some(SubmittedForm::Calculator(typed, errors))).await;
        }
    };
    let [country, region, city, postcode] = checked.parts().map(|part| Some(part.to_owned()));
    let change = AddressChange { country, state: region, city, postcode, ..AddressChange::default() };
    if let Some((_, rate)) = form.map("shipping_method").into_iter().find(|(package, _)| package == "0") {
        let _ = carts.select_shipping_rate(key, id, &rate).await;
    }
    let notice = match carts.update_customer(key, id, None, Some(&change)).await {
        Ok(Ok(_)) => notice("success", codes::DESTINATION_UPDATED, BTreeMap::new()),
        Ok(Err((_, _, refusal))) => notice("error", refusal.code, refusal.params()),
        Err(_) => expired_notice(),
    };
    cart_request.redirect_to_cart(notice).await
}

/// Handles the forms of the cart page: quantities (`cart[KEY][qty]`), a typed coupon, the shipping calculator.
pub(super) async fn update(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    request: PageRequest,
    connection: axum::http::Extensions,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let form = Pairs(pairs);
    let cart_request = CartRequest { storefront: &storefront, session: &session, headers: &headers };
    let is_calculator = form.get("calc_shipping").is_some();
    let (field, action) = if is_calculator {
        ("woocommerce-shipping-calculator-nonce", CALCULATOR_NONCE)
    } else {
        ("woocommerce-cart-nonce", nonces::CART)
    };
    if !session.exists() || !cart_request.has_nonce(form.get(field).unwrap_or_default(), action) {
        return cart_request.redirect_to_cart(expired_notice()).await;
    }
    if let Some(button) = form.get("request_quote") {
        return crate::site::trade::quote_form::handle_button(
            &cart_request,
            &request,
            &client_ip(&connection),
            button,
            &form,
        )
        .await;
    }
    if is_calculator {
        return update_destination(&cart_request, &form, &request).await;
    }
    match requested_coupon_code(&form) {
        Some(code) => {
            cart_request
                .redirect_to_cart(apply_coupon_code(&storefront, &session, &client_ip(&connection), code).await)
                .await
        }
        None => {
            cart_request
                .redirect_with_notices(
                    &cart_request.set_quantities(form.map("cart"), form.get(field).unwrap_or_default()).await,
                )
                .await
        }
    }
}
