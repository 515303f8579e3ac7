//! The provider's webhook: POST `/?wc-api=wc_stripe`.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_services::platform::boundary::detach;
use shop_services::ports::StoreError;

use crate::app::state::AppState;

/// Stores an event and responds at once; a worker applies it afterwards. An unsigned event gets 400: the provider takes any
/// success as delivered and never sends the event again, and shows the reason to the merchant.
pub(in crate::ajax) async fn receive(
    state: &AppState,
    headers: &HeaderMap,
    body: &str,
) -> Result<Response, StoreError> {
    let signature = headers.get("stripe-signature").and_then(|value| value.to_str().ok()).unwrap_or_default();
    match state.shop.payment_events.store_webhook_event(signature, body).await? {
        Err(refusal) => {
            tracing::warn!(%refusal, "a message to the payment webhook was refused");
            Ok((StatusCode::BAD_REQUEST, format!("{refusal}\n")).into_response())
        }
        Ok(new) => {
            if new {
                let shop = std::sync::Arc::clone(&state.shop);
                let applied = async move {
                    if let Err(error) = shop.payment_events.apply_events().await {
                        tracing::error!(%error, "taking in the provider's messages failed; it is tried again");
                    }
                };
                detach(applied, |work| drop(state.background.spawn(work)));
            }
            Ok(StatusCode::OK.into_response())
        }
    }
}
