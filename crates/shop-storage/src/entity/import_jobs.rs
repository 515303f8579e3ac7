//! Imports of products from files.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;

/// A row of `import_jobs`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "import_jobs")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub file: String,
    pub dry_run: bool,
    pub author: String,
    pub stage: String,
    pub done: i64,
    pub total: i64,
    pub report: String,
    pub started_at: UnixSeconds,
    pub updated_at: UnixSeconds,
}

impl ActiveModelBehavior for ActiveModel {}
