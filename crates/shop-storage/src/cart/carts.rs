//! Carts: one row each.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{CartRecord, CartStore, SaveOutcome, StoreError};

use crate::db::Db;
use crate::db::fetch::{Fetch, Run};
use crate::entity::carts::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, record_from};

record_from! { |row: Model| CartRecord { session_key, customer_id, version, content, expires_at } }

#[async_trait]
impl CartStore for Db {
    async fn load_cart(&self, session_key: &str, now: UnixSeconds) -> Result<Option<CartRecord>, StoreError> {
        let cart = Entity::find().filter(Column::SessionKey.eq(session_key)).filter(Column::ExpiresAt.gt(now));
        cart.fetch_record(self).await
    }

    async fn save_cart(&self, record: &CartRecord, now: UnixSeconds) -> Result<SaveOutcome, StoreError> {
        let row = ActiveModel {
            session_key: Set(record.session_key.clone()),
            customer_id: Set(record.customer_id.map(Stored)),
            version: Set(record.version + 1),
            content: Set(Stored(record.content.clone())),
            updated_at: Set(now),
            expires_at: Set(record.expires_at),
        };
        // An expired cart under the same key is overwritten as if it did not exist.
        let replaceable = Column::Version.eq(record.version).or(Column::ExpiresAt.lte(now));
        let replaced = [Column::CustomerId, Column::Version, Column::Content, Column::UpdatedAt, Column::ExpiresAt];
        let known =
            OnConflict::column(Column::SessionKey).update_columns(replaced).action_and_where(replaceable).to_owned();
        let written = Entity::insert(row).on_conflict(known).run(self).await?;
        Ok(if written == 1 { SaveOutcome::Saved } else { SaveOutcome::Conflict })
    }

    async fn delete_cart(&self, session_key: &str) -> Result<(), StoreError> {
        Entity::delete_many().filter(Column::SessionKey.eq(session_key)).run(self).await.map(|_| ())
    }

    async fn delete_expired_carts(&self, now: UnixSeconds, most: u64) -> Result<u64, StoreError> {
        let expired = Entity::find()
            .select_only()
            .column(Column::SessionKey)
            .filter(Column::ExpiresAt.lte(now))
            .order_by_asc(Column::ExpiresAt)
            .limit(most);
        // For a row that another transaction has just changed, PostgreSQL re-evaluates only the outer condition.
        Entity::delete_many()
            .filter(Column::ExpiresAt.lte(now))
            .filter(Column::SessionKey.in_subquery(expired.into_query()))
            .run(self)
            .await
    }
}
