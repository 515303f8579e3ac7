//! The newsletter: subscription by checkbox and confirmed address (Codice privacy art. 130; GDPR art. 7), and one-click
//! unsubscription (RFC 8058). Only the owner learns whether an address is known.

mod mails;

use std::sync::Arc;

use shop_core::base::{CustomerId, Lang};
use shop_core::platform::words::site_texts;

pub use mails::CONFIRM_DAYS;

use crate::platform::context::Context;
use crate::platform::settings::ShopSettings;
use crate::ports::{
    AccountStore, NewSubscriber, NewsletterStore, OutboxStore, StoreError, Subscriber, SubscriberFilter,
    SubscriberState, ports,
};

const CONFIRM_S: i64 = CONFIRM_DAYS * 86_400;
const KEY_BYTES: usize = 16;
/// Rows deleted per statement.
const AT_ONCE: u64 = 500;

ports! {
    pub(crate) trait NewsletterPorts: AccountStore + NewsletterStore + OutboxStore
}

#[derive(Clone)]
pub struct Newsletter {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn NewsletterPorts>,
}

/// The text beside the checkbox, stored as proof.
pub fn consent_text(settings: &ShopSettings, lang: Lang) -> String {
    site_texts::newsletter_consent(lang, &settings.shop.name)
}

impl Newsletter {
    /// Handles a subscription request for a valid address: its owner gets an e-mail, with a confirmation link if the address is
    /// not subscribed yet.
    pub async fn subscribe(&self, email: &str, lang: Lang) -> Result<(), StoreError> {
        let settings = self.context.settings().await?;
        let new = self.new_subscriber(email, lang, "footer", &settings);
        self.send_request(&new, &settings).await
    }

    /// Stores a request and sends the e-mail that fits the address's state.
    async fn send_request(&self, new: &NewSubscriber, settings: &ShopSettings) -> Result<(), StoreError> {
        let (now, lang) = (self.context.now(), new.lang);
        let mail = |key: &str| mails::confirm(&new.email, &self.link("conferma", key, settings, lang), settings, lang);
        if self.store.subscribe(new, &mail, now).await? {
            return Ok(());
        }
        let Some(known) = self.store.subscriber_of_email(&new.email).await? else { return Ok(()) };
        let url = self.link("annulla", &known.access_key, settings, lang);
        self.store.queue_mail(&mails::known(&known.email, &url, settings, lang), now).await
    }

    /// Finds the subscription of a link's key.
    pub async fn of_key(&self, key: &str) -> Result<Option<Subscriber>, StoreError> {
        self.store.subscriber_of_key(key).await
    }

    /// Confirms a subscription by its link's key; repeating it changes nothing. `false` if there is none, it has ended, or the
    /// link has expired.
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

    /// Ends a subscription by its link's key; repeating it changes nothing. `false` if there is none.
    pub async fn leave(&self, key: &str) -> Result<bool, StoreError> {
        let Some(known) = self.store.subscriber_of_key(key).await? else { return Ok(false) };
        self.store.end_subscription(known.id, self.context.now()).await?;
        Ok(true)
    }

    /// Whether a customer's confirmed address is subscribed; for an unconfirmed address nothing is revealed.
    pub async fn has(&self, id: CustomerId) -> Result<bool, StoreError> {
        let Some(account) = self.store.account(id).await? else { return Ok(false) };
        if account.email_confirmed_at.is_none() {
            return Ok(false);
        }
        let known = self.store.subscriber_of_email(&account.email).await?;
        Ok(known.is_some_and(|known| known.state == SubscriberState::Confirmed))
    }

    /// Subscribes or unsubscribes a customer. An address that the account has confirmed takes effect at once; for any other its
    /// owner decides by a link in an e-mail. Returns `true` if that e-mail was sent.
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
        let new = NewSubscriber { confirmed, ..self.new_subscriber(&account.email, lang, "account", &settings) };
        if !confirmed {
            self.send_request(&new, &settings).await?;
            return Ok(true);
        }
        let mail = |key: &str| mails::welcome(&new.email, &self.link("annulla", key, &settings, lang), &settings, lang);
        self.store.subscribe(&new, &mail, now).await?;
        Ok(false)
    }

    /// Lists subscriptions, newest first, and the total count.
    pub async fn list(&self, filter: &SubscriberFilter) -> Result<(Vec<Subscriber>, u64), StoreError> {
        self.store.list_subscribers(filter).await
    }

    /// A subscriber's unsubscribe URL.
    pub fn leave_url(&self, subscriber: &Subscriber, settings: &ShopSettings) -> String {
        self.link("annulla", &subscriber.access_key, settings, subscriber.lang)
    }

    /// Ends a subscription on behalf of its subscriber; repeating it changes nothing. `None` if there is none.
    pub async fn unsubscribe(&self, id: i64) -> Result<Option<Subscriber>, StoreError> {
        self.store.end_subscription(id, self.context.now()).await?;
        self.store.subscriber(id).await
    }

    /// Deletes a subscription with its proof; `false` if there is none.
    pub async fn forget(&self, id: i64) -> Result<bool, StoreError> {
        self.store.delete_subscriber(id).await
    }

    /// Deletes a batch of unconfirmed requests that have expired; returns how many rows, and whether there may be more.
    pub async fn forget_unconfirmed(&self) -> Result<(u64, bool), StoreError> {
        let count = self.store.delete_unconfirmed(self.context.now() - CONFIRM_S, AT_ONCE).await?;
        Ok((count, count >= AT_ONCE))
    }

    fn new_subscriber(&self, email: &str, lang: Lang, source: &'static str, settings: &ShopSettings) -> NewSubscriber {
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
