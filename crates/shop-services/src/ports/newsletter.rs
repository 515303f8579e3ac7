//! Newsletter subscriptions.

use async_trait::async_trait;
use shop_core::base::Lang;
use shop_core::base::time::UnixSeconds;

use super::{NewMail, StoreError};

/// State of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubscriberState {
    /// Requested, not confirmed.
    Pending,
    /// Confirmed: receives the newsletter.
    Confirmed,
    Left,
}

impl SubscriberState {
    pub const ALL: [Self; 3] = [Self::Pending, Self::Confirmed, Self::Left];

    /// Name in the database and in interfaces.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Confirmed => "confirmed",
            Self::Left => "left",
        }
    }

    /// Parses the name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// A subscribed address, with the proof of its consent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscriber {
    pub id: i64,
    /// Address, lower case.
    pub email: String,
    pub state: SubscriberState,
    /// Language of the subscriber.
    pub lang: Lang,
    /// Random key of the links in its e-mails.
    pub access_key: String,
    /// Where it was requested: `footer`, `account`.
    pub source: String,
    /// The text that the subscriber consented to.
    pub consent_text: String,
    /// When the checkbox was ticked.
    pub consent_at: UnixSeconds,
    /// When the link was used.
    pub confirmed_at: Option<UnixSeconds>,
    pub left_at: Option<UnixSeconds>,
    /// Time of a new request after the subscription had ended, while it waits for the link: the proof of the ended subscription
    /// stays unchanged.
    pub requested_at: Option<UnixSeconds>,
}

impl Subscriber {
    /// Time since which it waits for its confirmation link; `None` if it does not.
    pub fn waits_since(&self) -> Option<UnixSeconds> {
        match self.state {
            SubscriberState::Pending => Some(self.consent_at),
            SubscriberState::Confirmed => None,
            SubscriberState::Left => self.requested_at,
        }
    }
}

/// Builds an e-mail with links that contain a key.
pub type MailOf<'a> = dyn Fn(&str) -> NewMail + Send + Sync + 'a;

/// A subscription request.
#[derive(Clone, Debug)]
pub struct NewSubscriber {
    /// Address, lower case.
    pub email: String,
    pub lang: Lang,
    /// Key for its links, if the address has none yet.
    pub access_key: String,
    /// Where it was requested.
    pub source: &'static str,
    /// The text that the subscriber consented to.
    pub consent_text: String,
    /// The address is already confirmed to be the person's.
    pub confirmed: bool,
}

#[derive(Clone, Debug, Default)]
pub struct SubscriberFilter {
    pub state: Option<SubscriberState>,
    /// Substring of the address.
    pub search: String,
    /// Only ids below this one.
    pub before_id: Option<i64>,
    pub offset: u64,
    pub limit: u64,
}

#[async_trait]
pub trait NewsletterStore: Send + Sync {
    /// Stores a request, with an e-mail that contains the address's key: links sent before stay valid. A request after a
    /// subscription has ended is stored beside the proof of that one. Returns `false`, with nothing changed or sent, if the
    /// address is already subscribed.
    async fn subscribe(&self, new: &NewSubscriber, mail: &MailOf<'_>, now: UnixSeconds) -> Result<bool, StoreError>;

    async fn subscriber_of_key(&self, access_key: &str) -> Result<Option<Subscriber>, StoreError>;

    async fn subscriber_of_email(&self, email: &str) -> Result<Option<Subscriber>, StoreError>;

    /// Confirms a pending subscription, with an e-mail; `false` if it is not pending.
    async fn confirm_subscriber(&self, id: i64, mail: &NewMail, now: UnixSeconds) -> Result<bool, StoreError>;

    async fn subscriber(&self, id: i64) -> Result<Option<Subscriber>, StoreError>;

    /// Deletes a subscription with its proof; `false` if there was none.
    async fn delete_subscriber(&self, id: i64) -> Result<bool, StoreError>;

    /// Ends a subscription and drops a pending request; one that has already ended stays unchanged.
    async fn end_subscription(&self, id: i64, now: UnixSeconds) -> Result<(), StoreError>;

    /// Lists subscriptions, newest first, and the total count.
    async fn list_subscribers(&self, filter: &SubscriberFilter) -> Result<(Vec<Subscriber>, u64), StoreError>;

    /// Deletes requests from before a moment that were never confirmed, also those beside ended subscriptions; at limit `limit` of
    /// each kind. Returns the larger of the two numbers.
    async fn delete_unconfirmed(&self, before: UnixSeconds, limit: u64) -> Result<u64, StoreError>;
}
