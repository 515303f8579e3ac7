//! E-mail addresses captured for marketing when they were typed.

use async_trait::async_trait;
use shop_core::base::Lang;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCapturedEmail {
    /// The address, lower case.
    pub email: String,
    /// Form in which it was typed: `order-checkout`, `sign-up`, or empty.
    pub location: String,
    /// Language of the page.
    pub lang: Lang,
    /// Random id of the browser under which its consent was recorded; empty if it has none.
    pub consent_id: String,
    /// Token of the unsubscribe link.
    pub token: String,
    pub email_hash: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapturedEmail {
    pub id: i64,
    pub email: String,
    /// Form in which it was typed first.
    pub location: String,
    /// Language of that page.
    pub lang: Lang,
    /// Random id of the browser under which its consent was recorded.
    pub consent_id: String,
    /// Token of the unsubscribe link.
    pub token: String,
    /// When it was first typed.
    pub captured_at: UnixSeconds,
    /// When it was last typed.
    pub seen_at: UnixSeconds,
    /// When it was unsubscribed; `None` if it may receive mail.
    pub unsubscribed_at: Option<UnixSeconds>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CapturedEmailFilter {
    /// Only subscribed addresses, or only unsubscribed ones.
    pub subscribed: Option<bool>,
    /// Substring of the address.
    pub search: String,
    /// Only ids below this one, sorted by id instead of by time.
    pub before_id: Option<i64>,
    pub offset: u64,
    pub limit: u64,
}

#[async_trait]
pub trait CapturedEmailStore: Send + Sync {
    /// Stores an address, or updates the time of a known one. An address that unsubscribed stays unsubscribed, and is not stored
    /// again after it was deleted.
    async fn save_captured_email(&self, new: &NewCapturedEmail, now: UnixSeconds) -> Result<(), StoreError>;

    /// Lists addresses, most recently typed first, and the total count.
    async fn list_captured_emails(&self, filter: &CapturedEmailFilter)
    -> Result<(Vec<CapturedEmail>, u64), StoreError>;

    /// Finds the address by its token.
    async fn captured_email_of(&self, token: &str) -> Result<Option<CapturedEmail>, StoreError>;

    async fn captured_email(&self, id: i64) -> Result<Option<CapturedEmail>, StoreError>;

    /// Unsubscribes an address and stores its hash, which remains when the address is deleted. Repeated calls keep the first
    /// time.
    async fn unsubscribe_captured_email(&self, id: i64, email_hash: &str, now: UnixSeconds) -> Result<(), StoreError>;

    /// Unsubscribes all addresses that were stored under a browser's random id and are still subscribed.
    async fn unsubscribe_captured_emails_of(&self, consent_id: &str, now: UnixSeconds) -> Result<(), StoreError>;

    /// Deletes an address; returns `false` if there was none.
    async fn forget_captured_email(&self, id: i64) -> Result<bool, StoreError>;
}
