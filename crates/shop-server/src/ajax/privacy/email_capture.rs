//! `the_ajax_hook`: stores a typed e-mail address for marketing, if the merchant enabled it and the visitor consents.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shop_core::view::CAPTURE_SERVICE;
use shop_services::ports::StoreError;
use shop_services::privacy::consents::is_visitor_id;

use crate::ajax::Call;
use crate::app::visitor::consent;
use crate::app::visitor::session::cookie;

/// E-mail addresses that one network address may send in the span.
const ADDRESSES: u32 = 5;
/// Span of the count, in seconds.
const SPAN_S: i64 = 3600;

/// Stores the address. The response is `1`, or `0` with the status of the reason.
pub(in crate::ajax) async fn store_email(call: &Call) -> Result<Response, StoreError> {
    let (state, headers) = (&call.state, &call.headers);
    let settings = state.shop.context.settings().await?;
    let Some(category) = settings.visits().capture_category() else {
        return Ok(error_response(StatusCode::BAD_REQUEST));
    };
    let consent = consent::of(headers, &settings, &state.storefront.web);
    if !consent.admits_service(CAPTURE_SERVICE, category) {
        return Ok(error_response(StatusCode::FORBIDDEN));
    }
    if state.limits.count("email_capture", &call.ip, ADDRESSES, SPAN_S, state.shop.context.now()).is_err() {
        return Ok(error_response(StatusCode::TOO_MANY_REQUESTS));
    }
    let name = format!("{}id", consent.settings.prefix);
    let consent_id = cookie(headers, &name).filter(|id| is_visitor_id(id)).unwrap_or_default();
    let (email, location) = (call.text("tracking_email"), call.text("subscription_location"));
    match state.shop.email_captures.keep(email, location, settings.lang(), &consent_id).await? {
        Ok(()) => Ok("1".into_response()),
        Err(_) => Ok(error_response(StatusCode::UNPROCESSABLE_ENTITY)),
    }
}

fn error_response(status: StatusCode) -> Response {
    (status, "0").into_response()
}
