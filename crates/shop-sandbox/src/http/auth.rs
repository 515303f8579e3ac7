//! API key authentication: the shop's server has the secret key, browsers have the publishable key.

use axum::http::{HeaderMap, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::options::SandboxOptions;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// May make every call.
    Server,
    /// May create payment methods and tokens, and read and confirm an intent whose client secret it knows.
    Browser,
}

/// Authenticates the caller by `Authorization: Bearer …`, by the user name of `Authorization: Basic …` or, in browsers, by the
/// parameter `key`.
pub(crate) fn caller(headers: &HeaderMap, form: &Form, options: &SandboxOptions) -> ApiResult<Caller> {
    let header = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let key = match header.and_then(|text| text.split_once(' ')) {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("bearer") => Some(rest.trim().to_owned()),
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("basic") => {
            let text = STANDARD.decode(rest.trim()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
            text.map(|text| text.split(':').next().unwrap_or_default().to_owned())
        }
        Some(_) => None,
        None => form.owned("key").filter(|key| key.starts_with("pk_")),
    };
    match key {
        None => Err(ApiError::unauthorized(
            "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.",
        )),
        Some(key) if equals_secret(&key, &options.secret_key) => Ok(Caller::Server),
        Some(key) if equals_secret(&key, &options.publishable_key) => Ok(Caller::Browser),
        Some(_) => Err(ApiError::unauthorized("Invalid API Key provided.")),
    }
}

/// Compares two strings in constant time. An empty string never matches.
pub(crate) fn equals_secret(a: &str, b: &str) -> bool {
    !a.is_empty() && a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |acc, (x, y)| acc | (x ^ y)) == 0
}
