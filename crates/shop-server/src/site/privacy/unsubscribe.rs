//! `/disiscrizione/{token}/`: unsubscribes an email address that was captured for marketing. Mail scanners follow links, so unsubscribing
//! takes the button, or the one-click request of a mail client (RFC 8058), which is posted here too.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use shop_core::base::Lang;
use shop_core::base::text::escape_html;
use shop_core::platform::words::site_texts;
use shop_core::view::{Page, TextButton, TextPage};
use shop_services::accounts::buyer::Buyer;
use shop_services::ports::{CapturedEmail, StoreError};
use shop_services::privacy::email_captures::EmailCaptures;

use crate::app::storefront::Storefront;
use crate::page_data::texts::missing;
use crate::render::PageRequest;
use crate::site::plain_form::{error_response, respond};

pub(super) async fn show(
    State(storefront): State<Arc<Storefront>>,
    State(email_captures): State<EmailCaptures>,
    Path(token): Path<String>,
    request: PageRequest,
) -> Response {
    let captured = email_captures.of_token(&token).await;
    respond_with(&storefront, &request, &token, captured).await
}

/// Unsubscribes the address. Idempotent.
pub(super) async fn unsubscribe(
    State(storefront): State<Arc<Storefront>>,
    State(email_captures): State<EmailCaptures>,
    Path(token): Path<String>,
    request: PageRequest,
) -> Response {
    let captured = email_captures.unsubscribe_by_token(&token).await;
    respond_with(&storefront, &request, &token, captured).await
}

async fn respond_with(
    storefront: &Arc<Storefront>,
    request: &PageRequest,
    token: &str,
    captured: Result<Option<CapturedEmail>, StoreError>,
) -> Response {
    let path = format!("/disiscrizione/{token}/");
    let captured = match captured {
        Ok(Some(captured)) => captured,
        Ok(None) => return missing(storefront, request, &path).await,
        Err(error) => return error_response(&error),
    };
    let lang = storefront.web.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
    let page = Page::Text(page(&captured, &path, lang));
    respond(storefront, &Buyer::GUEST, request, &path, site_texts::unsubscribe_title, StatusCode::OK, page).await
}

fn page(captured: &CapturedEmail, path: &str, lang: Lang) -> TextPage {
    let email = format!("<strong>{}</strong>", escape_html(&captured.email));
    let (text, button) = if captured.unsubscribed_at.is_some() {
        (site_texts::unsubscribe_done(lang, email), None)
    } else {
        let label = site_texts::unsubscribe_button(lang).to_owned();
        (site_texts::unsubscribe_ask(lang, email), Some(TextButton { label, path: path.to_owned() }))
    };
    let title = site_texts::unsubscribe_title(lang).into();
    TextPage { title, html: format!("<p>{text}</p>"), button, ..TextPage::default() }
}
