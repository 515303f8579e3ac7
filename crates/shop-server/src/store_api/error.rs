//! Refusals as the API's clients read them: `{code, message, data: {status, …}}`.

use axum::Json;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use shop_core::base::{FieldError, Lang, Params};
use shop_core::coupon::validity::CouponRefusal;
use shop_core::messages::{codes, sentence, text};
use shop_services::cart::CartRefusal;
use shop_services::checkout::CheckoutRefusal;
use shop_services::ports::StoreError;

use crate::failures;
use crate::pairs::WrongValue;

/// A refusal.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: String,
    message: String,
    data: Map<String, Value>,
    /// Headers that go with it (session headers of cart routes).
    pub(crate) headers: axum::http::HeaderMap,
    /// It is put into words where the shop's language is known.
    without_words: bool,
}

impl ApiError {
    /// A refusal with the catalogue's sentence for its code.
    pub fn new(status: StatusCode, code: &str, params: &Params, lang: Lang) -> Self {
        Self {
            status,
            code: code.to_owned(),
            message: text(code, params, lang),
            data: Map::new(),
            headers: axum::http::HeaderMap::new(),
            without_words: false,
        }
    }

    /// A refusal of the payment, in its own words.
    pub(super) fn of_payment(error: &FieldError, lang: Lang) -> Self {
        let code = "woocommerce_rest_payment_error";
        Self { message: sentence(error, lang), ..Self::new(StatusCode::BAD_REQUEST, code, &Params::new(), lang) }
    }

    /// A refusal without placeholders, in the shop's source language.
    pub fn plain(status: StatusCode, code: &str) -> Self {
        Self::new(status, code, &Params::new(), Lang::It)
    }

    /// What comes of layers and routers, by its status alone.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => no_route_for(status),
            _ if status.is_client_error() => Self::plain(status, "rest_invalid_request"),
            _ => Self::plain(status, codes::UNKNOWN_SERVER_ERROR),
        }
    }

    /// A wrong parameter.
    pub fn param(name: &str, code: &str, message: &str) -> Self {
        Self::params(vec![(name.to_owned(), code.to_owned(), message.to_owned())])
    }

    /// Wrong parameters: name, code, sentence.
    pub fn params(wrong: Vec<(String, String, String)>) -> Self {
        let names: Vec<&str> = wrong.iter().map(|(name, _, _)| name.as_str()).collect();
        let mut out = Self::plain(StatusCode::BAD_REQUEST, "rest_invalid_param");
        out.message = format!("Parametri non validi: {}", names.join(", "));
        let mut params = Map::new();
        let mut details = Map::new();
        for (name, code, message) in wrong {
            params.insert(name.clone(), Value::from(message.clone()));
            details.insert(name, json!({ "code": code, "message": message, "data": null }));
        }
        out.data.insert("params".into(), Value::Object(params));
        out.data.insert("details".into(), Value::Object(details));
        out
    }

    /// A parameter that is not there.
    pub fn missing(name: &str) -> Self {
        let mut out = Self::plain(StatusCode::BAD_REQUEST, "rest_missing_callback_param");
        out.message = format!("Parametri mancanti: {name}");
        out.with("params", json!([name]))
    }

    /// The same refusal under another code.
    pub(super) fn under(mut self, code: &str) -> Self {
        code.clone_into(&mut self.code);
        self
    }

    /// Adds a field to `data`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.data.insert(name.to_owned(), value.into());
        self
    }

    /// A refused change of the cart; refused choices stand in `data.fields`, each with its field and sentence. What is wrong with the request is 400; that the line is gone is 409.
    pub fn cart(refusal: &CartRefusal, lang: Lang) -> Self {
        let status =
            if refusal.code == codes::CART_INVALID_KEY { StatusCode::CONFLICT } else { StatusCode::BAD_REQUEST };
        let out = Self::new(status, refusal.code, &refusal.params, lang);
        if refusal.fields.is_empty() {
            return out;
        }
        let field =
            |error: &FieldError| json!({ "field": error.field, "code": error.code, "message": sentence(error, lang) });
        out.with("fields", refusal.fields.iter().map(field).collect::<Value>())
    }

    /// A refused order: 409 when the cart must be read again, else 400.
    pub fn checkout(refusal: &CheckoutRefusal, lang: Lang) -> Self {
        let status = if refusal.about_cart { StatusCode::CONFLICT } else { StatusCode::BAD_REQUEST };
        let mut out = match &refusal.reason {
            Some(reason) => Self::new(status, &reason.code, &reason.params, lang).under(refusal.code),
            None => Self::new(status, refusal.code, &refusal.params, lang),
        };
        if !refusal.removed_coupons.is_empty() {
            let reason = |removed: &CouponRefusal| {
                let code = removed.error.params.get("code").cloned().unwrap_or_default();
                (code, Value::from(sentence(&removed.error, lang)))
            };
            let removed: Map<String, Value> = refusal.removed_coupons.iter().map(reason).collect();
            out = out.with("removed_coupons", Value::Object(removed));
        }
        out
    }
}

impl From<WrongValue> for ApiError {
    fn from(wrong: WrongValue) -> Self {
        Self::param(&wrong.name, wrong.code, &wrong.message)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        if matches!(error, StoreError::TooManyCarts) {
            return Self::plain(StatusCode::TOO_MANY_REQUESTS, codes::RATE_LIMIT_EXCEEDED);
        }
        tracing::error!(%error, "storage failed");
        let status = failures::status_of(&error);
        Self { without_words: true, ..Self::plain(status, failures::code_of(status)) }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if self.without_words {
            return (self.status, self.headers).into_response();
        }
        let mut data = self.data;
        data.insert("status".into(), Value::from(self.status.as_u16()));
        let body = json!({ "code": self.code, "message": self.message, "data": data });
        let mut response = (self.status, Json(body)).into_response();
        response.headers_mut().extend(self.headers);
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert("retry-after", HeaderValue::from_static("2"));
        }
        response
    }
}

/// No such route.
pub(super) async fn no_route() -> ApiError {
    no_route_for(StatusCode::NOT_FOUND)
}

fn no_route_for(status: StatusCode) -> ApiError {
    let mut error = ApiError::plain(status, "rest_no_route");
    error.message = "Nessun percorso corrisponde a questo indirizzo e metodo.".into();
    error
}
