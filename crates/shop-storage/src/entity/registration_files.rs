//! Files uploaded with registrations.

use sea_orm::entity::prelude::*;
use shop_core::base::CompanyId;
use shop_core::base::time::UnixSeconds;
use shop_core::trade::registration_file::FileKind;

use crate::entity::Stored;

/// A row of `registration_files`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "registration_files")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub stored_name: String,
    pub name: String,
    pub kind: Stored<FileKind>,
    pub size_bytes: i64,
    pub company_id: Option<Stored<CompanyId>>,
    pub created_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "company_id", to = "id", on_delete = "SetNull")]
    pub company: BelongsTo<Option<super::companies::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}
