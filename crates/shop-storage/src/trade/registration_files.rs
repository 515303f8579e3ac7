//! Files uploaded with registrations, and the companies that they belong to.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::CompanyId;
use shop_core::base::time::UnixSeconds;
use shop_core::trade::company::CompanyContent;
use shop_services::ports::{RegistrationFile, StoreError};

use crate::db::fetch::Run;
use crate::db::{Write, store_error};
use crate::entity::registration_files::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, record_from};

/// Maximum number of files deleted at once.
const FILES_AT_ONCE: u64 = 100;

record_from! { |row: Model| RegistrationFile { stored_name, name, kind, size_bytes, company_id, created_at } }

/// Links a company to the files that it names, and unlinks those that it named before.
pub(super) async fn link_files(write: &Write<'_>, id: CompanyId, content: &CompanyContent) -> Result<(), StoreError> {
    let names: Vec<&String> = content.fields.values().collect();
    if !names.is_empty() {
        let held = ActiveModel { company_id: Set(Some(Stored(id))), ..Default::default() };
        Entity::update_many()
            .set(held)
            .filter(Column::CompanyId.is_null())
            .filter(Column::StoredName.is_in(names.iter().copied()))
            .run(write)
            .await?;
    }
    let others = (!names.is_empty()).then(|| Column::StoredName.is_not_in(names));
    let free = ActiveModel { company_id: Set(None), ..Default::default() };
    Entity::update_many()
        .set(free)
        .filter(Column::CompanyId.eq(Stored(id)))
        .apply_if(others, QueryFilter::filter)
        .run(write)
        .await
        .map(|_| ())
}

/// Deletes the oldest files without a company; returns the names under which the files are stored.
pub(super) async fn delete_stray_files(write: &Write<'_>, before: UnixSeconds) -> Result<Vec<String>, StoreError> {
    let oldest = Entity::find()
        .select_only()
        .column(Column::StoredName)
        .filter(Column::CompanyId.is_null())
        .filter(Column::CreatedAt.lt(before))
        .order_by_asc(Column::CreatedAt)
        .limit(FILES_AT_ONCE)
        .into_query();
    let mut query = Entity::delete_many().filter(Column::StoredName.in_subquery(oldest)).into_query();
    query.returning(Query::returning().column(Column::StoredName));
    let rows = write.query_all(&query).await.map_err(store_error)?;
    rows.iter().map(|row| row.try_get("", "stored_name").map_err(store_error)).collect()
}
