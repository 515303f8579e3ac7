//! Newsletter subscriptions.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait, Func, OnConflict};
use sea_orm::{ColumnTrait, Condition, EntityTrait, IntoSimpleExpr, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{
    MailOf, NewMail, NewSubscriber, NewsletterStore, StoreError, Subscriber, SubscriberFilter, SubscriberState,
};

use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::{Db, Write};
use crate::entity::newsletter_subscribers::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, record_from};
use crate::platform::outbox::queue;
use crate::search::matches;

record_from! {
    |row: Model| Subscriber {
        id, email, state, lang, access_key, source, consent_text, consent_at, confirmed_at, left_at, requested_at,
    }
}

#[async_trait]
impl NewsletterStore for Db {
    async fn subscribe(&self, new: &NewSubscriber, mail: &MailOf<'_>, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        if !record(&write, new, now).await? {
            return Ok(false);
        }
        let key = Entity::find().select_only().column(Column::AccessKey).filter(Column::Email.eq(&new.email));
        let Some(key) = key.into_tuple::<String>().fetch_one(&write).await? else { return Ok(false) };
        queue(&write, None, &[mail(&key)], now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn subscriber_of_key(&self, access_key: &str) -> Result<Option<Subscriber>, StoreError> {
        let found = Entity::find().filter(Column::AccessKey.eq(access_key));
        found.fetch_record(self).await
    }

    async fn subscriber_of_email(&self, email: &str) -> Result<Option<Subscriber>, StoreError> {
        Entity::find().filter(Column::Email.eq(email)).fetch_record(self).await
    }

    async fn confirm_subscriber(&self, id: i64, mail: &NewMail, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        // All expressions see the old row: a new request becomes the proof of consent.
        let requested_at = [Column::RequestedAt, Column::ConsentAt].map(Expr::col);
        let waits = Condition::any()
            .add(is_in_state(SubscriberState::Pending))
            .add(Condition::all().add(is_in_state(SubscriberState::Left)).add(Column::RequestedAt.is_not_null()));
        let confirmed = Entity::update_many()
            .set(ActiveModel {
                state: Set(Stored(SubscriberState::Confirmed)),
                confirmed_at: Set(Some(now)),
                left_at: Set(None),
                ..no_request()
            })
            .col_expr(Column::ConsentAt, Func::coalesce(requested_at).into())
            .col_expr(Column::Source, requested_or(Column::RequestSource, Column::Source))
            .col_expr(Column::ConsentText, requested_or(Column::RequestText, Column::ConsentText))
            .filter(Column::Id.eq(id))
            .filter(waits);
        if confirmed.run(&write).await? == 0 {
            return Ok(false);
        }
        queue(&write, None, std::slice::from_ref(mail), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn end_subscription(&self, id: i64, now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        let left =
            ActiveModel { state: Set(Stored(SubscriberState::Left)), left_at: Set(Some(now)), ..Default::default() };
        let not_left = Column::State.ne(Stored(SubscriberState::Left));
        Entity::update_many().set(left).filter(Column::Id.eq(id)).filter(not_left).run(&write).await?;
        let requested = Column::RequestedAt.is_not_null();
        Entity::update_many().set(no_request()).filter(Column::Id.eq(id)).filter(requested).run(&write).await?;
        write.commit().await
    }

    async fn subscriber(&self, id: i64) -> Result<Option<Subscriber>, StoreError> {
        Entity::find_by_id(id).fetch_record(self).await
    }

    async fn delete_subscriber(&self, id: i64) -> Result<bool, StoreError> {
        Ok(Entity::delete_many().filter(Column::Id.eq(id)).run(self).await? > 0)
    }

    async fn list_subscribers(&self, filter: &SubscriberFilter) -> Result<(Vec<Subscriber>, u64), StoreError> {
        let wanted = Entity::find()
            .apply_if(filter.state, |query, state| query.filter(is_in_state(state)))
            .apply_if(filter.before_id, |query, id| query.filter(Column::Id.lt(id)))
            .apply_if(matches(&filter.search, [Column::Email.into_simple_expr()]), QueryFilter::filter);
        let page = wanted.clone().order_by_desc(Column::Id).limit(filter.limit).offset(filter.offset);
        let rows = page.fetch_records(self).await?;
        Ok((rows, wanted.fetch_count(self).await?))
    }

    async fn delete_unconfirmed(&self, before: UnixSeconds, most: u64) -> Result<u64, StoreError> {
        let old = is_in_state(SubscriberState::Pending).and(Column::ConsentAt.lt(before));
        let portion = is_among_oldest(old.clone(), Column::ConsentAt, most);
        let deleted = Entity::delete_many().filter(old).filter(portion).run(self).await?;
        let old = Column::RequestedAt.lt(before);
        let portion = is_among_oldest(old.clone(), Column::RequestedAt, most);
        let forgotten = Entity::update_many().set(no_request()).filter(old).filter(portion);
        Ok(Ord::max(deleted, forgotten.run(self).await?))
    }
}

/// Records a subscription, or the request for one that has ended; returns `false` if it exists already.
async fn record(write: &Write<'_>, new: &NewSubscriber, now: UnixSeconds) -> Result<bool, StoreError> {
    let state = if new.confirmed { SubscriberState::Confirmed } else { SubscriberState::Pending };
    let consent = || ActiveModel {
        state: Set(Stored(state)),
        lang: Set(Stored(new.lang)),
        source: Set(new.source.to_owned()),
        consent_text: Set(new.consent_text.clone()),
        consent_at: Set(now),
        confirmed_at: Set(new.confirmed.then_some(now)),
        ..Default::default()
    };
    let row = ActiveModel { email: Set(new.email.clone()), access_key: Set(new.access_key.clone()), ..consent() };
    let once = OnConflict::column(Column::Email).do_nothing().to_owned();
    if Entity::insert(row).on_conflict(once).run(write).await? == 1 {
        return Ok(true);
    }
    let of_email = || Entity::update_many().filter(Column::Email.eq(&new.email));
    // Only the confirmed owner of the address may replace an ended subscription; a stranger's request is no proof of consent.
    let replaced = if new.confirmed {
        Column::State.ne(Stored(SubscriberState::Confirmed))
    } else {
        is_in_state(SubscriberState::Pending)
    };
    let ActiveModel { requested_at, request_source, request_text, .. } = no_request();
    let again = ActiveModel { left_at: Set(None), requested_at, request_source, request_text, ..consent() };
    if of_email().set(again).filter(replaced).run(write).await? == 1 {
        return Ok(true);
    }
    let request = ActiveModel {
        lang: Set(Stored(new.lang)),
        request_source: Set(new.source.to_owned()),
        request_text: Set(new.consent_text.clone()),
        requested_at: Set(Some(now)),
        ..Default::default()
    };
    Ok(of_email().set(request).filter(is_in_state(SubscriberState::Left)).run(write).await? == 1)
}

fn is_in_state(state: SubscriberState) -> Expr {
    Column::State.eq(Stored(state))
}

/// The column of the pending request if there is one, else the column of the subscription.
fn requested_or(requested: Column, own: Column) -> Expr {
    CaseStatement::new()
        .case(Expr::col(Column::RequestedAt).is_null(), Expr::col(own))
        .finally(Expr::col(requested))
        .into()
}

/// Whether a row is among the oldest of those that meet a condition.
fn is_among_oldest(condition: Expr, age: Column, most: u64) -> Expr {
    let oldest = Entity::find().select_only().column(Column::Id).filter(condition).order_by_asc(age).limit(most);
    Column::Id.in_subquery(oldest.into_query())
}

fn no_request() -> ActiveModel {
    ActiveModel {
        requested_at: Set(None),
        request_source: Set(String::new()),
        request_text: Set(String::new()),
        ..Default::default()
    }
}
