//! `save_appearance`: the appearance of the provider's fields, which a page derived from its own styles.
//!
//! It is stored for the session that derived it, never for the shop, so that only the visitor who sent it sees it. A shared one
//! would let anybody restyle other shoppers' payment forms, and would only save them reading the styles.

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use shop_core::base::Params;
use shop_core::payments::appearance::theme::checked_look;
use shop_core::platform::messages::{codes, text};
use shop_services::payments::PaymentSessions;
use shop_services::ports::{FormAppearance, StoreError};

use super::status::{failure, has_nonce};
use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::WebContext;
use crate::app::visitor::nonces::APPEARANCE;
use crate::app::visitor::session::Session;
use crate::payments::THEME;

/// Lifetime of a stored appearance, after which it is derived again (wire contract, C1).
const LIFETIME_S: i64 = 24 * 3600;

/// Stores an appearance and responds with it, serialised again: `{success, data}`.
pub(in crate::ajax) async fn save_appearance(
    payment_sessions: &PaymentSessions,
    web: &WebContext,
    session: &Session,
    form: &Pairs,
) -> Result<Response, StoreError> {
    let lang = web.context.settings().await?.lang();
    if session.key.is_empty() || !has_nonce(web, session, form, APPEARANCE) {
        return Ok(failure(text(codes::FORM_EXPIRED, &Params::new(), lang)));
    }
    let ours = form.get("theme_name") == Some(THEME);
    let Some(appearance) = checked_look(form.get("appearance").unwrap_or_default()).filter(|_| ours) else {
        return Ok(failure(text(codes::PAYMENT_LOOK_REFUSED, &Params::new(), lang)));
    };
    let now = web.context.now();
    let echoed: Value = serde_json::from_str(&appearance).unwrap_or_default();
    let new = FormAppearance {
        session_key: session.key.clone(),
        theme: THEME.to_owned(),
        is_block: form.get("is_block_checkout") == Some("true"),
        appearance,
        expires_at: now + LIFETIME_S,
    };
    payment_sessions.save_appearance(&new).await?;
    Ok(Json(json!({ "success": true, "data": echoed })).into_response())
}
