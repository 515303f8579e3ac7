//! Coupons in the classic calls: typed, clicked, removed. The responses are notices as HTML.

use axum::response::{Html, IntoResponse, Response};
use shop_core::base::Params;
use shop_core::platform::messages::{codes, text};
use shop_services::cart::{CouponDenial, CouponDone, OpenCart};
use shop_services::ports::StoreError;

use crate::ajax::{Call, invalid_nonce_response, notices};

/// Applies a typed code.
pub(in crate::ajax) async fn apply(mut call: Call) -> Result<Response, StoreError> {
    if !call.has_nonce("security", "apply-coupon") {
        return Ok(invalid_nonce_response());
    }
    let session = call.session.ensure(call.state.shop.context.random()).to_owned();
    let (code, email) = (call.text("coupon_code").to_owned(), call.text("billing_email").to_owned());
    apply_code(&call, &session, &code, Some(&email)).await
}

/// Applies a code, unless the address sent too many wrong ones.
async fn apply_code(call: &Call, session: &str, code: &str, email: Option<&str>) -> Result<Response, StoreError> {
    let (state, customer) = (&call.state, call.session.customer_id);
    if state.limits.coupon_guess_allowed(&call.ip, state.shop.context.now()).is_err() {
        let open = state.shop.carts.open_cart(session, customer).await?;
        return Ok(error_response(call, &open, codes::COUPON_TOO_MANY_TRIES));
    }
    let done = state.shop.cart_coupons.apply_coupon(session, customer, code, email).await?;
    if let Err((_, denial)) = &done {
        state.limits.count_coupon_guess(denial, &call.ip, state.shop.context.now());
    }
    Ok(coupon_response(call, done))
}

fn error_response(call: &Call, open: &OpenCart, code: &str) -> Response {
    let sentence = text(code, &Params::new(), open.settings.lang());
    call.finish_response(Html(notices::errors(&[(String::new(), sentence)]).into_string()).into_response(), open)
}

/// Removes a coupon. Removing one that is not applied succeeds.
pub(in crate::ajax) async fn remove(mut call: Call) -> Result<Response, StoreError> {
    if !call.has_nonce("security", "remove-coupon") {
        return Ok(invalid_nonce_response());
    }
    let session = call.session.ensure(call.state.shop.context.random()).to_owned();
    let code = call.text("coupon").to_owned();
    if code.trim().is_empty() {
        let open = call.state.shop.carts.open_cart(&session, call.session.customer_id).await?;
        return Ok(error_response(&call, &open, codes::COUPON_REMOVE_FAILED));
    }
    let done = match call.state.shop.cart_coupons.remove_coupon(&session, call.session.customer_id, &code).await? {
        Err((open, CouponDenial::NotApplied { .. } | CouponDenial::Refused(_))) => Ok((open, codes::COUPON_REMOVED)),
        other => other,
    };
    Ok(coupon_response(&call, done))
}

/// Applies a clicked coupon or credit, by its id in preference to its code. An id that is unknown or not for this shopper gets an
/// empty response.
pub(in crate::ajax) async fn click(mut call: Call) -> Result<Response, StoreError> {
    if !call.has_nonce("_wpnonce", "apply-coupon") && !call.has_nonce("_wpnonce", "wt-sc-apply-coupon") {
        return Ok(invalid_nonce_response());
    }
    let session = call.session.ensure(call.state.shop.context.random()).to_owned();
    let mut code = call.text("coupon_code").to_owned();
    if let Some(id) = call.text("coupon_id").trim().parse::<i64>().ok().filter(|id| *id > 0) {
        let customer = call.session.customer_id;
        let open = call.state.shop.carts.open_cart(&session, customer).await?;
        let found = call.state.shop.cart_coupons.clicked_code(&open, customer, id, &code).await?;
        let Some(found) = found else { return Ok(().into_response()) };
        code = found;
    }
    apply_code(&call, &session, &code, None).await
}

fn coupon_response(call: &Call, done: Result<CouponDone, (OpenCart, CouponDenial)>) -> Response {
    let (open, html) = match done {
        Ok((open, success)) => {
            let html = notices::success(&text(success, &Params::new(), open.settings.lang())).into_string();
            (open, html)
        }
        Err((open, denial)) => {
            let (code, params) = denial.message();
            let sentence = text(code, &params, open.settings.lang());
            (open, notices::errors(&[(String::new(), sentence)]).into_string())
        }
    };
    call.finish_response(Html(html).into_response(), &open)
}
