//! What stands around pages: the shop's notice, the banner at the foot, the chat; and the layer that knows what a visitor has closed.

use axum::extract::Request;
use axum::http::{HeaderMap, header};
use shop_core::base::Lang;
use shop_core::content::widget::chat::address;
use shop_core::content::widget::notice::{BANNER_DISMISSED, BANNER_FIELD, FootBanner, StoreNotice, banner, notice};
use shop_core::view::{ChatView, FootBannerView, StoreNoticeView};
use shop_services::platform::settings::ShopSettings;

use crate::app::state::AppState;
use crate::app::visitor::session::Session;
use crate::render::Around;

/// Address of the call that closes the banner at the foot: the one by which the platform's users change their own data.
pub(crate) const REST_PATH: &str = "/wp-json/wp/v2/users/me";
/// Action of the nonce that goes with it. It is anybody's: pages of guests are kept for all.
pub(crate) const REST_NONCE: &str = "wp_rest";

/// Longest cookies that are looked at, in bytes.
const MAX_BYTES: usize = 16 * 1024;

/// Lets a page know what of all this its visitor has closed.
pub(crate) async fn know(state: &AppState, settings: &ShopSettings, request: &mut Request) {
    let around = around(state, settings, request.headers()).await;
    request.extensions_mut().insert(around);
}

async fn around(state: &AppState, settings: &ShopSettings, headers: &HeaderMap) -> Around {
    let cookies = sent(headers);
    let https = state.is_https();
    let by_cookie = foot_banner(settings, &cookies, "", https).shown;
    // Only who would be shown the banner is looked up.
    let shown = by_cookie && foot_banner(settings, &cookies, &entry(state, headers).await, https).shown;
    Around { notice: store_notice(settings, &cookies, https).shown, foot_banner: shown }
}

/// What the customer's data say of the banner; empty for a guest.
async fn entry(state: &AppState, headers: &HeaderMap) -> String {
    let found = async {
        let session = Session::read(headers, state).await?;
        let Some(id) = session.customer_id else { return Ok(None) };
        state.shop.accounts.account(id).await
    };
    match found.await {
        Ok(account) => account.map(|account| account.details.coming_soon_banner_dismissed).unwrap_or_default(),
        Err(error) => {
            tracing::error!(%error, "whether a banner was closed could not be looked up");
            String::new()
        }
    }
}

/// The cookies of a request in one line.
pub(crate) fn sent(headers: &HeaderMap) -> String {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = lines.collect::<Vec<_>>().join("; ");
    cookies.truncate(cookies.floor_char_boundary(MAX_BYTES));
    cookies
}

/// The notice for a visitor. It is the same in all languages: its id is that of the Italian text.
pub(crate) fn store_notice(settings: &ShopSettings, cookies: &str, https: bool) -> StoreNotice {
    notice(&settings.notices.notice, cookies, https)
}

/// The banner at the foot for a visitor.
pub(crate) fn foot_banner(settings: &ShopSettings, cookies: &str, entry: &str, https: bool) -> FootBanner {
    banner(&settings.notices.coming_soon, cookies, entry, https)
}

/// The notice as pages have it for who has not closed it.
pub(crate) fn notice_view(settings: &ShopSettings, lang: Lang, https: bool) -> Option<StoreNoticeView> {
    let StoreNotice { id, shown, dismissed } = store_notice(settings, "", https);
    shown.then(|| StoreNoticeView { id, text: settings.notices.notice_in(lang).to_owned(), dismissed })
}

/// The banner as pages have it for who has not closed it.
pub(crate) fn banner_view(state: &AppState, settings: &ShopSettings, lang: Lang) -> Option<FootBannerView> {
    foot_banner(settings, "", "", state.is_https()).shown.then(|| FootBannerView {
        text: settings.notices.coming_soon_in(lang).to_owned(),
        rest_url: REST_PATH.into(),
        rest_nonce: state.secrets.nonce(REST_NONCE, "", state.shop.context.now()),
        field: BANNER_FIELD.into(),
        value: BANNER_DISMISSED.into(),
    })
}

/// The chat, where the shop has a number.
pub(crate) fn chat_view(settings: &ShopSettings) -> Option<ChatView> {
    let settings = settings.chat.rules();
    let app_address = address(&settings, "", true)?;
    Some(ChatView { settings, app_address })
}
