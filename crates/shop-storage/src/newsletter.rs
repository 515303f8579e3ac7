//! Subscriptions to the newsletter.

use async_trait::async_trait;
use shop_core::base::Lang;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{
    MailOf, NewMail, NewSubscriber, NewsletterStore, StoreError, Subscriber, SubscriberFilter, SubscriberState,
};

use crate::db::Db;
use crate::outbox::queue;
use crate::row::row;
use crate::statement::{Filter, Set, set, values};

row! {
    Subscriber: newsletter_subscribers(id) {
        id, email, state, lang: lang => language, access_key, source, consent_text, consent_at, confirmed_at, left_at,
        wished_at,
    }
}

fn language(code: String) -> Lang {
    if code == Lang::En.as_str() { Lang::En } else { Lang::It }
}

const TABLE: &str = "newsletter_subscribers";

#[async_trait]
impl NewsletterStore for Db {
    async fn subscribe(&self, new: &NewSubscriber, mail: &MailOf<'_>, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let state = if new.confirmed { SubscriberState::Confirmed } else { SubscriberState::Pending };
        let consent = || {
            set! {
                state: state.as_str(),
                lang: new.lang.as_str(),
                source: new.source,
                consent_text: &new.consent_text,
                consent_at: now,
                confirmed_at: new.confirmed.then_some(now),
            }
        };
        let mut row = consent();
        row.append(set! { email: &new.email, access_key: &new.access_key });
        let mut noted = write.insert_or(TABLE, row, "ON CONFLICT (email) DO NOTHING").await?;
        if !noted {
            // Nobody else's wish may stand for the owner's word: only who is known to be that replaces what has ended.
            let replaced = if new.confirmed { "state <> 'confirmed'" } else { "state = 'pending'" };
            let mut again = consent();
            again.append(set! { left_at = "NULL", wished_at = "NULL", wish_source = "''", wish_text = "''" });
            let condition = format!("email = $1 AND {replaced}");
            noted = write.update(TABLE, again, &condition, values![&new.email]).await? == 1;
        }
        if !noted {
            let wish = set! {
                lang: new.lang.as_str(),
                wish_source: new.source,
                wish_text: &new.consent_text,
                wished_at: now,
            };
            noted = write.update(TABLE, wish, "email = $1 AND state = 'left'", values![&new.email]).await? == 1;
        }
        if !noted {
            return Ok(false);
        }
        let key = "SELECT access_key FROM newsletter_subscribers WHERE email = $1";
        let Some(key) = write.row::<String>(key, values![&new.email]).await? else { return Ok(false) };
        queue(&write, None, &[mail(&key)], now).await?;
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
        let confirmed = set! {
            state = "'confirmed'",
            confirmed_at: now,
            consent_at = "COALESCE(wished_at, consent_at)",
            source = "CASE WHEN wished_at IS NULL THEN source ELSE wish_source END",
            consent_text = "CASE WHEN wished_at IS NULL THEN consent_text ELSE wish_text END",
            left_at = "NULL",
            wished_at = "NULL",
            wish_source = "''",
            wish_text = "''",
        };
        let waits = "id = $1 AND (state = 'pending' OR (state = 'left' AND wished_at IS NOT NULL))";
        if write.update(TABLE, confirmed, waits, values![id]).await? == 0 {
            return Ok(false);
        }
        queue(&write, None, std::slice::from_ref(mail), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn end_subscription(&self, id: i64, now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        let left = set! { state = "'left'", left_at: now };
        write.update(TABLE, left, "id = $1 AND state <> 'left'", values![id]).await?;
        write.update(TABLE, no_wish(), "id = $1 AND wished_at IS NOT NULL", values![id]).await?;
        write.commit().await
    }

    async fn subscriber(&self, id: i64) -> Result<Option<Subscriber>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn delete_subscriber(&self, id: i64) -> Result<bool, StoreError> {
        Ok(self.run("DELETE FROM newsletter_subscribers WHERE id = $1", values![id]).await? > 0)
    }

    async fn list_subscribers(&self, filter: &SubscriberFilter) -> Result<(Vec<Subscriber>, u64), StoreError> {
        let mut condition = Filter::new("1 = 1");
        if let Some(state) = filter.state {
            condition.and("state = ?", state.as_str());
        }
        if let Some(id) = filter.before_id {
            condition.and("id < ?", id);
        }
        condition.and_search(&filter.search, &["email"]);
        let rows = self.some(&condition, "id DESC", (filter.offset, filter.limit)).await?;
        Ok((rows, self.count("newsletter_subscribers", condition).await?))
    }

    async fn delete_unconfirmed(&self, before: UnixSeconds, most: u64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM newsletter_subscribers WHERE state = 'pending' AND consent_at < $1 AND id IN \
                   (SELECT id FROM newsletter_subscribers WHERE state = 'pending' AND consent_at < $1 \
                   ORDER BY consent_at LIMIT $2)";
        let deleted = self.run(sql, values![before, most]).await?;
        let old = "wished_at < $1 AND id IN \
                   (SELECT id FROM newsletter_subscribers WHERE wished_at < $1 ORDER BY wished_at LIMIT $2)";
        Ok(self.update(TABLE, no_wish(), old, values![before, most]).await?.max(deleted))
    }
}

fn no_wish() -> Set {
    set! { wished_at = "NULL", wish_source = "''", wish_text = "''" }
}
