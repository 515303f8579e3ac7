//! What the plain forms of orders and accounts share: where they come from, and how refusals are shown.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::{FieldError, Lang, Params};
use shop_core::platform::messages::{codes, sentence, text};
use shop_core::platform::words::Text;
use shop_core::view::{Notice, Page};
use shop_services::accounts::buyer::Buyer;
use shop_services::ports::StoreError;

use crate::app::pairs::Pairs;
use crate::app::session::{Session, is_same_origin};
use crate::app::state::AppState;
use crate::page_data::context::{Context, unavailable};
use crate::render::PageRequest;

/// Span in which tries are counted.
pub(super) const SPAN_S: i64 = 3600;

/// Whom a form's nonce is bound to: the customer; a guest's forms are of anybody, as guests have no session until they fill a
/// cart, and are kept to the shop's own pages by the origin.
pub(super) fn nonce_key(session: &Session) -> &str {
    if session.customer_id.is_some() { &session.key } else { "" }
}

/// The nonce of a form.
pub(super) fn nonce(state: &AppState, session: &Session, action: &str) -> String {
    state.secrets.nonce(action, nonce_key(session), state.shop.context.now())
}

/// Whether a form was sent from the page that it was shown on; `field`: the name of its nonce.
pub(super) fn is_genuine(
    state: &AppState,
    session: &Session,
    headers: &HeaderMap,
    posted: &Pairs,
    (field, action): (&str, &str),
) -> bool {
    let nonce = posted.get(field).unwrap_or_default();
    is_same_origin(headers, state)
        && state.secrets.nonce_is_valid(nonce, action, nonce_key(session), state.shop.context.now())
}

/// Refusals in words, with the name of the field.
pub(super) fn refusals(errors: &[FieldError], lang: Lang) -> Vec<Notice> {
    errors
        .iter()
        .map(|error| Notice {
            kind: "error".into(),
            text: sentence(error, lang),
            field: error.field.clone(),
            ..Notice::default()
        })
        .collect()
}

pub(super) fn told(kind: &str, code: &str, params: &Params, lang: Lang) -> Notice {
    Notice { kind: kind.into(), text: text(code, params, lang), ..Notice::default() }
}

/// The refusal of a form whose nonce is old.
pub(super) fn expired(lang: Lang) -> Vec<Notice> {
    refusals(&[FieldError::new("", codes::FORM_EXPIRED)], lang)
}

/// The refusal of who tries too often.
pub(super) fn too_many(wait_s: i64, lang: Lang) -> Vec<Notice> {
    refusals(&[FieldError::new("", codes::ACCOUNT_TOO_MANY_TRIES).with("minutes", (wait_s + 59) / 60)], lang)
}

/// A page for one visitor, in the frame that a buyer sees, that no search engine keeps. `path`: with the key that opens it, if one does.
pub(super) async fn respond(
    state: &AppState,
    buyer: &Buyer,
    request: &PageRequest,
    path: &str,
    title: Text,
    status: StatusCode,
    page: Page,
) -> Response {
    let lang = state.shop.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
    let mut response = state
        .pages
        .respond_uncached(request, lang, || async {
            let context = Context::load(state, buyer).await.map_err(unavailable)?;
            let mut head = context.head(title(lang), "", bare(path));
            head.noindex = true;
            Ok(context.page(path, head, page, &[]))
        })
        .await;
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    response
}

/// A path without its query.
pub(super) fn bare(path: &str) -> &str {
    path.split('?').next().unwrap_or(path)
}

/// What is answered when the database does not.
pub(super) fn failed(error: &StoreError) -> Response {
    tracing::error!(%error, "a form or page failed");
    crate::app::failure_codes::status_of(error).into_response()
}
