//! Log of wallet errors in browsers, for the shop's operator.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shop_core::payments::express::log::loggable;

use crate::ajax::Call;

/// Log entries of one address in the span: a page has few buttons, and a broken one would report its error again and again.
const MAX_ENTRIES: u32 = 10;
/// Span of the count, in seconds.
const SPAN_S: i64 = 600;

/// `log_errors`: writes a log line without secrets or personal data. More than a few are dropped.
pub(super) fn errors(call: &Call) -> Response {
    let done = StatusCode::OK.into_response();
    if call.state.limits.count("express_log", &call.ip, MAX_ENTRIES, SPAN_S, call.state.shop.context.now()).is_err() {
        return done;
    }
    let named = call.form.0.iter().filter(|(name, _)| name == "errors" || name.starts_with("errors["));
    let report: Vec<&str> = named.map(|(_, value)| value.as_str()).take(20).collect();
    let report = loggable(&report.join(" "));
    if !report.is_empty() {
        tracing::warn!(%report, "a wallet failed in a browser");
    }
    done
}
