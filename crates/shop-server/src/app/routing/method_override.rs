//! Method override for clients that can only send GET and POST, read from `X-HTTP-Method-Override` or `_method` as in WordPress.

use axum::extract::Request;
use axum::http::Method;

use crate::app::forms::form_fields::Pairs;

const HEADER: &str = "x-http-method-override";
const ARGUMENT: &str = "_method";

/// Replaces the method of a POST by the one it names. Other methods are left alone, because following a link must change nothing.
pub(crate) fn apply_override(request: &mut Request) {
    if request.method() != Method::POST {
        return;
    }
    let query = Pairs::parse(request.uri().query().unwrap_or_default());
    let header = request.headers().get(HEADER).and_then(|value| value.to_str().ok());
    let named = query.get(ARGUMENT).or(header).unwrap_or_default().to_ascii_uppercase();
    if let Some(method) = [Method::PUT, Method::PATCH, Method::DELETE].into_iter().find(|known| known.as_str() == named)
    {
        *request.method_mut() = method;
    }
}
