//! Failed calls to the payment provider, and rejected webhook events.

use shop_core::payments::error::PaymentError;

use super::Intent;

/// Why the provider did not fulfil a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatewayError {
    /// A final refusal of this attempt, such as a decline or a wrong code. The shopper may retry with another method.
    #[error("declined: {}", error.code)]
    Declined {
        error: Box<PaymentError>,
        /// The intent afterwards, if the provider returned it.
        intent: Option<Box<Intent>>,
    },
    /// The provider rejected the request: a wrong parameter, an unknown id, or a state that does not fit. Nothing was done.
    #[error("refused: {} {}", error.code, error.param)]
    Refused { error: Box<PaymentError> },
    /// Nothing was done: the provider was unreachable or rate-limited the request.
    #[error("the provider is not available: {0}")]
    Unavailable(String),
    /// Unknown whether anything was done: no response, a broken one, or a server error. Retrying with the same key, or reading
    /// the object later, resolves it.
    #[error("the provider's answer is not known: {0}")]
    Unknown(String),
}

/// Why a webhook event was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebhookError {
    /// The signature is missing or none matches.
    #[error("the signature does not fit the webhook's signing secret")]
    Signature,
    /// The signature's timestamp is too old, or in the future.
    #[error("signed too long ago, or in the future")]
    Stale,
    /// The signature is valid, but the body is no event.
    #[error("the body is no event")]
    Unreadable,
}
