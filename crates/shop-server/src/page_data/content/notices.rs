//! Notices around pages: the store notice, the footer banner, the chat button; and what the visitor has closed.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderMap, header};
use shop_core::base::Lang;
use shop_core::content::widget::chat::address;
use shop_core::content::widget::notice::{BANNER_DISMISSED, BANNER_FIELD, FootBanner, StoreNotice, banner, notice};
use shop_core::view::{ChatView, FootBannerView, StoreNoticeView};
use shop_services::platform::settings::ShopSettings;

use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::render::VisibleNotices;

/// Path of the call that closes the footer banner: WordPress's for changing one's own user data.
pub(crate) const REST_PATH: &str = "/wp-json/wp/v2/users/me";
/// Nonce action of that call. The nonce belongs to no session, because guest pages are cached.
pub(crate) const REST_NONCE: &str = "wp_rest";

/// Longest cookies that are parsed, in bytes.
const MAX_BYTES: usize = 16 * 1024;

/// Adds to a page request which notices its visitor has closed.
pub(crate) async fn resolve(storefront: &Arc<Storefront>, settings: &ShopSettings, request: &mut Request) {
    let around = load_visible_notices(storefront, settings, request.headers()).await;
    request.extensions_mut().insert(around);
}

async fn load_visible_notices(
    storefront: &Arc<Storefront>,
    settings: &ShopSettings,
    headers: &HeaderMap,
) -> VisibleNotices {
    let cookies = cookie_line(headers);
    let https = storefront.web.public_address.is_https();
    let by_cookie = foot_banner(settings, &cookies, "", https).shown;
    // The customer's data are loaded only if the banner would be shown.
    let shown = by_cookie && foot_banner(settings, &cookies, &entry(storefront, headers).await, https).shown;
    VisibleNotices { notice: store_notice(settings, &cookies, https).shown, foot_banner: shown }
}

/// Loads the customer's entry about the banner; empty for a guest.
async fn entry(storefront: &Arc<Storefront>, headers: &HeaderMap) -> String {
    let found = async {
        let session = Session::load(headers, &storefront.logins, &storefront.web).await?;
        let Some(id) = session.customer_id else { return Ok(None) };
        storefront.accounts.account(id).await
    };
    match found.await {
        Ok(account) => account.map(|account| account.details.coming_soon_banner_dismissed).unwrap_or_default(),
        Err(error) => {
            tracing::error!(%error, "whether a banner was closed could not be looked up");
            String::new()
        }
    }
}

/// Joins the cookies of a request.
pub(crate) fn cookie_line(headers: &HeaderMap) -> String {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = lines.collect::<Vec<_>>().join("; ");
    cookies.truncate(cookies.floor_char_boundary(MAX_BYTES));
    cookies
}

/// Returns the store notice for a visitor. Its id is that of the Italian text in all languages.
pub(crate) fn store_notice(settings: &ShopSettings, cookies: &str, https: bool) -> StoreNotice {
    notice(&settings.notices.notice, cookies, https)
}

/// Returns the footer banner for a visitor.
pub(crate) fn foot_banner(settings: &ShopSettings, cookies: &str, entry: &str, https: bool) -> FootBanner {
    banner(&settings.notices.coming_soon, cookies, entry, https)
}

/// Returns the store notice of a page whose visitor has not closed it.
pub(crate) fn notice_view(settings: &ShopSettings, lang: Lang, https: bool) -> Option<StoreNoticeView> {
    let StoreNotice { id, shown, dismissed } = store_notice(settings, "", https);
    shown.then(|| StoreNoticeView { id, text: settings.notices.notice_in(lang).to_owned(), dismissed })
}

/// Returns the footer banner of a page whose visitor has not closed it.
pub(crate) fn banner_view(storefront: &Arc<Storefront>, settings: &ShopSettings, lang: Lang) -> Option<FootBannerView> {
    foot_banner(settings, "", "", storefront.web.public_address.is_https()).shown.then(|| FootBannerView {
        text: settings.notices.coming_soon_in(lang).to_owned(),
        rest_url: REST_PATH.into(),
        rest_nonce: storefront.web.secrets.nonce(REST_NONCE, "", storefront.web.context.now()),
        field: BANNER_FIELD.into(),
        value: BANNER_DISMISSED.into(),
    })
}

/// Returns the chat button, if the shop has a number.
pub(crate) fn chat_view(settings: &ShopSettings) -> Option<ChatView> {
    let settings = settings.chat.rules();
    let app_address = address(&settings, "", true)?;
    Some(ChatView { settings, app_address })
}
