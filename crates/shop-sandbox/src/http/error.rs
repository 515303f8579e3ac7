//! Errors of the API, in the provider's format `{error: {type, code, message, param, decline_code, …}}`.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

const INVALID: &str = "invalid_request_error";

/// An API error. Its status is Stripe's: 400 for an invalid request, 401 without a valid key, 402 for a card error, 404 for an
/// unknown object, 409 while a request with the same idempotency key is in flight, 429 for too many requests.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    kind: &'static str,
    code: Option<String>,
    message: String,
    param: Option<String>,
    decline_code: Option<String>,
    /// Objects sent along with the error: after a declined attempt, the intent and its payment method.
    with: Map<String, Value>,
    /// Whether the failed call has effects: its changes are committed, and the response is stored for its idempotency key.
    pub(crate) effects: bool,
    /// Value of `Retry-After`, in seconds.
    pub(crate) retry_after: Option<u32>,
}

pub(crate) type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    fn new(status: StatusCode, kind: &'static str, code: Option<&str>, message: impl Into<String>) -> Self {
        Self {
            status,
            kind,
            code: code.map(str::to_owned),
            message: message.into(),
            param: None,
            decline_code: None,
            with: Map::new(),
            effects: false,
            retry_after: None,
        }
    }

    /// An invalid request.
    pub(crate) fn invalid(code: Option<&str>, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, INVALID, code, message)
    }

    /// An invalid parameter.
    pub(crate) fn param(param: &str, code: &str, message: impl Into<String>) -> Self {
        Self { param: Some(param.to_owned()), ..Self::invalid(Some(code), message) }
    }

    /// A missing required parameter.
    pub(crate) fn missing(param: &str) -> Self {
        Self::param(param, "parameter_missing", format!("Missing required param: {param}."))
    }

    /// An object that does not exist or belongs to somebody else.
    pub(crate) fn not_found(kind: &str, param: &str, id: &str) -> Self {
        let missing = Some("resource_missing");
        let error = Self::new(StatusCode::NOT_FOUND, INVALID, missing, format!("No such {kind}: '{id}'"));
        Self { param: Some(param.to_owned()), ..error }
    }

    /// An unknown endpoint.
    pub(crate) fn no_such_call(method: &str, path: &str) -> Self {
        let message = format!("Unrecognized request URL ({method}: {path}).");
        Self::new(StatusCode::NOT_FOUND, INVALID, None, message)
    }

    /// A missing or invalid key.
    pub(crate) fn unauthorized(message: &str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, INVALID, None, message)
    }

    /// A publishable key on an endpoint that needs the secret key.
    pub(crate) fn forbidden_key() -> Self {
        let message = "This API call cannot be made with a publishable API key. Please use a secret API key.";
        Self::new(StatusCode::UNAUTHORIZED, INVALID, Some("secret_key_required"), message)
    }

    /// A key without the permission for this endpoint.
    pub(crate) fn no_right(path: &str) -> Self {
        let message = format!("The provided key does not have the required permissions for this endpoint ({path}).");
        Self::new(StatusCode::FORBIDDEN, INVALID, Some("more_permissions_required"), message)
    }

    /// A card error found before the bank is involved: wrong number, expiry date or security code.
    pub(crate) fn card(code: &str, param: &str, message: &str) -> Self {
        let error = Self::new(StatusCode::PAYMENT_REQUIRED, "card_error", Some(code), message);
        Self { param: Some(param.to_owned()), ..error }
    }

    /// Adds the bank's decline code.
    pub(crate) fn declined(self, reason: &str) -> Self {
        Self { decline_code: Some(reason.to_owned()), ..self }
    }

    /// A failed attempt that changed the intent. `card`: whether the card's bank declined it.
    pub(crate) fn failed(card: bool, code: &str, decline_code: Option<String>, message: &str) -> Self {
        let (status, kind) =
            if card { (StatusCode::PAYMENT_REQUIRED, "card_error") } else { (StatusCode::BAD_REQUEST, INVALID) };
        Self { decline_code, effects: true, ..Self::new(status, kind, Some(code), message) }
    }

    /// An idempotency key that was first used with other parameters.
    pub(crate) fn other_parameters() -> Self {
        let message =
            "Keys for idempotent requests can only be used with the same parameters they were first used with.";
        Self::new(StatusCode::BAD_REQUEST, "idempotency_error", None, message)
    }

    /// An idempotency key whose first request is still in flight.
    pub(crate) fn twin_in_flight() -> Self {
        let message = "There is currently another in-progress request using this idempotency key.";
        Self::new(StatusCode::CONFLICT, "idempotency_error", Some("idempotency_key_in_use"), message)
    }

    /// The rate limit is exceeded.
    pub(crate) fn rate_limit(retry_after_s: u32) -> Self {
        let message = "Request rate limit exceeded.";
        let error = Self::new(StatusCode::TOO_MANY_REQUESTS, INVALID, Some("rate_limit"), message);
        Self { retry_after: Some(retry_after_s), ..error }
    }

    /// A failure of the provider itself.
    pub(crate) fn internal(message: &str) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "api_error", None, message)
    }

    /// Sends an object along with the error.
    pub(crate) fn with(mut self, name: &str, object: Value) -> Self {
        self.with.insert(name.to_owned(), object);
        self
    }

    /// Whether the call failed before it was executed. Then no response is stored for the idempotency key, so that the caller can
    /// retry with corrected parameters.
    pub(crate) fn before_execution(&self) -> bool {
        !self.effects && (self.param.is_some() || matches!(self.status.as_u16(), 401 | 403 | 409 | 429))
    }

    pub(crate) fn body(&self, request_id: &str) -> Value {
        let mut error = self.with.clone();
        error.insert("type".into(), json!(self.kind));
        error.insert("message".into(), json!(self.message));
        for (name, value) in [("code", &self.code), ("param", &self.param), ("decline_code", &self.decline_code)] {
            if let Some(value) = value {
                error.insert(name.into(), json!(value));
            }
        }
        error.insert("request_log_url".into(), json!(format!("/#{request_id}")));
        json!({ "error": error })
    }
}
