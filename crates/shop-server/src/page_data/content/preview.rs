//! Theme preview of pages in a frame: of the back office, or of an origin that the merchant named. Previews apply the theme that
//! the parent window sends, and store nothing.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::{Method, header};
use axum::response::Response;
use shop_core::view::PreviewFrame;
use shop_services::platform::settings::ShopSettings;

use crate::render::security::csp::CspAdditions;

/// Query parameter that requests a preview.
const PREVIEW: &str = "theme_preview";

/// Pages with forms that clickjacking could abuse have no preview.
const NEVER: [&str; 8] =
    ["/checkout", "/my-account", "/cart", "/ordine", "/recesso", "/download", "/documento", "/consenso"];

/// Marks a page request as a preview; returns the origins that may frame it. `None` when it is not a preview.
pub(crate) fn resolve(settings: &ShopSettings, request: &mut Request) -> Option<Vec<String>> {
    let path = request.uri().path();
    let asked = request.method() == Method::GET && asks(request.uri().query().unwrap_or_default());
    if !asked || NEVER.iter().any(|start| path.starts_with(start)) {
        return None;
    }
    let origins = settings.theme.preview_origins();
    request
        .extensions_mut()
        .insert(Arc::new(PreviewFrame { origins: origins.clone(), closed: NEVER.map(str::to_owned).into() }));
    Some(origins)
}

/// Lets these origins and the shop itself frame a page, and no others.
pub(crate) fn open(origins: Vec<String>, response: &mut Response) {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if response.status().is_success() && kind.is_some_and(|kind| kind.starts_with("text/html")) {
        let named = origins.into_iter().map(Cow::Owned);
        let frame_ancestors = std::iter::once(Cow::Borrowed("'self'")).chain(named).collect();
        let opened = CspAdditions { frame_ancestors, ..CspAdditions::default() };
        let before = response.extensions_mut().remove::<CspAdditions>().unwrap_or_default();
        response.extensions_mut().insert(before.and(opened));
    }
}

fn asks(query: &str) -> bool {
    query.split('&').any(|field| field.split_once('=').map_or(field, |(name, _)| name) == PREVIEW)
}

#[cfg(test)]
mod tests {
    use super::asks;

    #[test]
    fn a_preview_is_asked_for_by_its_field_alone() {
        assert!(asks("theme_preview=1") && asks("a=1&theme_preview"));
        assert!(!asks("") && !asks("x=theme_preview") && !asks("theme_preview2=1"));
    }
}
