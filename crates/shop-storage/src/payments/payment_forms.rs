//! Payment intents without an order yet, styles of payment forms, and the order that each session is paying.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{EarlyIntent, FormAppearance, PaymentFormStore, StoreError};

use crate::db::Db;
use crate::db::fetch::{Fetch, Run};
use crate::entity::early_intents::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, form_appearances, paying_sessions, payments, record_from};

/// Lifetime of a session; what it was paying is deleted afterwards.
const SESSION_S: i64 = 30 * 86_400;
/// Session key of an intent that no session has any more. Keys of real sessions are random and longer.
const NOBODY: &str = "nobody";

record_from! { |row: Model| EarlyIntent { intent_id, session_key, order_id, cents, created_at } }

record_from! { |row: form_appearances::Model| FormAppearance { session_key, theme, is_block, appearance, expires_at } }

#[async_trait]
impl PaymentFormStore for Db {
    async fn save_early_intent(&self, new: &EarlyIntent, forget_before: UnixSeconds) -> Result<(), StoreError> {
        let old = Entity::delete_many().filter(Column::CreatedAt.lt(forget_before)).filter(Column::OrderId.is_null());
        old.run(self).await?;
        let row = ActiveModel {
            intent_id: Set(new.intent_id.clone()),
            session_key: Set(new.session_key.clone()),
            order_id: Set(new.order_id.map(Stored)),
            cents: Set(Stored(new.cents)),
            created_at: Set(new.created_at),
        };
        Entity::insert(row).on_conflict_do_nothing().run(self).await.map(|_| ())
    }

    async fn newest_early_intent(
        &self,
        session_key: &str,
        setup: bool,
        since: UnixSeconds,
    ) -> Result<Option<EarlyIntent>, StoreError> {
        let intents = Entity::find()
            .filter(Column::SessionKey.eq(session_key))
            .filter(Column::CreatedAt.gte(since))
            .filter(Column::OrderId.is_null())
            .filter(if setup { Column::Cents.eq(0_i64) } else { Column::Cents.gt(0_i64) })
            .order_by_desc(Column::CreatedAt)
            .order_by_asc(Column::IntentId);
        intents.fetch_record(self).await
    }

    async fn early_intent(&self, intent_id: &str) -> Result<Option<EarlyIntent>, StoreError> {
        Entity::find_by_id(intent_id).fetch_record(self).await
    }

    async fn claim_early_intent(&self, intent_id: &str, session_key: &str, order: OrderId) -> Result<bool, StoreError> {
        let claimed = Entity::update_many()
            .col_expr(Column::OrderId, Expr::value(Stored(order)))
            .filter(Column::IntentId.eq(intent_id))
            .filter(Column::SessionKey.eq(session_key))
            .filter(Column::OrderId.is_null().or(Column::OrderId.eq(Stored(order))));
        Ok(claimed.run(self).await? == 1)
    }

    async fn orphan_early_intent(&self, intent_id: &str) -> Result<bool, StoreError> {
        let paid = payments::Entity::find()
            .select_only()
            .column(payments::Column::Id)
            .filter(payments::Column::IntentId.eq(intent_id))
            .into_query();
        let orphan = ActiveModel { session_key: Set(NOBODY.to_owned()), order_id: Set(None), ..Default::default() };
        let orphaned =
            Entity::update_many().set(orphan).filter(Column::IntentId.eq(intent_id)).filter(Expr::not_exists(paid));
        Ok(orphaned.run(self).await? == 1)
    }

    async fn drop_early_intent(&self, intent_id: &str) -> Result<(), StoreError> {
        Entity::delete_many().filter(Column::IntentId.eq(intent_id)).run(self).await.map(|_| ())
    }

    async fn save_appearance(&self, new: &FormAppearance, now: UnixSeconds) -> Result<(), StoreError> {
        use form_appearances::{ActiveModel, Column, Entity};
        Entity::delete_many().filter(Column::ExpiresAt.lte(now)).run(self).await?;
        let row = ActiveModel {
            session_key: Set(new.session_key.clone()),
            theme: Set(new.theme.clone()),
            is_block: Set(new.is_block),
            appearance: Set(new.appearance.clone()),
            expires_at: Set(new.expires_at),
        };
        let mut known = OnConflict::columns([Column::SessionKey, Column::Theme, Column::IsBlock]);
        known.update_columns([Column::Appearance, Column::ExpiresAt]);
        Entity::insert(row).on_conflict(known).run(self).await.map(|_| ())
    }

    async fn appearances(
        &self,
        session_key: &str,
        theme: &str,
        now: UnixSeconds,
    ) -> Result<Vec<FormAppearance>, StoreError> {
        use form_appearances::{Column, Entity};
        let appearances = Entity::find()
            .filter(Column::SessionKey.eq(session_key))
            .filter(Column::Theme.eq(theme))
            .filter(Column::ExpiresAt.gt(now));
        appearances.fetch_records(self).await
    }

    async fn record_paying_order(&self, session_key: &str, order: OrderId, now: UnixSeconds) -> Result<(), StoreError> {
        use paying_sessions::{ActiveModel, Column, Entity};
        Entity::delete_many().filter(Column::UpdatedAt.lt(now - SESSION_S)).run(self).await?;
        let row = ActiveModel {
            session_key: Set(session_key.to_owned()),
            order_id: Set(Stored(order)),
            updated_at: Set(now),
        };
        let mut known = OnConflict::column(Column::SessionKey);
        known.update_columns([Column::OrderId, Column::UpdatedAt]);
        Entity::insert(row).on_conflict(known).run(self).await.map(|_| ())
    }

    async fn clear_paying_order(&self, session_key: &str, order: OrderId) -> Result<(), StoreError> {
        use paying_sessions::{Column, Entity};
        let paying =
            Entity::delete_many().filter(Column::SessionKey.eq(session_key)).filter(Column::OrderId.eq(Stored(order)));
        paying.run(self).await.map(|_| ())
    }

    async fn paying_order(&self, session_key: &str, since: UnixSeconds) -> Result<Option<OrderId>, StoreError> {
        use paying_sessions::{Column, Entity};
        let order = Entity::find()
            .select_only()
            .column(Column::OrderId)
            .filter(Column::SessionKey.eq(session_key))
            .filter(Column::UpdatedAt.gte(since));
        Ok(order.into_tuple::<Stored<OrderId>>().fetch_one(self).await?.map(|id| id.0))
    }
}
