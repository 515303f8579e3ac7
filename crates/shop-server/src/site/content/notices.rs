//! Closing the shop's notice and the banner at the foot: the plain form of both, and the call of the banner's link (storefront,
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

use crate::app::consent::write;
use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::app::session::{Session, is_same_origin};
use crate::app::state::AppState;
use crate::page_data::notices::{REST_NONCE, foot_banner, store_notice};
use crate::site::redirects::back;

/// Largest body of the call, in bytes.
const MAX_BYTES: usize = 4096;

/// `POST /avviso/`: closes the notice (`close=notice`) or the banner (`close=banner`), and shows the page again (`back`). 403: it comes
/// from another site; 422: it closes neither.
pub(super) async fn close(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    if !is_same_origin(&headers, &state) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let fields = Pairs(pairs);
    let settings = match state.shop.context.settings().await {
        Ok(settings) => settings,
        Err(error) => return crate::app::failure_codes::status_of(&error).into_response(),
    };
    let cookie = match fields.get("close") {
        Some("notice") => store_notice(&settings, "", state.is_https()).dismissed,
        Some("banner") => {
            if let Some(status) = note(&state, &session).await {
                return status.into_response();
            }
            foot_banner(&settings, "", "", state.is_https()).dismissed
        }
        _ => return StatusCode::UNPROCESSABLE_ENTITY.into_response(),
    };
    let mut response = Redirect::to(&back(&fields)).into_response();
    write(&[cookie], response.headers_mut());
    response
}

/// Notes in a customer's data that the banner was closed; gives the status where that fails.
async fn note(state: &AppState, session: &Session) -> Option<StatusCode> {
    let noted = state.shop.accounts.dismiss_banner(session.customer_id?).await;
    noted.err().map(|error| {
        tracing::error!(%error, "a closed banner could not be noted");
        crate::app::failure_codes::status_of(&error)
    })
}

#[derive(Deserialize)]
struct Change {
    woocommerce_meta: serde_json::Map<String, serde_json::Value>,
}

/// `POST /wp-json/wp/v2/users/me` with `{woocommerce_meta: {coming_soon_banner_dismissed: "yes"}}` and `X-WP-Nonce`. A customer's
/// data have it from then on, and a browser's cookie, which is all that there is of a guest.
pub(super) async fn close_by_call(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let settings = match state.shop.context.settings().await {
        Ok(settings) => settings,
        Err(error) => return crate::app::failure_codes::status_of(&error).into_response(),
    };
    let lang = settings.lang();
    let nonce = headers.get("x-wp-nonce").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let valid = state.secrets.nonce_is_valid(nonce, REST_NONCE, "", state.shop.context.now());
    if !valid || !is_same_origin(&headers, &state) {
        return refusal(StatusCode::FORBIDDEN, "rest_cookie_invalid_nonce", codes::FORM_EXPIRED, lang);
    }
    if body.len() > MAX_BYTES {
        return refusal(StatusCode::PAYLOAD_TOO_LARGE, "rest_invalid_request", codes::REQUEST_INVALID_JSON, lang);
    }
    let Ok(change) = serde_json::from_slice::<Change>(&body) else {
        return refusal(StatusCode::BAD_REQUEST, "rest_invalid_json", codes::REQUEST_INVALID_JSON, lang);
    };
    // Nothing else of a user's data is changed here.
    let only = change.woocommerce_meta.len() == 1;
    let said = change.woocommerce_meta.get(BANNER_FIELD).and_then(|value| value.as_str());
    if !only || !said.is_some_and(banner_hidden) {
        return refusal(StatusCode::BAD_REQUEST, "rest_invalid_param", codes::REQUEST_INVALID_JSON, lang);
    }
    if let Some(status) = note(&state, &session).await {
        return status.into_response();
    }
    let mut response = Json(json!({ "woocommerce_meta": change.woocommerce_meta })).into_response();
    write(&[foot_banner(&settings, "", "", state.is_https()).dismissed], response.headers_mut());
    response
}

fn refusal(status: StatusCode, code: &str, message: &str, lang: Lang) -> Response {
    let message = text(message, &Params::new(), lang);
    (status, Json(json!({ "code": code, "message": message, "data": { "status": status.as_u16() } }))).into_response()
}
