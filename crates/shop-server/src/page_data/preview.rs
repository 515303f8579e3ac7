//! Pages as a preview in a frame: of the back office, or of the origin that the merchant named. They read the theme that the window
//! around them sends, and keep nothing.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::Response;
use shop_core::view::PreviewFrame;

use crate::render::csp::CspAdditions;
use crate::state::AppState;

/// Field of the query by which a page is asked for as a preview.
const PREVIEW: &str = "theme_preview";

/// Pages with forms in which somebody could be made to press something are no previews.
const NEVER: [&str; 8] =
    ["/checkout", "/my-account", "/cart", "/ordine", "/recesso", "/download", "/documento", "/consenso"];

/// Opens pages that are asked for as a preview to the frames of the origins that may have one, and to no other.
pub(crate) async fn allow(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let asked = request.method() == Method::GET && asks(request.uri().query().unwrap_or_default());
    if !asked || NEVER.iter().any(|start| path.starts_with(start)) {
        return next.run(request).await;
    }
    let Ok(settings) = state.shop.context.settings().await else { return next.run(request).await };
    let origins = settings.theme.preview_origins();
    request
        .extensions_mut()
        .insert(Arc::new(PreviewFrame { origins: origins.clone(), closed: NEVER.map(str::to_owned).into() }));
    let mut response = next.run(request).await;
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if response.status().is_success() && kind.is_some_and(|kind| kind.starts_with("text/html")) {
        let named = origins.into_iter().map(Cow::Owned);
        let frame_ancestors = std::iter::once(Cow::Borrowed("'self'")).chain(named).collect();
        let opened = CspAdditions { frame_ancestors, ..CspAdditions::default() };
        let before = response.extensions_mut().remove::<CspAdditions>().unwrap_or_default();
        response.extensions_mut().insert(before.and(opened));
    }
    response
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
