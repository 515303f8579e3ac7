//! Amounts that companies owe for orders by invoice.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, OrderId};

use crate::entity::Stored;

/// A row of `receivables`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "receivables")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: Stored<OrderId>,
    pub company_id: Stored<CompanyId>,
    pub due_day: i64,
    pub paid_cents: Stored<Cents>,
    pub paid_day: Option<i64>,
    pub reminded_at: Option<UnixSeconds>,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
