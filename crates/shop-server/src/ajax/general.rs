//! WordPress's general endpoint, POST `/wp-admin/admin-ajax.php`: the field `action` names the call.

use axum::extract::{RawQuery, Request, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_services::ports::StoreError;

use super::catalogue::quick_view;
use super::privacy::email_capture;
use super::{Call, payments, trade};
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::posted_form::PostedForm;
use crate::app::state::AppState;
use crate::app::visitor::session::Session;
use crate::trade::files_allowed;

/// Handles a call by GET, named in the query: the download of a purchase list.
pub(super) async fn handle_get(
    State(state): State<AppState>,
    session: Session,
    connection: Extensions,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    let form = Pairs::parse(query.as_deref().unwrap_or_default());
    if form.get("action") != Some(trade::DOWNLOAD) {
        return (StatusCode::BAD_REQUEST, "0").into_response();
    }
    let ip = crate::app::visitor::client::client_ip(&connection);
    let done = trade::dispatch(Call { state, session, headers, form, files: Vec::new(), ip }, trade::DOWNLOAD).await;
    done.unwrap_or_else(|error: StoreError| {
        tracing::error!(%error, "a purchase list could not be downloaded");
        crate::app::failure_codes::status_of(&error).into_response()
    })
}

/// Dispatches a call; rejects an unknown one as WordPress does.
pub(super) async fn dispatch(
    State(state): State<AppState>,
    session: Session,
    connection: Extensions,
    headers: HeaderMap,
    request: Request,
) -> Response {
    let ip = crate::app::visitor::client::client_ip(&connection);
    let sends_files = session.customer_id.is_some() && files_allowed(&state.shop.context, &state.limits, &ip);
    let PostedForm { pairs: form, files } = match PostedForm::read(request, sends_files).await {
        Ok(posted) => posted,
        Err(answer) => return answer,
    };
    let action = form.get("action").unwrap_or_default().to_owned();
    let call = Call { state, session, headers, form, files, ip };
    let done = match action.as_str() {
        "woosq_quickview" => quick_view::show(call).await,
        "wc_stripe_create_and_confirm_setup_intent" => {
            payments::create_and_confirm_setup_intent(
                &call.state.shop.method_setups,
                &call.state.config,
                &call.state.limits,
                &call.state.storefront.web,
                &call.session,
                &call.form,
                &call.ip,
            )
            .await
        }
        "the_ajax_hook" => email_capture::store_email(&call).await,
        name if name.starts_with(trade::PREFIX) => trade::dispatch(call, name).await,
        _ => Ok((StatusCode::BAD_REQUEST, "0").into_response()),
    };
    done.unwrap_or_else(|error: StoreError| {
        tracing::error!(%error, call = %action, "general call failed");
        crate::app::failure_codes::status_of(&error).into_response()
    })
}
