//! Closing the store notice and the footer banner: the plain form of both, and the REST call of the banner's link (storefront,
//! section 7).

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::json;
use shop_core::base::{Lang, Params};
use shop_core::content::widget::notice::{BANNER_FIELD, banner_hidden};
use shop_core::platform::messages::{codes, text};
use shop_services::accounts::Accounts;

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::storefront::WebContext;
use crate::app::visitor::consent::write;
use crate::app::visitor::session::{Session, is_same_origin};
use crate::page_data::content::notices::{REST_NONCE, foot_banner, store_notice};
use crate::site::redirects::return_path;

/// Largest body of the REST call, in bytes.
const MAX_BYTES: usize = 4096;

/// `POST /avviso/`: closes the notice (`close=notice`) or the banner (`close=banner`), and redirects to the page (`back`). 403 for another
/// origin; 422 for any other value.
pub(super) async fn close(
    State(accounts): State<Accounts>,
    State(web): State<WebContext>,
    session: Session,
    headers: HeaderMap,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    if !is_same_origin(&headers, &web.public_address) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let fields = Pairs(pairs);
    let settings = match web.context.settings().await {
        Ok(settings) => settings,
        Err(error) => return crate::app::failure_codes::status_of(&error).into_response(),
    };
    let cookie = match fields.get("close") {
        Some("notice") => store_notice(&settings, "", web.public_address.is_https()).dismissed,
        Some("banner") => {
            if let Some(status) = record_dismissal(&accounts, &session).await {
                return status.into_response();
            }
            foot_banner(&settings, "", "", web.public_address.is_https()).dismissed
        }
        _ => return StatusCode::UNPROCESSABLE_ENTITY.into_response(),
    };
    let mut response = Redirect::to(&return_path(&fields)).into_response();
    write(&[cookie], response.headers_mut());
    response
}

/// Records for a customer that the banner was closed; returns the status if that fails.
async fn record_dismissal(accounts: &Accounts, session: &Session) -> Option<StatusCode> {
    let recorded = accounts.dismiss_banner(session.customer_id?).await;
    recorded.err().map(|error| {
        tracing::error!(%error, "a closed banner could not be noted");
        crate::app::failure_codes::status_of(&error)
    })
}

#[derive(Deserialize)]
struct Change {
    woocommerce_meta: serde_json::Map<String, serde_json::Value>,
}

/// `POST /wp-json/wp/v2/users/me` with `{woocommerce_meta: {coming_soon_banner_dismissed: "yes"}}` and `X-WP-Nonce`. Stores the
/// choice with the customer, and in a cookie, which is all that a guest has.
pub(super) async fn close_by_rest_call(
    State(accounts): State<Accounts>,
    State(web): State<WebContext>,
    session: Session,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let settings = match web.context.settings().await {
        Ok(settings) => settings,
        Err(error) => return crate::app::failure_codes::status_of(&error).into_response(),
    };
    let lang = settings.lang();
    let nonce = headers.get("x-wp-nonce").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let valid = web.secrets.nonce_is_valid(nonce, REST_NONCE, "", web.context.now());
    if !valid || !is_same_origin(&headers, &web.public_address) {
        return error_response(StatusCode::FORBIDDEN, "rest_cookie_invalid_nonce", codes::FORM_EXPIRED, lang);
    }
    if body.len() > MAX_BYTES {
        return error_response(
            StatusCode::PAYLOAD_TOO_LARGE,
            "rest_invalid_request",
            codes::REQUEST_INVALID_JSON,
            lang,
        );
    }
    let Ok(change) = serde_json::from_slice::<Change>(&body) else {
        return error_response(StatusCode::BAD_REQUEST, "rest_invalid_json", codes::REQUEST_INVALID_JSON, lang);
    };
    // This endpoint changes nothing else of a user's data.
    let is_only_field = change.woocommerce_meta.len() == 1;
    let value = change.woocommerce_meta.get(BANNER_FIELD).and_then(|value| value.as_str());
    if !is_only_field || !value.is_some_and(banner_hidden) {
        return error_response(StatusCode::BAD_REQUEST, "rest_invalid_param", codes::REQUEST_INVALID_JSON, lang);
    }
    if let Some(status) = record_dismissal(&accounts, &session).await {
        return status.into_response();
    }
    let mut response = Json(json!({ "woocommerce_meta": change.woocommerce_meta })).into_response();
    write(&[foot_banner(&settings, "", "", web.public_address.is_https()).dismissed], response.headers_mut());
    response
}

fn error_response(status: StatusCode, code: &str, message: &str, lang: Lang) -> Response {
    let message = text(message, &Params::new(), lang);
    (status, Json(json!({ "code": code, "message": message, "data": { "status": status.as_u16() } }))).into_response()
}
