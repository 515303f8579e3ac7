//! Email addresses that were captured at the checkout for cart reminders.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{CapturedEmail, CapturedEmailFilter, CapturedEmailStore, NewCapturedEmail, StoreError};

use crate::db::Db;
use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::entity::captured_emails::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, record_from, suppressed_emails};
use crate::search::matches;

/// Maximum limit of a query: the databases count rows in signed integers.
const MAX_ROWS: u64 = i64::MAX.unsigned_abs();

record_from! {
    |row: Model| CapturedEmail {
        id, email, location, lang, consent_id, token, captured_at, seen_at, unsubscribed_at,
    }
}

#[async_trait]
impl CapturedEmailStore for Db {
    async fn save_captured_email(&self, new: &NewCapturedEmail, now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        let suppressed =
            suppressed_emails::Entity::find().filter(suppressed_emails::Column::EmailHash.eq(&new.email_hash));
        if suppressed.fetch_exists(&write).await? {
            let seen = ActiveModel { seen_at: Set(now), ..Default::default() };
            Entity::update_many().set(seen).filter(Column::Email.eq(&new.email)).run(&write).await?;
            return write.commit().await;
        }
        let row = ActiveModel {
            email: Set(new.email.clone()),
            location: Set(new.location.clone()),
            lang: Set(Stored(new.lang)),
            consent_id: Set(new.consent_id.clone()),
            token: Set(new.token.clone()),
            captured_at: Set(now),
            seen_at: Set(now),
            ..Default::default()
        };
        let known = OnConflict::column(Column::Email).update_column(Column::SeenAt).to_owned();
        Entity::insert(row).on_conflict(known).run(&write).await?;
        write.commit().await
    }

    async fn list_captured_emails(
        &self,
        filter: &CapturedEmailFilter,
    ) -> Result<(Vec<CapturedEmail>, u64), StoreError> {
        let state = |subscribed| {
            if subscribed { Column::UnsubscribedAt.is_null() } else { Column::UnsubscribedAt.is_not_null() }
        };
        let wanted = Condition::all()
            .add_option(filter.subscribed.map(state))
            .add_option(matches(&filter.search, [Column::Email.into_expr()]))
            .add_option(filter.before_id.map(|id| Column::Id.lt(id)));
        let wanted = Entity::find().filter(wanted);
        let ordered = if filter.before_id.is_some() {
            wanted.clone().order_by_desc(Column::Id)
        } else {
            wanted.clone().order_by_desc(Column::SeenAt).order_by_desc(Column::Id)
        };
        let page = ordered.limit(filter.limit.min(MAX_ROWS)).offset(filter.offset.min(MAX_ROWS));
        let rows = page.fetch_records(self).await?;
        Ok((rows, wanted.fetch_count(self).await?))
    }

    async fn captured_email_of(&self, token: &str) -> Result<Option<CapturedEmail>, StoreError> {
        Entity::find().filter(Column::Token.eq(token)).fetch_record(self).await
    }

    async fn captured_email(&self, id: i64) -> Result<Option<CapturedEmail>, StoreError> {
        Entity::find_by_id(id).fetch_record(self).await
    }

    async fn unsubscribe_captured_email(&self, id: i64, email_hash: &str, now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        Entity::update_many()
            .set(unsubscribed(now))
            .filter(Column::Id.eq(id))
            .filter(Column::UnsubscribedAt.is_null())
            .run(&write)
            .await?;
        let mark = suppressed_emails::ActiveModel { email_hash: Set(email_hash.to_owned()), suppressed_at: Set(now) };
        suppressed_emails::Entity::insert(mark).on_conflict_do_nothing().run(&write).await?;
        write.commit().await
    }

    async fn unsubscribe_captured_emails_of(&self, consent_id: &str, now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        Entity::update_many()
            .set(unsubscribed(now))
            .filter(Column::ConsentId.eq(consent_id))
            .filter(Column::UnsubscribedAt.is_null())
            .run(&write)
            .await?;
        write.commit().await
    }

    async fn forget_captured_email(&self, id: i64) -> Result<bool, StoreError> {
        let write = self.begin(false).await?;
        let deleted = Entity::delete_many().filter(Column::Id.eq(id)).run(&write).await?;
        write.commit().await?;
        Ok(deleted > 0)
    }
}

fn unsubscribed(now: UnixSeconds) -> ActiveModel {
    ActiveModel { unsubscribed_at: Set(Some(now)), ..Default::default() }
}
