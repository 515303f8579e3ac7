//! Proofs of cookie consent.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, IntoSimpleExpr, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_services::ports::{ConsentFilter, ConsentStore, NewConsent, StoreError, StoredConsent};

use crate::db::Db;
use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::entity::consents::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, record_from};
use crate::search::matches;

record_from! { |row: Model| StoredConsent { id, visitor_id, kind, record, text_hash, decided_at } }

#[async_trait]
impl ConsentStore for Db {
    async fn add_consent(&self, new: &NewConsent) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        let row = ActiveModel {
            visitor_id: Set(new.visitor_id.clone()),
            kind: Set(Stored(new.kind)),
            record: Set(Stored(new.record.clone())),
            text_hash: Set(new.text_hash.clone()),
            decided_at: Set(new.record.decided_at),
            ..Default::default()
        };
        Entity::insert(row).run(&write).await?;
        write.commit().await
    }

    async fn list_consents(&self, filter: &ConsentFilter) -> Result<(Vec<StoredConsent>, u64), StoreError> {
        let wanted = Entity::find()
            .apply_if(filter.from, |query, from| query.filter(Column::DecidedAt.gte(from)))
            .apply_if(filter.until, |query, until| query.filter(Column::DecidedAt.lt(until)))
            .apply_if(matches(&filter.search, [Column::VisitorId.into_simple_expr()]), QueryFilter::filter)
            .apply_if(filter.before_id, |query, id| query.filter(Column::Id.lt(id)));
        let page = wanted.clone().limit(filter.limit).offset(filter.offset);
        let page = if filter.before_id.is_some() { page } else { page.order_by_desc(Column::DecidedAt) };
        let rows = page.order_by_desc(Column::Id).fetch_records(self).await?;
        Ok((rows, wanted.fetch_count(self).await?))
    }
}
