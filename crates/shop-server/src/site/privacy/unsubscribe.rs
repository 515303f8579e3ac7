//! `/disiscrizione/{token}/`: who was kept for marketing says that he does not want it. Programs that look through messages follow
//! links, so that it takes the button, or the one click of a mail program (RFC 8058), which is sent there too.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use shop_core::base::Lang;
use shop_core::base::text::escape_html;
use shop_core::platform::words::site_texts;
use shop_core::view::{Page, TextButton, TextPage};
use shop_services::accounts::buyer::Buyer;
use shop_services::ports::{CapturedEmail, StoreError};

use crate::app::state::AppState;
use crate::page_data::texts::missing;
use crate::render::PageRequest;
use crate::site::plain_form::failed;
use crate::site::plain_form::respond;

pub(super) async fn show(State(state): State<AppState>, Path(token): Path<String>, request: PageRequest) -> Response {
    let found = state.shop.email_captures.of_token(&token).await;
    answer(&state, &request, &token, found).await
}

/// Does it; done twice it stays done.
pub(super) async fn unsubscribe(
    State(state): State<AppState>,
    Path(token): Path<String>,
    request: PageRequest,
) -> Response {
    let found = state.shop.email_captures.unsubscribe_by_token(&token).await;
    answer(&state, &request, &token, found).await
}

async fn answer(
    state: &AppState,
    request: &PageRequest,
    token: &str,
    found: Result<Option<CapturedEmail>, StoreError>,
) -> Response {
    let path = format!("/disiscrizione/{token}/");
    let found = match found {
        Ok(Some(found)) => found,
        Ok(None) => return missing(state, request, &path).await,
        Err(error) => return failed(&error),
    };
    let lang = state.shop.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
    let page = Page::Text(page(&found, &path, lang));
    respond(state, &Buyer::GUEST, request, &path, site_texts::unsubscribe_title, StatusCode::OK, page).await
}

fn page(found: &CapturedEmail, path: &str, lang: Lang) -> TextPage {
    let email = format!("<strong>{}</strong>", escape_html(&found.email));
    let (words, button) = if found.unsubscribed_at.is_some() {
        (site_texts::unsubscribe_done(lang, email), None)
    } else {
        let label = site_texts::unsubscribe_button(lang).to_owned();
        (site_texts::unsubscribe_ask(lang, email), Some(TextButton { label, path: path.to_owned() }))
    };
    let title = site_texts::unsubscribe_title(lang).into();
    TextPage { title, html: format!("<p>{words}</p>"), button, ..TextPage::default() }
}
