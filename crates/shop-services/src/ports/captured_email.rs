//! E-mail addresses that were kept for marketing when they were typed.

use async_trait::async_trait;
use shop_core::base::Lang;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

/// An address to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCapturedEmail {
    /// The address, in small letters.
    pub email: String,
    /// Where it was typed: `order-checkout`, `sign-up`, or empty.
    pub location: String,
    /// Language of the page.
    pub lang: Lang,
    /// Random name of the browser under which its consent was recorded; empty: it has none.
    pub consent_id: String,
    /// Opens the page that unsubscribes it.
    pub token: String,
    /// Fingerprint of the address.
    pub email_hash: String,
}

/// A kept address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapturedEmail {
    pub id: i64,
    pub email: String,
    /// Where it was typed first.
    pub location: String,
    /// Language of that page.
    pub lang: Lang,
    /// Random name of the browser under which its consent was recorded.
    pub consent_id: String,
    /// Opens the page that unsubscribes it.
    pub token: String,
    /// When it was typed first.
    pub captured_at: UnixSeconds,
    /// When it was typed last.
    pub seen_at: UnixSeconds,
    /// Since when it is not to be written to; `None`: it may be.
    pub unsubscribed_at: Option<UnixSeconds>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CapturedEmailFilter {
    /// Only those that may be written to, or only those that may not.
    pub subscribed: Option<bool>,
    /// Part of the address.
    pub search: String,
    /// With an id below this one, by id instead of by time.
    pub before_id: Option<i64>,
    /// How many are passed over.
    pub offset: u64,
    /// At most so many.
    pub limit: u64,
}

#[async_trait]
pub trait CapturedEmailStore: Send + Sync {
    /// Keeps an address. Of a known one only the time is new: who has unsubscribed stays so, and is not kept anew after the address
    /// itself was forgotten.
    async fn keep_captured_email(&self, new: &NewCapturedEmail, now: UnixSeconds) -> Result<(), StoreError>;

    /// Addresses, typed last first, and how many there are without the limit.
    async fn list_captured_emails(&self, filter: &CapturedEmailFilter)
    -> Result<(Vec<CapturedEmail>, u64), StoreError>;

    /// The address that a token is of.
    async fn captured_email_of(&self, token: &str) -> Result<Option<CapturedEmail>, StoreError>;

    /// The address of a number.
    async fn captured_email(&self, id: i64) -> Result<Option<CapturedEmail>, StoreError>;

    /// Unsubscribes an address, whose fingerprint stays when it is forgotten; once done it keeps its first time.
    async fn unsubscribe_captured_email(&self, id: i64, email_hash: &str, now: UnixSeconds) -> Result<(), StoreError>;

    /// Unsubscribes all addresses that were kept under a browser's random name, as far as they are not yet.
    async fn unsubscribe_captured_emails_of(&self, consent_id: &str, now: UnixSeconds) -> Result<(), StoreError>;

    /// Forgets an address; `false`: there was none.
    async fn forget_captured_email(&self, id: i64) -> Result<bool, StoreError>;
}
