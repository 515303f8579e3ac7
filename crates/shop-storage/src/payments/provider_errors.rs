//! Failed calls to the payment provider, and its last event.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{LastEvent, MAX_PROVIDER_ERRORS, ProviderErrorRecord, ProviderErrorStore, StoreError};

use crate::db::Db;
use crate::db::fetch::{Fetch, Run};
use crate::entity::payment_events;
use crate::entity::provider_errors::{ActiveModel, Column, Entity, Model};
use crate::entity::record_from;

record_from! { |row: Model| ProviderErrorRecord { at: row.failed_at, call, code, message } }

#[async_trait]
impl ProviderErrorStore for Db {
    async fn save_provider_error(&self, new: &ProviderErrorRecord) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        let row = ActiveModel {
            failed_at: Set(new.at),
            call: Set(new.call.clone()),
            code: Set(new.code.clone()),
            message: Set(new.message.clone()),
            ..Default::default()
        };
        Entity::insert(row).run(&write).await?;
        let newest =
            Entity::find().select_only().column(Column::Id).order_by_desc(Column::Id).limit(MAX_PROVIDER_ERRORS);
        let older = Column::Id.not_in_subquery(newest.into_query());
        Entity::delete_many().filter(older).run(&write).await?;
        write.commit().await
    }

    async fn provider_errors(&self) -> Result<Vec<ProviderErrorRecord>, StoreError> {
        Entity::find().order_by_desc(Column::Id).fetch_records(self).await
    }

    async fn last_event(&self) -> Result<Option<LastEvent>, StoreError> {
        use payment_events::{Column, Entity};
        let newest = Entity::find().select_only().columns([Column::Kind, Column::ReceivedAt]);
        let newest = newest.order_by_desc(Column::ReceivedAt).limit(1).into_tuple::<(String, UnixSeconds)>();
        Ok(newest.fetch_one(self).await?.map(|(kind, received_at)| LastEvent { kind, received_at }))
    }
}
