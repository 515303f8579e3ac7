//! The platform's general endpoint, POST `/wp-admin/admin-ajax.php`: the call is named by the field `action`.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_services::ports::StoreError;

use super::{Call, payments, quick_view};
use crate::pairs::Pairs;
use crate::session::Session;
use crate::state::AppState;

/// One call; an unknown one is refused as the platform does.
pub(super) async fn dispatch(
    State(state): State<AppState>,
    session: Session,
    connection: Extensions,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let form = Pairs::parse(&String::from_utf8_lossy(&body));
    let action = form.get("action").unwrap_or_default().to_owned();
    let ip = crate::client::client_ip(&connection);
    let call = Call { state, session, headers, form, ip };
    let done = match action.as_str() {
        "woosq_quickview" => quick_view::show(call).await,
        "wc_stripe_create_and_confirm_setup_intent" => {
            payments::create_and_confirm_setup_intent(&call.state, &call.session, &call.form, &call.ip).await
        }
        _ => Ok((StatusCode::BAD_REQUEST, "0").into_response()),
    };
    done.unwrap_or_else(|error: StoreError| {
        tracing::error!(%error, call = %action, "general call failed");
        crate::failures::status_of(&error).into_response()
    })
}
