//! Errors in the API's format: `{code, message, data: {status, …}}`.

use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use shop_core::base::{FieldError, Lang, Params};
use shop_core::cart::coupon::validity::CouponError;
use shop_core::platform::messages::{self, codes, sentence};
use shop_core::platform::words::rest_texts;
use shop_services::cart::CartRefusal;
use shop_services::checkout::CheckoutRefusal;
use shop_services::ports::StoreError;

use crate::app::failure_codes;
use crate::app::forms::form_fields::WrongValue;
use crate::app::language::localized_message::LocalizedMessage;

#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    code: String,
    message: LocalizedMessage,
    /// Invalid parameters: name, code, message.
    params: Vec<(String, String, LocalizedMessage)>,
    data: Map<String, Value>,
    /// Headers of the response (session headers of cart routes).
    pub(crate) headers: axum::http::HeaderMap,
    /// Whether the status's general message replaces the code's own.
    without_words: bool,
}

impl ApiError {
    /// Creates an error with the message of its code.
    pub fn new(status: StatusCode, code: &str, params: &Params) -> Self {
        debug_assert!(messages::find(code).is_some(), "{code} has no sentence");
        Self::with_message(status, code, LocalizedMessage::from_code(code, params))
    }

    /// Creates an error with one of WooCommerce's codes and one of the shop's messages, which `write` returns.
    pub(super) fn worded(status: StatusCode, code: &str, write: impl Fn(Lang) -> &'static str) -> Self {
        Self::with_message(status, code, LocalizedMessage::new(|lang| write(lang).to_owned()))
    }

    fn with_message(status: StatusCode, code: &str, message: LocalizedMessage) -> Self {
        Self {
            status,
            code: code.to_owned(),
            message,
            params: Vec::new(),
            data: Map::new(),
            headers: axum::http::HeaderMap::new(),
            without_words: false,
        }
    }

    /// Creates an error for a refused payment, with its own message.
    pub(super) fn of_payment(error: &FieldError) -> Self {
        Self::with_message(
            StatusCode::BAD_REQUEST,
            "woocommerce_rest_payment_error",
            LocalizedMessage::from_error(error),
        )
    }

    /// Creates an error whose message has no placeholders.
    pub fn plain(status: StatusCode, code: &str) -> Self {
        Self::new(status, code, &Params::new())
    }

    /// Creates an error for a bare status of a layer or the router.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => no_route_for(status),
            _ if status.is_client_error() => Self::worded(status, "rest_invalid_request", rest_texts::invalid_request),
            _ => Self::plain(status, codes::UNKNOWN_SERVER_ERROR),
        }
    }

    /// Creates an error for an invalid parameter; `write` returns the message.
    pub fn param(name: &str, code: &str, write: impl Fn(Lang) -> String) -> Self {
        Self::params(vec![(name.to_owned(), code.to_owned(), LocalizedMessage::new(write))])
    }

    /// Creates an error for an invalid parameter with the message of a field error.
    pub fn param_error(name: &str, error: &FieldError) -> Self {
        Self::params(vec![(name.to_owned(), error.code.to_string(), LocalizedMessage::from_error(error))])
    }

    /// Creates an error for several invalid parameters: name, code, message.
    pub fn params(wrong: Vec<(String, String, LocalizedMessage)>) -> Self {
        let names = wrong.iter().map(|(name, _, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let message = LocalizedMessage::new(|lang| rest_texts::invalid_parameters(lang, &names));
        Self { params: wrong, ..Self::with_message(StatusCode::BAD_REQUEST, "rest_invalid_param", message) }
    }

    /// Creates an error for a missing parameter.
    pub fn missing(name: &str) -> Self {
        let message = LocalizedMessage::new(|lang| rest_texts::missing_parameters(lang, name));
        let out = Self::with_message(StatusCode::BAD_REQUEST, "rest_missing_callback_param", message);
        out.with("params", json!([name]))
    }

    /// Replaces the code.
    pub(super) fn under(mut self, code: &str) -> Self {
        code.clone_into(&mut self.code);
        self
    }

    /// Adds a member to `data`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.data.insert(name.to_owned(), value.into());
        self
    }

    /// Converts a refused cart change. Refused product choices are in `data.fields`, each with its field and message. An invalid
    /// request is 400; a line that no longer exists is 409.
    pub fn cart(refusal: &CartRefusal, lang: Lang) -> Self {
        let status =
            if refusal.code == codes::CART_INVALID_KEY { StatusCode::CONFLICT } else { StatusCode::BAD_REQUEST };
        let out = Self::new(status, refusal.code, &refusal.params);
        if refusal.fields.is_empty() {
            return out;
        }
        let field =
            |error: &FieldError| json!({ "field": error.field, "code": error.code, "message": sentence(error, lang) });
        out.with("fields", refusal.fields.iter().map(field).collect::<Value>())
    }

    /// Converts a refused order: 409 when the client must reload the cart, else 400.
    pub fn checkout(refusal: &CheckoutRefusal, lang: Lang) -> Self {
        let status = if refusal.about_cart { StatusCode::CONFLICT } else { StatusCode::BAD_REQUEST };
        let mut out = match &refusal.reason {
            Some(reason) => Self::new(status, &reason.code, &reason.params).under(refusal.code),
            None => Self::new(status, refusal.code, &refusal.params),
        };
        if !refusal.removed_coupons.is_empty() {
            let reason = |removed: &CouponError| {
                let code = removed.error.params.get("code").cloned().unwrap_or_default();
                (code, Value::from(sentence(&removed.error, lang)))
            };
            let removed: Map<String, Value> = refusal.removed_coupons.iter().map(reason).collect();
            out = out.with("removed_coupons", Value::Object(removed));
        }
        if let Some(path) = &refusal.order_path {
            out = out.with("order_path", path.clone());
        }
        out
    }
}

impl From<WrongValue> for ApiError {
    fn from(wrong: WrongValue) -> Self {
        Self::params(vec![(wrong.name, wrong.code.to_owned(), wrong.message)])
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        if matches!(error, StoreError::TooManyCarts) {
            return Self::plain(StatusCode::TOO_MANY_REQUESTS, codes::RATE_LIMIT_EXCEEDED);
        }
        tracing::error!(%error, "storage failed");
        let status = failure_codes::status_of(&error);
        Self { without_words: true, ..Self::plain(status, failure_codes::code_of(status)) }
    }
}

impl ApiError {
    /// Builds the body in the visitor's language.
    pub(crate) fn body(&self, lang: Lang) -> Value {
        let mut data = self.data.clone();
        if !self.params.is_empty() {
            let sentences =
                self.params.iter().map(|(name, _, message)| (name.clone(), message.in_language(lang).into()));
            let details = self.params.iter().map(|(name, code, message)| {
                (name.clone(), json!({ "code": code, "message": message.in_language(lang), "data": null }))
            });
            data.insert("params".into(), Value::Object(sentences.collect()));
            data.insert("details".into(), Value::Object(details.collect()));
        }
        data.insert("status".into(), Value::from(self.status.as_u16()));
        json!({ "code": self.code, "message": self.message.in_language(lang), "data": data })
    }

    /// Takes the error out of a response that has no body yet, leaving its headers. `None` when the response is complete.
    pub(crate) fn take(response: &mut Response) -> Option<Self> {
        response.extensions_mut().remove::<Self>()
    }
}

/// The body is written where the visitor's language is known: [`ApiError::take`].
impl IntoResponse for ApiError {
    fn into_response(mut self) -> Response {
        let mut response = self.status.into_response();
        response.headers_mut().extend(std::mem::take(&mut self.headers));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert("retry-after", HeaderValue::from_static("2"));
        }
        if !self.without_words {
            response.extensions_mut().insert(self);
        }
        response
    }
}

/// Returns the error for an unknown route.
pub(super) async fn no_route() -> ApiError {
    no_route_for(StatusCode::NOT_FOUND)
}

fn no_route_for(status: StatusCode) -> ApiError {
    ApiError::worded(status, "rest_no_route", rest_texts::no_route)
}
