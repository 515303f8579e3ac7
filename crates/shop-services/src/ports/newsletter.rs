//! Who wants the newsletter.

use async_trait::async_trait;
use shop_core::base::Lang;
use shop_core::base::time::UnixSeconds;

use super::{NewMail, StoreError};

/// Where a subscription stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubscriberState {
    /// Asked for, not confirmed.
    Pending,
    /// Confirmed: gets the newsletter.
    Confirmed,
    Left,
}

impl SubscriberState {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Confirmed, Self::Left];

    /// Its name in the database and in interfaces.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Confirmed => "confirmed",
            Self::Left => "left",
        }
    }

    /// The state of a name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// An address, with the proof of its consent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscriber {
    pub id: i64,
    /// Address, in small letters.
    pub email: String,
    /// Where the subscription stands.
    pub state: SubscriberState,
    /// Language of who subscribed.
    pub lang: Lang,
    /// What the links of messages have; random, nobody else's.
    pub access_key: String,
    /// Where it was asked for: `footer`, `account`.
    pub source: String,
    /// The words that were consented to.
    pub consent_text: String,
    /// When the box was ticked.
    pub consent_at: UnixSeconds,
    /// When the link was used.
    pub confirmed_at: Option<UnixSeconds>,
    /// When it ended.
    pub left_at: Option<UnixSeconds>,
    /// When somebody wished for it again after it had ended, if that waits for the link: the proof of what has ended stays as it is.
    pub wished_at: Option<UnixSeconds>,
}

impl Subscriber {
    /// Since when it waits for the link of its message; `None`: it does not.
    pub fn waits_since(&self) -> Option<UnixSeconds> {
        match self.state {
            SubscriberState::Pending => Some(self.consent_at),
            SubscriberState::Confirmed => None,
            SubscriberState::Left => self.wished_at,
        }
    }
}

/// Makes a message whose links have a key.
pub type MailOf<'a> = dyn Fn(&str) -> NewMail + Send + Sync + 'a;

/// A wish to get the newsletter.
#[derive(Clone, Debug)]
pub struct NewSubscriber {
    /// Address, in small letters.
    pub email: String,
    pub lang: Lang,
    /// Key of its links, where the address has none yet.
    pub access_key: String,
    /// Where it was asked for.
    pub source: &'static str,
    /// The words that were consented to.
    pub consent_text: String,
    /// The address is known to be the person's: nothing is to be confirmed.
    pub confirmed: bool,
}

#[derive(Clone, Debug, Default)]
pub struct SubscriberFilter {
    /// In this state.
    pub state: Option<SubscriberState>,
    /// Part of the address.
    pub search: String,
    /// Older than this one.
    pub before_id: Option<i64>,
    /// How many are passed over.
    pub offset: u64,
    /// At most so many.
    pub limit: u64,
}

#[async_trait]
pub trait NewsletterStore: Send + Sync {
    /// Notes a wish, with the message that has the address's key: links that it was sent before stay good. A wish after a
    /// subscription has ended stands beside that one's proof. `false`: the address is subscribed already, and nothing is changed or
    /// sent.
    async fn subscribe(&self, new: &NewSubscriber, mail: &MailOf<'_>, now: UnixSeconds) -> Result<bool, StoreError>;

    /// The subscription of a key.
    async fn subscriber_of_key(&self, access_key: &str) -> Result<Option<Subscriber>, StoreError>;

    /// The subscription of an address.
    async fn subscriber_of_email(&self, email: &str) -> Result<Option<Subscriber>, StoreError>;

    /// Confirms a subscription that waits for it, with a message; `false`: it does not.
    async fn confirm_subscriber(&self, id: i64, mail: &NewMail, now: UnixSeconds) -> Result<bool, StoreError>;

    /// The subscription of an id.
    async fn subscriber(&self, id: i64) -> Result<Option<Subscriber>, StoreError>;

    /// Deletes a subscription with its proof; `false`: there was none.
    async fn delete_subscriber(&self, id: i64) -> Result<bool, StoreError>;

    /// Ends a subscription, and drops a wish for it; one that has ended stays as it is.
    async fn end_subscription(&self, id: i64, now: UnixSeconds) -> Result<(), StoreError>;

    /// Subscriptions, newest first, and how many there are without the limit.
    async fn list_subscribers(&self, filter: &SubscriberFilter) -> Result<(Vec<Subscriber>, u64), StoreError>;

    /// Deletes what was never confirmed and asked for before a moment, and the wishes beside what has ended; at most so many of
    /// each. Gives how many of the kind of which there were more.
    async fn delete_unconfirmed(&self, before: UnixSeconds, most: u64) -> Result<u64, StoreError>;
}
