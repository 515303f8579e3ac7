//! Who calls: a shop's server with the secret key, or a browser with the publishable one.

use axum::http::{HeaderMap, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::options::SandboxOptions;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// Everything may be asked.
    Server,
    /// Methods and tokens may be made, and an intent whose client secret is known be read and confirmed.
    Browser,
}

/// Reads the key: `Authorization: Bearer …`, the user name of `Authorization: Basic …`, or, from browsers, the parameter
/// `key`.
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
        Some(key) if same(&key, &options.secret_key) => Ok(Caller::Server),
        Some(key) if same(&key, &options.publishable_key) => Ok(Caller::Browser),
        Some(_) => Err(ApiError::unauthorized("Invalid API Key provided.")),
    }
}

/// Compares without telling by its time where two words differ. An empty word is never the same.
pub(crate) fn same(a: &str, b: &str) -> bool {
    !a.is_empty() && a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |acc, (x, y)| acc | (x ^ y)) == 0
}
