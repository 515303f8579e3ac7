//! Going on after a form, perhaps to the page of a bank.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::view::{Link, Page, TextPage};

use super::plain_form::respond;
use crate::page_data::words::pick;
use crate::render::PageRequest;
use crate::state::AppState;

/// Sends the browser on. Another site is left for from a page of the shop: the answer to a form may redirect within the shop only
/// (`form-action` of the content security policy, which looks at redirects too), and a bank can be anywhere.
pub(super) async fn go_on(state: &AppState, request: &PageRequest, path: &str, to: &str) -> Response {
    if (to.starts_with('/') && !to.starts_with("//")) || to.starts_with(&state.url("/")) {
        return Redirect::to(to).into_response();
    }
    let lang = state.shop.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
    let title = ("Ti portiamo al pagamento", "Taking you to the payment");
    let hint = (
        "Si apre la pagina su cui confermi il pagamento. Se non succede nulla, usa il collegamento.",
        "The page opens on which you confirm the payment. If nothing happens, use the link.",
    );
    let page = TextPage {
        title: pick(lang, title.0, title.1).into(),
        html: format!("<p>{}</p>", pick(lang, hint.0, hint.1)),
        links: vec![Link { label: pick(lang, "Vai al pagamento", "Go to the payment").into(), path: to.to_owned() }],
    };
    let mut response = respond(state, request, path, title, StatusCode::OK, Page::Text(page)).await;
    if let Ok(on) = HeaderValue::from_str(&format!("0; url={to}")) {
        response.headers_mut().insert(header::REFRESH, on);
    }
    response
}
