//! Elements around every page: the store notice, the foot banner, the chat.

use serde::Serialize;

use crate::content::widget::chat::ChatSettings;
use crate::privacy::cookies::CookieChange;

/// The store notice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StoreNoticeView {
    /// Id, which changes with the text.
    pub id: String,
    pub text: String,
    /// Cookie that closing sets.
    pub dismissed: CookieChange,
}

/// The banner at the foot of the page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FootBannerView {
    pub text: String,
    /// URL of the call that closes it.
    pub rest_url: String,
    /// Nonce of the call, the same for everybody.
    pub rest_nonce: String,
    /// Name of the user-data entry that the call sets.
    pub field: String,
    /// Value of that entry.
    pub value: String,
}

/// The chat button.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ChatView {
    /// Settings of the chat service.
    pub settings: ChatSettings,
    /// URL that opens its app with the shop's number.
    pub app_address: String,
}
