//! Subscriptions to the newsletter.

use async_trait::async_trait;
use shop_core::base::Lang;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{
    NewMail, NewSubscriber, NewsletterStore, StoreError, Subscriber, SubscriberFilter, SubscriberState,
};

use crate::db::Db;
use crate::outbox::queue;
use crate::row::row;
use crate::statement::{Filter, set, values};

row! {
    Subscriber: newsletter_subscribers(id) {
        id, email, state, lang: lang => language, access_key, source, consent_text, consent_at, confirmed_at, left_at,
    }
}

fn language(code: String) -> Lang {
    if code == Lang::En.as_str() { Lang::En } else { Lang::It }
}

/// Who is subscribed stays so; who was is asked anew.
const AGAIN: &str = "ON CONFLICT (email) DO UPDATE SET state = excluded.state, lang = excluded.lang, \
    access_key = excluded.access_key, source = excluded.source, consent_text = excluded.consent_text, \
    consent_at = excluded.consent_at, confirmed_at = excluded.confirmed_at, left_at = NULL \
    WHERE newsletter_subscribers.state <> 'confirmed'";

#[async_trait]
impl NewsletterStore for Db {
    async fn subscribe(&self, new: &NewSubscriber, mail: &NewMail, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let state = if new.confirmed { SubscriberState::Confirmed } else { SubscriberState::Pending };
        let row = set! {
            email: &new.email,
            state: state.as_str(),
            lang: new.lang.as_str(),
            access_key: &new.access_key,
            source: new.source,
            consent_text: &new.consent_text,
            consent_at: now,
            confirmed_at: new.confirmed.then_some(now),
        };
        if !write.insert_or("newsletter_subscribers", row, AGAIN).await? {
            return Ok(false);
        }
        queue(&write, None, std::slice::from_ref(mail), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn subscriber_of_key(&self, access_key: &str) -> Result<Option<Subscriber>, StoreError> {
        self.find("WHERE access_key = $1", values![access_key]).await
    }

    async fn subscriber_of_email(&self, email: &str) -> Result<Option<Subscriber>, StoreError> {
        self.find("WHERE email = $1", values![email]).await
    }

    async fn confirm_subscriber(&self, id: i64, mail: &NewMail, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let confirmed = set! { state = "'confirmed'", confirmed_at: now };
        if write.update("newsletter_subscribers", confirmed, "id = $1 AND state = 'pending'", values![id]).await? == 0 {
            return Ok(false);
        }
        queue(&write, None, std::slice::from_ref(mail), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn end_subscription(&self, id: i64, now: UnixSeconds) -> Result<(), StoreError> {
        let left = set! { state = "'left'", left_at: now };
        self.update("newsletter_subscribers", left, "id = $1 AND state <> 'left'", values![id]).await.map(|_| ())
    }

    async fn list_subscribers(&self, filter: &SubscriberFilter) -> Result<(Vec<Subscriber>, u64), StoreError> {
        let mut condition = Filter::new("1 = 1");
        if let Some(state) = filter.state {
            condition.and("state = ?", state.as_str());
        }
        condition.and_search(&filter.search.to_lowercase(), &["email"]);
        let rows = self.some(&condition, "id DESC", (filter.offset, filter.limit)).await?;
        Ok((rows, self.count("newsletter_subscribers", condition).await?))
    }

    async fn delete_unconfirmed(&self, before: UnixSeconds, most: u64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM newsletter_subscribers WHERE state = 'pending' AND consent_at < $1 AND id IN \
                   (SELECT id FROM newsletter_subscribers WHERE state = 'pending' AND consent_at < $1 \
                   ORDER BY consent_at LIMIT $2)";
        self.run(sql, values![before, most]).await
    }
}
