//! Going on after a form, perhaps to the page of a bank.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::platform::words::site_texts;
use shop_core::view::{Link, Page, TextPage};
use shop_services::accounts::buyer::Buyer;

use super::plain_form::respond;
use crate::app::pairs::Pairs;
use crate::app::state::AppState;
use crate::render::PageRequest;

/// Longest way back that is taken, in bytes.
const MAX_BACK: usize = 2000;

/// Sends the browser on. Another site is left for from a page of the shop: the answer to a form may redirect within the shop only
/// (`form-action` of the content security policy, which looks at redirects too), and a bank can be anywhere.
pub(super) async fn go_on(state: &AppState, request: &PageRequest, path: &str, to: &str) -> Response {
    if (to.starts_with('/') && !to.starts_with("//")) || to.starts_with(&state.url("/")) {
        return Redirect::to(to).into_response();
    }
    let lang = state.shop.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
    let title = site_texts::leave_title;
    let hint = site_texts::leave_hint;
    let page = TextPage {
        title: title(lang).into(),
        html: format!("<p>{}</p>", hint(lang)),
        links: vec![Link { label: site_texts::go_to_the_payment(lang).into(), path: to.to_owned() }],
        ..TextPage::default()
    };
    let mut response = respond(state, &Buyer::GUEST, request, path, title, StatusCode::OK, Page::Text(page)).await;
    if let Ok(on) = HeaderValue::from_str(&format!("0; url={to}")) {
        response.headers_mut().insert(header::REFRESH, on);
    }
    response
}

/// Where a form leads back that has its page in the field `back`: a page of this shop, or its front.
pub(super) fn back(posted: &Pairs) -> String {
    let path = posted.get("back").unwrap_or_default();
    let own = path.starts_with('/') && !path.starts_with("//") && !path.contains(['\\', '\r', '\n']);
    let plain = path.len() <= MAX_BACK && path.is_ascii();
    if own && plain { path.to_owned() } else { "/".to_owned() }
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
            assert_eq!(back(&Pairs(vec![("back".into(), path.into())])), expected, "{path:?}");
        }
    }
}
