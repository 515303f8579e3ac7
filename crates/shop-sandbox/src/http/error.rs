//! Refusals of the API, in the provider's shape `{error: {type, code, message, param, decline_code, …}}`.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

const INVALID: &str = "invalid_request_error";

/// A refusal. Its status is Stripe's: 400 for what was asked wrongly, 401 without a key, 402 for a card's no, 404 for what is
/// not there, 409 while a twin is being worked on, 429 for too many.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    kind: &'static str,
    code: Option<String>,
    message: String,
    param: Option<String>,
    decline_code: Option<String>,
    /// Objects that go along: the intent after a declined try, and its method.
    with: Map<String, Value>,
    /// The refusal is itself a result: what was changed stays, and the answer is kept for its idempotency key.
    pub(crate) effects: bool,
    /// Seconds after which the caller may ask again.
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

    /// A request that cannot be done as it was asked.
    pub(crate) fn invalid(code: Option<&str>, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, INVALID, code, message)
    }

    /// A wrong parameter.
    pub(crate) fn param(param: &str, code: &str, message: impl Into<String>) -> Self {
        Self { param: Some(param.to_owned()), ..Self::invalid(Some(code), message) }
    }

    /// A parameter that must be given.
    pub(crate) fn missing(param: &str) -> Self {
        Self::param(param, "parameter_missing", format!("Missing required param: {param}."))
    }

    /// An object that is not there, or not the caller's.
    pub(crate) fn not_found(kind: &str, param: &str, id: &str) -> Self {
        let missing = Some("resource_missing");
        let error = Self::new(StatusCode::NOT_FOUND, INVALID, missing, format!("No such {kind}: '{id}'"));
        Self { param: Some(param.to_owned()), ..error }
    }

    /// A call that the API does not have.
    pub(crate) fn no_such_call(method: &str, path: &str) -> Self {
        let message = format!("Unrecognized request URL ({method}: {path}).");
        Self::new(StatusCode::NOT_FOUND, INVALID, None, message)
    }

    /// No key, or one that may not do this.
    pub(crate) fn unauthorized(message: &str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, INVALID, None, message)
    }

    /// A key for browsers on a call for servers.
    pub(crate) fn forbidden_key() -> Self {
        let message = "This API call cannot be made with a publishable API key. Please use a secret API key.";
        Self::new(StatusCode::UNAUTHORIZED, INVALID, Some("secret_key_required"), message)
    }

    /// A key that has no right to this call.
    pub(crate) fn no_right(path: &str) -> Self {
        let message = format!("The provided key does not have the required permissions for this endpoint ({path}).");
        Self::new(StatusCode::FORBIDDEN, INVALID, Some("more_permissions_required"), message)
    }

    /// A card's no, before anything was tried with the bank: a wrong number, date or code.
    pub(crate) fn card(code: &str, param: &str, message: &str) -> Self {
        let error = Self::new(StatusCode::PAYMENT_REQUIRED, "card_error", Some(code), message);
        Self { param: Some(param.to_owned()), ..error }
    }

    /// With the bank's reason.
    pub(crate) fn declined(self, reason: &str) -> Self {
        Self { decline_code: Some(reason.to_owned()), ..self }
    }

    /// A try that was refused and has left its mark on the intent. `card`: by the card's bank.
    pub(crate) fn failed(card: bool, code: &str, decline_code: Option<String>, message: &str) -> Self {
        let (status, kind) =
            if card { (StatusCode::PAYMENT_REQUIRED, "card_error") } else { (StatusCode::BAD_REQUEST, INVALID) };
        Self { decline_code, effects: true, ..Self::new(status, kind, Some(code), message) }
    }

    /// The same key with another request.
    pub(crate) fn other_parameters() -> Self {
        let message =
            "Keys for idempotent requests can only be used with the same parameters they were first used with.";
        Self::new(StatusCode::BAD_REQUEST, "idempotency_error", None, message)
    }

    /// The same key while the first request is being worked on.
    pub(crate) fn twin_in_flight() -> Self {
        let message = "There is currently another in-progress request using this idempotency key.";
        Self::new(StatusCode::CONFLICT, "idempotency_error", Some("idempotency_key_in_use"), message)
    }

    /// Too many requests.
    pub(crate) fn rate_limit(retry_after_s: u32) -> Self {
        let message = "Request rate limit exceeded.";
        let error = Self::new(StatusCode::TOO_MANY_REQUESTS, INVALID, Some("rate_limit"), message);
        Self { retry_after: Some(retry_after_s), ..error }
    }

    /// The provider's own failure.
    pub(crate) fn internal(message: &str) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "api_error", None, message)
    }

    /// With an object that goes along.
    pub(crate) fn with(mut self, name: &str, object: Value) -> Self {
        self.with.insert(name.to_owned(), object);
        self
    }

    /// Whether it came before anything was begun: then nothing is kept for its key, and the caller may ask again with the
    /// parameters mended.
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
