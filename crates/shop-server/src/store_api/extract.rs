//! Extractor for cart and checkout routes (session, nonce, body), and the headers of their responses.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use serde_json::{Map, Value};
use shop_core::base::Lang;
use shop_core::platform::messages::codes;
use shop_core::platform::words::rest_texts;
use shop_services::Context;
use shop_services::cart::OpenCart;

use super::arguments::{add_query, read_pairs};
use super::error::ApiError;
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::json_numbers::whole;
use crate::app::language::localized_message::LocalizedMessage;
use crate::app::limits::Limits;
use crate::app::state::AppState;
use crate::app::storefront::WebContext;
use crate::app::visitor::nonces::STORE_API;
use crate::app::visitor::session::Session;
use crate::platform::config::Config;

/// Request to a cart or checkout route.
#[derive(Clone, Debug)]
pub(crate) struct CartRequest {
    pub session: Session,
    /// Headers of the request.
    pub headers: HeaderMap,
    pub query: Pairs,
    /// Body: JSON or a form.
    pub body: Map<String, Value>,
    /// Address of the client.
    pub ip: String,
    /// Extensions of the connection.
    pub connection: Extensions,
    nonce: NonceState,
}

/// Type of a body member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    /// An integer, also as a string.
    Whole,
    /// A number, also as a string.
    Number,
    List,
    /// An object; PHP clients send an empty one as an array.
    Object,
}

impl Kind {
    fn fits(self, value: &Value) -> bool {
        match (self, value) {
            (_, Value::Null)
            | (Self::Text, Value::String(_))
            | (Self::Number, Value::Number(_))
            | (Self::List, Value::Array(_))
            | (Self::Object, Value::Object(_)) => true,
            (Self::Whole, Value::Number(number)) => whole(number).is_some(),
            (Self::Whole, Value::String(text)) => text.trim().parse::<i64>().is_ok(),
            (Self::Number, Value::String(text)) => text.trim().parse::<f64>().is_ok_and(f64::is_finite),
            (Self::Object, Value::Array(list)) => list.is_empty(),
            _ => false,
        }
    }

    /// Returns the message for an argument of another type.
    fn refusal(self, name: &str, lang: Lang) -> String {
        match self {
            Self::Text => rest_texts::not_a_text(lang, name),
            Self::Whole => rest_texts::not_a_whole_number(lang, name),
            Self::Number => rest_texts::not_a_number(lang, name),
            Self::List => rest_texts::not_a_list(lang, name),
            Self::Object => rest_texts::not_an_object(lang, name),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NonceState {
    Good,
    Missing,
    Wrong,
}

impl CartRequest {
    /// Rejects a write without a valid nonce. A cart token replaces the nonce, because only the shop can have issued it.
    pub(crate) fn require_nonce(&self, web: &WebContext) -> Result<(), ApiError> {
        let (status, code) = match self.nonce {
            NonceState::Good => return Ok(()),
            NonceState::Missing => (StatusCode::UNAUTHORIZED, codes::MISSING_NONCE),
            NonceState::Wrong => (StatusCode::FORBIDDEN, codes::INVALID_NONCE),
        };
        let mut error = ApiError::plain(status, code);
        session_headers(&mut error.headers, &self.session, "", web);
        Err(error)
    }

    /// Returns a string of the body.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        match self.body.get(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Returns an integer of the body.
    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        match self.body.get(name)? {
            Value::Number(number) => whole(number),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// Rejects body members of another type than listed. `null` and missing members are accepted.
    pub(crate) fn expect(&self, kinds: &[(&str, Kind)]) -> Result<(), ApiError> {
        let wrong = |(name, kind): &&(&str, Kind)| self.body.get(*name).is_some_and(|value| !kind.fits(value));
        let refused = |(name, kind): &(&str, Kind)| {
            ((*name).to_owned(), "rest_invalid_type".to_owned(), LocalizedMessage::new(|lang| kind.refusal(name, lang)))
        };
        let wrong: Vec<_> = kinds.iter().filter(wrong).map(refused).collect();
        if wrong.is_empty() { Ok(()) } else { Err(ApiError::params(wrong)) }
    }

    /// Returns the line key in the body; empty when it is missing, which matches no line.
    pub(crate) fn key(&self) -> Result<String, ApiError> {
        self.expect(&[("key", Kind::Text)])?;
        Ok(self.text("key").unwrap_or_default())
    }

    /// Parses a quantity in thousandths; rejects a value that is not a number.
    pub(crate) fn quantity_milli(&self) -> Result<Option<i64>, ApiError> {
        let number = match self.body.get("quantity") {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::Number(number)) => number.as_f64(),
            Some(Value::String(text)) => text.trim().parse::<f64>().ok(),
            Some(_) => None,
        };
        match number.filter(|n| n.is_finite()) {
            #[allow(clippy::cast_possible_truncation, reason = "clamped to far beyond any order before the cast")]
            Some(n) => Ok(Some((n.clamp(-1e12, 1e12) * 1000.0) as i64)),
            None => {
                Err(ApiError::param("quantity", "rest_invalid_type", |lang| rest_texts::not_a_number(lang, "quantity")))
            }
        }
    }
}

impl FromRequest<AppState> for CartRequest {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        let session = Session::load(&parts.headers, &state.shop.logins, &state.storefront.web).await?;
        check_budget(&parts, &state.shop.context, &state.config, &state.limits).await?;
        let nonce = nonce_state(&parts, &session, &state.storefront.web);
        let ip = crate::app::visitor::client::client_ip(&parts.extensions);
        let connection = parts.extensions.clone();
        let query = Pairs::parse(parts.uri.query().unwrap_or_default());
        let headers = parts.headers.clone();
        let writes = !matches!(parts.method, Method::GET | Method::HEAD);
        let bytes = Bytes::from_request(Request::from_parts(parts, body), state).await.map_err(|_| {
            ApiError::worded(StatusCode::PAYLOAD_TOO_LARGE, "rest_request_too_large", rest_texts::too_large)
        })?;
        let mut body = read_body(&headers, &bytes)?;
        if writes {
            add_query(&mut body, query.0.clone());
        }
        Ok(Self { session, headers, query, body, ip, connection, nonce })
    }
}

/// Default limit of requests of one address in ten seconds: WooCommerce's.
const USUAL_LIMIT: u32 = 25;

async fn check_budget(parts: &Parts, context: &Context, config: &Config, limits: &Limits) -> Result<(), ApiError> {
    let limit = match config.rate_limit {
        0 if context.settings().await?.checkout.rate_limit => USUAL_LIMIT,
        0 => return Ok(()),
        limit => limit,
    };
    let ip = crate::app::visitor::client::client_ip(&parts.extensions);
    limits
        .count("store_api", &ip, limit, 10, context.now())
        .map(|_| ())
        .map_err(|_| ApiError::plain(StatusCode::BAD_REQUEST, codes::RATE_LIMIT_EXCEEDED))
}

fn nonce_state(parts: &Parts, session: &Session, web: &WebContext) -> NonceState {
    if session.by_token {
        return NonceState::Good;
    }
    match parts.headers.get("nonce").and_then(|v| v.to_str().ok()).filter(|v| !v.is_empty()) {
        None => NonceState::Missing,
        // Guests share one nonce, so CSRF protection rests on the Origin and Sec-Fetch-Site headers.
        Some(_) if !crate::app::visitor::session::is_same_origin(&parts.headers, &web.public_address) => {
            NonceState::Wrong
        }
        Some(nonce) if web.secrets.nonce_is_valid(nonce, STORE_API, "", web.context.now()) => NonceState::Good,
        Some(_) => NonceState::Wrong,
    }
}

fn read_body(headers: &HeaderMap, bytes: &[u8]) -> Result<Map<String, Value>, ApiError> {
    if bytes.is_empty() {
        return Ok(Map::new());
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if kind.starts_with("application/x-www-form-urlencoded") {
        let pairs = Pairs::parse(&String::from_utf8_lossy(bytes));
        return Ok(read_pairs(pairs.0));
    }
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(map)) if !crate::app::forms::nul_bytes::in_json(bytes) => Ok(map),
        Ok(Value::Null) => Ok(Map::new()),
        Ok(_) | Err(_) => Err(ApiError::worded(StatusCode::BAD_REQUEST, "rest_invalid_json", rest_texts::not_json)),
    }
}

/// Writes the headers of all cart and checkout responses.
pub(crate) fn session_headers(out: &mut HeaderMap, session: &Session, cart_hash: &str, web: &WebContext) {
    let now = web.context.now();
    let mut set = |name: &'static str, value: String| {
        if let Ok(value) = HeaderValue::from_str(&value) {
            out.insert(HeaderName::from_static(name), value);
        }
    };
    set("nonce", web.secrets.nonce(STORE_API, "", now));
    set("nonce-timestamp", now.to_string());
    set("user-id", session.customer_id.map_or(0, |id| id.0).to_string());
    // A visitor without a session gets a token for the session that a write with it will create.
    let key = if session.exists() { session.key.clone() } else { format!("t_{}", web.context.random().hex(15)) };
    set("cart-token", web.secrets.cart_token(&key, now));
    set("cart-hash", cart_hash.to_owned());
    set("cache-control", "no-store".to_owned());
}

/// Adds session headers and cookies to a response about an open cart.
pub(crate) fn finish(mut response: Response, request: &CartRequest, open: &OpenCart, web: &WebContext) -> Response {
    let hash = open.view().hash();
    let session = Session { key: open.record.session_key.clone(), ..request.session.clone() };
    session_headers(response.headers_mut(), &session, &hash, web);
    session.write_cookies(response.headers_mut(), &request.headers, open, &hash, web);
    response
}

/// Adds session headers and cookies to an error.
pub(crate) fn finish_error(mut error: ApiError, request: &CartRequest, open: &OpenCart, web: &WebContext) -> ApiError {
    let hash = open.view().hash();
    let session = Session { key: open.record.session_key.clone(), ..request.session.clone() };
    session_headers(&mut error.headers, &session, &hash, web);
    if open.record.version > 0 {
        session.write_cookies(&mut error.headers, &request.headers, open, &hash, web);
    }
    error
}
