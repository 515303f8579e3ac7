//! What plain forms share: nonces, error notices, and rendering a page that is not cached.

use std::sync::Arc;

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::{FieldError, Lang, Params};
use shop_core::platform::messages::{codes, sentence, text};
use shop_core::platform::words::Text;
use shop_core::view::{Notice, Page};
use shop_services::accounts::buyer::Buyer;
use shop_services::ports::StoreError;

use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::Storefront;
use crate::app::visitor::session::{Session, is_same_origin};
use crate::page_data::context::{Context, unavailable};
use crate::render::PageRequest;

/// Span in which attempts are counted.
pub(super) const SPAN_S: i64 = 3600;

/// Key that a form's nonce is bound to: the customer's session. Guests share one nonce, as they have no session until they fill a cart;
/// CSRF protection of their forms rests on the origin check.
pub(super) fn nonce_key(session: &Session) -> &str {
    if session.customer_id.is_some() { &session.key } else { "" }
}

/// Creates the nonce of a form.
pub(super) fn nonce(storefront: &Arc<Storefront>, session: &Session, action: &str) -> String {
    storefront.web.secrets.nonce(action, nonce_key(session), storefront.web.context.now())
}

/// Whether a form was posted from the shop's own page with a valid nonce; `field` is the name of the nonce field.
pub(super) fn is_genuine(
    storefront: &Arc<Storefront>,
    session: &Session,
    headers: &HeaderMap,
    posted: &Pairs,
    (field, action): (&str, &str),
) -> bool {
    let nonce = posted.get(field).unwrap_or_default();
    is_same_origin(headers, &storefront.web.public_address)
        && storefront.web.secrets.nonce_is_valid(nonce, action, nonce_key(session), storefront.web.context.now())
}

/// Translates errors to notices that name their field.
pub(super) fn error_notices(errors: &[FieldError], lang: Lang) -> Vec<Notice> {
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

pub(super) fn notice(kind: &str, code: &str, params: &Params, lang: Lang) -> Notice {
    Notice { kind: kind.into(), text: text(code, params, lang), ..Notice::default() }
}

/// Notice of a form whose nonce has expired.
pub(super) fn expired_notices(lang: Lang) -> Vec<Notice> {
    error_notices(&[FieldError::new("", codes::FORM_EXPIRED)], lang)
}

/// Notice of too many attempts.
pub(super) fn too_many_attempts(wait_s: i64, lang: Lang) -> Vec<Notice> {
    error_notices(&[FieldError::new("", codes::ACCOUNT_TOO_MANY_TRIES).with("minutes", (wait_s + 59) / 60)], lang)
}

/// Renders an uncached, unindexed page with the buyer's header and prices. `path` includes the key that opens the page, if it needs one.
pub(super) async fn respond(
    storefront: &Arc<Storefront>,
    buyer: &Buyer,
    request: &PageRequest,
    path: &str,
    title: Text,
    status: StatusCode,
    page: Page,
) -> Response {
    let lang = storefront.web.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
    let mut response = storefront
        .pages
        .respond_uncached(request, lang, || async {
            let context = Context::load(storefront, buyer).await.map_err(unavailable)?;
            let mut head = context.head(title(lang), "", without_query(path));
            head.noindex = true;
            Ok(context.page(path, head, page, &[]))
        })
        .await;
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    response
}

pub(super) fn without_query(path: &str) -> &str {
    path.split('?').next().unwrap_or(path)
}

/// Logs a database error and returns its status.
pub(super) fn error_response(error: &StoreError) -> Response {
    tracing::error!(%error, "a form or page failed");
    crate::app::failure_codes::status_of(error).into_response()
}
