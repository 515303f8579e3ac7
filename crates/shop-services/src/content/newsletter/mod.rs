//! The newsletter: subscribing by an empty box and a confirmed address (Codice privacy art. 130; GDPR art. 7), and unsubscribing by one
//! click (RFC 8058). Whether an address is known is told to nobody but its owner.

mod mails;

use std::sync::Arc;

use shop_core::base::{CustomerId, Lang};
use shop_core::platform::words::site_texts;

use crate::platform::context::Context;
use crate::platform::settings::ShopSettings;
use crate::ports::{
    AccountStore, NewSubscriber, NewsletterStore, OutboxStore, StoreError, Subscriber, SubscriberFilter,
    SubscriberState, ports,
};

/// Days that a link to confirm is valid.
pub const CONFIRM_DAYS: i64 = 7;
/// The same in seconds.
const CONFIRM_S: i64 = CONFIRM_DAYS * 86_400;
/// Bytes of a key.
const KEY_BYTES: usize = 16;
/// Rows that are deleted in one statement.
const AT_ONCE: u64 = 500;

ports! {
    /// What subscriptions need.
    pub(crate) trait NewsletterPorts: AccountStore + NewsletterStore + OutboxStore
}

/// Subscriptions to the newsletter.
#[derive(Clone)]
pub struct Newsletter {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn NewsletterPorts>,
}

/// The words beside the box, which are kept as proof.
pub fn consent_text(settings: &ShopSettings, lang: Lang) -> String {
    site_texts::newsletter_consent(lang, &settings.shop.name)
}

impl Newsletter {
    /// Somebody ticked the box beside an address, which is a valid one: its owner gets a message, with the link to confirm where
    /// the address is not subscribed yet.
    pub async fn subscribe(&self, email: &str, lang: Lang) -> Result<(), StoreError> {
        let settings = self.context.settings().await?;
        let new = self.wish(email, lang, "footer", &settings);
        self.ask(&new, &settings).await
    }

    /// Sends the owner of an address the message that a wish for it deserves.
    async fn ask(&self, new: &NewSubscriber, settings: &ShopSettings) -> Result<(), StoreError> {
        let (now, lang) = (self.context.now(), new.lang);
        let mail = |key: &str| mails::confirm(&new.email, &self.link("conferma", key, settings, lang), settings, lang);
        if self.store.subscribe(new, &mail, now).await? {
            return Ok(());
        }
        let Some(known) = self.store.subscriber_of_email(&new.email).await? else { return Ok(()) };
        let url = self.link("annulla", &known.access_key, settings, lang);
        self.store.queue_mail(&mails::known(&known.email, &url, settings, lang), now).await
    }

    /// The subscription of a link's key; `None`: there is none.
    pub async fn of_key(&self, key: &str) -> Result<Option<Subscriber>, StoreError> {
        self.store.subscriber_of_key(key).await
    }

    /// Confirms a subscription by the key of its link; a second time changes nothing. `false`: there is none, it has ended, or the
    /// link is too old.
    pub async fn confirm(&self, key: &str) -> Result<bool, StoreError> {
        let Some(known) = self.store.subscriber_of_key(key).await? else { return Ok(false) };
        let now = self.context.now();
        if known.state == SubscriberState::Confirmed {
            return Ok(true);
        }
        if known.waits_since().is_none_or(|at| at < now - CONFIRM_S) {
            return Ok(false);
        }
        let settings = self.context.settings().await?;
        let mail =
            mails::welcome(&known.email, &self.link("annulla", key, &settings, known.lang), &settings, known.lang);
        self.store.confirm_subscriber(known.id, &mail, now).await?;
        Ok(true)
    }

    /// Ends a subscription by the key of its link; a second time changes nothing. `false`: there is none.
    pub async fn leave(&self, key: &str) -> Result<bool, StoreError> {
        let Some(known) = self.store.subscriber_of_key(key).await? else { return Ok(false) };
        self.store.end_subscription(known.id, self.context.now()).await?;
        Ok(true)
    }

    /// Whether a customer gets the newsletter at the address of the account; of an address that nobody confirmed nothing is told.
    pub async fn has(&self, id: CustomerId) -> Result<bool, StoreError> {
        let Some(account) = self.store.account(id).await? else { return Ok(false) };
        if account.email_confirmed_at.is_none() {
            return Ok(false);
        }
        let known = self.store.subscriber_of_email(&account.email).await?;
        Ok(known.is_some_and(|known| known.state == SubscriberState::Confirmed))
    }

    /// A customer wants the newsletter or no more. An address that the account has confirmed is not asked again; for any other
    /// its owner decides, by the links of the messages. `true`: that owner was written to.
    pub async fn choose(&self, id: CustomerId, wanted: bool, lang: Lang) -> Result<bool, StoreError> {
        let Some(account) = self.store.account(id).await? else { return Ok(false) };
        let now = self.context.now();
        let confirmed = account.email_confirmed_at.is_some();
        if !wanted {
            if confirmed && let Some(known) = self.store.subscriber_of_email(&account.email).await? {
                self.store.end_subscription(known.id, now).await?;
            }
            return Ok(false);
        }
        let settings = self.context.settings().await?;
        let new = NewSubscriber { confirmed, ..self.wish(&account.email, lang, "account", &settings) };
        if !confirmed {
            self.ask(&new, &settings).await?;
            return Ok(true);
        }
        let mail = |key: &str| mails::welcome(&new.email, &self.link("annulla", key, &settings, lang), &settings, lang);
        self.store.subscribe(&new, &mail, now).await?;
        Ok(false)
    }

    /// Subscriptions, newest first, and how many there are without the limit.
    pub async fn list(&self, filter: &SubscriberFilter) -> Result<(Vec<Subscriber>, u64), StoreError> {
        self.store.list_subscribers(filter).await
    }

    /// Where a subscriber unsubscribes.
    pub fn leave_url(&self, subscriber: &Subscriber, settings: &ShopSettings) -> String {
        self.link("annulla", &subscriber.access_key, settings, subscriber.lang)
    }

    /// Ends a subscription for its subscriber; a second time changes nothing. `None`: there is none.
    pub async fn unsubscribe(&self, id: i64) -> Result<Option<Subscriber>, StoreError> {
        self.store.end_subscription(id, self.context.now()).await?;
        self.store.subscriber(id).await
    }

    /// Deletes a subscription with its proof; `false`: there is none.
    pub async fn forget(&self, id: i64) -> Result<bool, StoreError> {
        self.store.delete_subscriber(id).await
    }

    /// Deletes a portion of what was never confirmed in time; gives how many rows, and whether there may be more.
    pub async fn forget_unconfirmed(&self) -> Result<(u64, bool), StoreError> {
        let count = self.store.delete_unconfirmed(self.context.now() - CONFIRM_S, AT_ONCE).await?;
        Ok((count, count >= AT_ONCE))
    }

    fn wish(&self, email: &str, lang: Lang, source: &'static str, settings: &ShopSettings) -> NewSubscriber {
        NewSubscriber {
            email: email.trim().to_lowercase(),
            lang,
            access_key: self.context.random().hex(KEY_BYTES),
            source,
            consent_text: consent_text(settings, lang),
            confirmed: false,
        }
    }

    fn link(&self, step: &str, key: &str, settings: &ShopSettings, lang: Lang) -> String {
        let path = settings.shop.page_path(lang, &format!("/newsletter/{step}/"));
        format!("{}{path}?key={key}", self.context.public_url().trim_end_matches('/'))
    }
}
