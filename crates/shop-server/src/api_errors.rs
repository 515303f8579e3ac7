//! Errors that no handler made, in the shape of the interface that was asked: a method that an address does not take, an
//! address with control characters, a request that took too long, a panic.

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use shop_core::Lang;

use crate::admin::{Refusal, language};
use crate::store_api::{ApiError, BASES};

/// Whose shape errors have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interface {
    BackOffice,
    Store,
}

impl Interface {
    fn of(path: &str) -> Option<Self> {
        if path.starts_with("/api/admin/") {
            return Some(Self::BackOffice);
        }
        let below = |base: &&str| path.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        BASES.iter().any(below).then_some(Self::Store)
    }

    fn error(self, status: StatusCode, lang: Lang) -> Response {
        match self {
            Self::BackOffice => Refusal::of_status(status).in_words(lang),
            Self::Store => ApiError::of_status(status).into_response(),
        }
    }
}

/// The layer, outside of all that answer.
pub(crate) async fn in_shape(request: Request, next: Next) -> Response {
    let Some(interface) = Interface::of(request.uri().path()) else { return next.run(request).await };
    let lang = language(request.headers());
    let response = next.run(request).await;
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) || is_json(response.headers()) {
        return response;
    }
    let (mut parts, _) = response.into_parts();
    for name in [header::CONTENT_LENGTH, header::CONTENT_TYPE, header::CONTENT_ENCODING] {
        parts.headers.remove(name);
    }
    let mut shaped = interface.error(status, lang);
    shaped.headers_mut().extend(parts.headers);
    shaped
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_keep_their_own_errors() {
        assert_eq!(Interface::of("/api/admin/me"), Some(Interface::BackOffice));
        assert_eq!(Interface::of("/wp-json/wc/store/v1/cart"), Some(Interface::Store));
        assert_eq!(Interface::of("/wp-json/wc/store"), Some(Interface::Store));
        for path in ["/", "/admin/", "/api/adminx", "/wp-json/wc/storefront", "/prodotto/olio/"] {
            assert_eq!(Interface::of(path), None, "{path}");
        }
    }
}
