//! Coupons in the classic calls: typed, clicked, removed. The answers are notices as HTML.

use axum::response::{Html, IntoResponse, Response};
use shop_core::Params;
use shop_core::messages::{codes, text};
use shop_services::cart::{CouponDenial, OpenCart};
use shop_services::ports::StoreError;

use super::{Call, notices, refused_nonce};

/// A typed code.
pub(super) async fn apply(mut call: Call) -> Result<Response, StoreError> {
    if !call.has_nonce("security", "apply-coupon") {
        return Ok(refused_nonce());
    }
    let session = call.session.ensure().to_owned();
    let (code, email) = (call.text("coupon_code").to_owned(), call.text("billing_email").to_owned());
    let done = call.state.shop.apply_coupon(&session, call.session.customer_id, &code, Some(&email)).await?;
    Ok(told(&call, done, codes::COUPON_APPLIED))
}

/// A coupon to be taken off. One that is not applied is off already.
pub(super) async fn remove(mut call: Call) -> Result<Response, StoreError> {
    if !call.has_nonce("security", "remove-coupon") {
        return Ok(refused_nonce());
    }
    let session = call.session.ensure().to_owned();
    let code = call.text("coupon").to_owned();
    if code.trim().is_empty() {
        let open = call.state.shop.open_cart(&session, call.session.customer_id).await?;
        let sentence = text(codes::COUPON_REMOVE_FAILED, &Params::new(), open.settings.lang());
        let html = notices::errors(&[(String::new(), sentence)]).into_string();
        return Ok(call.answer(Html(html).into_response(), &open));
    }
    let done = match call.state.shop.remove_coupon(&session, call.session.customer_id, &code).await? {
        Err((open, CouponDenial::NotApplied { .. } | CouponDenial::Refused(_))) => Ok(open),
        other => other,
    };
    Ok(told(&call, done, codes::COUPON_REMOVED))
}

/// A clicked coupon: its number counts before its code. An unknown number answers nothing.
pub(super) async fn click(mut call: Call) -> Result<Response, StoreError> {
    if !call.has_nonce("_wpnonce", "apply-coupon") && !call.has_nonce("_wpnonce", "wt-sc-apply-coupon") {
        return Ok(refused_nonce());
    }
    let session = call.session.ensure().to_owned();
    let mut code = call.text("coupon_code").to_owned();
    if let Some(id) = call.text("coupon_id").trim().parse::<i64>().ok().filter(|id| *id > 0) {
        let Some(found) = call.state.shop.coupon_code(id).await? else { return Ok(().into_response()) };
        code = found;
    }
    let done = call.state.shop.apply_coupon(&session, call.session.customer_id, &code, None).await?;
    Ok(told(&call, done, codes::COUPON_APPLIED))
}

fn told(call: &Call, done: Result<OpenCart, (OpenCart, CouponDenial)>, success: &str) -> Response {
    let (open, html) = match done {
        Ok(open) => {
            let html = notices::success(&text(success, &Params::new(), open.settings.lang())).into_string();
            (open, html)
        }
        Err((open, denial)) => {
            let (code, params) = denial.message();
            let sentence = text(code, &params, open.settings.lang());
            (open, notices::errors(&[(String::new(), sentence)]).into_string())
        }
    };
    call.answer(Html(html).into_response(), &open)
}
