//! Redirects after a form: to a bank's page, or back to the page of the form.

use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::platform::words::site_texts;
use shop_core::view::{Link, Page, TextPage};
use shop_services::accounts::buyer::Buyer;

use super::plain_form::respond;
use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::Storefront;
use crate::render::PageRequest;

/// Longest return path, in bytes.
const MAX_RETURN_PATH: usize = 2000;

/// Redirects the browser after a form. A redirect to another site goes by way of a page of the shop that refreshes to it: the response to a
/// form may redirect within the shop only (`form-action` of the content security policy covers redirects too), and a bank can be
/// anywhere.
pub(super) async fn redirect_to(storefront: &Arc<Storefront>, request: &PageRequest, path: &str, to: &str) -> Response {
    if (to.starts_with('/') && !to.starts_with("//")) || to.starts_with(&storefront.web.public_address.url("/")) {
        return Redirect::to(to).into_response();
    }
    let lang = storefront.web.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
    let title = site_texts::leave_title;
    let hint = site_texts::leave_hint;
    let page = TextPage {
        title: title(lang).into(),
        html: format!("<p>{}</p>", hint(lang)),
        links: vec![Link { label: site_texts::go_to_the_payment(lang).into(), path: to.to_owned() }],
        ..TextPage::default()
    };
    let mut response = respond(storefront, &Buyer::GUEST, request, path, title, StatusCode::OK, Page::Text(page)).await;
    if let Ok(refresh) = HeaderValue::from_str(&format!("0; url={to}")) {
        response.headers_mut().insert(header::REFRESH, refresh);
    }
    response
}

/// Path of the page that a form names in its field `back`, or `/` unless it is a page of this shop.
pub(super) fn return_path(posted: &Pairs) -> String {
    let path = posted.get("back").unwrap_or_default();
    let is_local = path.starts_with('/') && !path.starts_with("//") && !path.contains(['\\', '\r', '\n']);
    let is_plain = path.len() <= MAX_RETURN_PATH && path.is_ascii();
    if is_local && is_plain { path.to_owned() } else { "/".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_never_leads_away() {
        for (path, expected) in [
            ("/negozio/?page=2", "/negozio/?page=2"),
            ("", "/"),
            ("negozio", "/"),
            ("//evil.example", "/"),
            ("/\\evil.example", "/"),
            ("https://evil.example/", "/"),
            ("/a\r\nset-cookie:x", "/"),
        ] {
            assert_eq!(return_path(&Pairs(vec![("back".into(), path.into())])), expected, "{path:?}");
        }
    }
}
