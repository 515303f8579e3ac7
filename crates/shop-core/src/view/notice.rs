//! What stands around every page: the shop's notice, the banner at the foot, the chat.

use serde::Serialize;

use crate::content::widget::chat::ChatSettings;
use crate::privacy::cookies::CookieChange;

/// The notice of the whole shop.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StoreNoticeView {
    /// Its id: another text is another notice.
    pub id: String,
    pub text: String,
    /// The cookie that closing sets.
    pub dismissed: CookieChange,
}

/// The banner at the foot.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FootBannerView {
    pub text: String,
    /// Address of the call that closes it.
    pub rest_url: String,
    /// Goes with the call; anybody's.
    pub rest_nonce: String,
    /// Name of the entry of the user's data that the call sets.
    pub field: String,
    /// What it is set to.
    pub value: String,
}

/// The chat.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ChatView {
    /// How the service is reached.
    pub settings: ChatSettings,
    /// Address that opens its app at the shop's number.
    pub app_address: String,
}
