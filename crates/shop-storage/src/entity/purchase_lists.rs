//! Purchase lists of companies.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::product_string::ProductLine;

use crate::entity::Stored;

/// A row of `purchase_lists`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "purchase_lists")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub company_id: Stored<CompanyId>,
    pub customer_id: Option<Stored<CustomerId>>,
    pub title: String,
    pub title_folded: String,
    pub lines: Stored<Vec<ProductLine>>,
    pub line_count: Stored<u64>,
    pub version: i64,
    pub created_at: UnixSeconds,
    pub updated_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "company_id", to = "id", on_delete = "Cascade")]
    pub company: BelongsTo<super::companies::Entity>,
    #[sea_orm(belongs_to, from = "customer_id", to = "id", on_delete = "SetNull")]
    pub customer: BelongsTo<Option<super::customers::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}
