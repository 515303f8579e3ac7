//! Every change of a balance of store credit.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};

use crate::entity::Stored;

/// A row of `credit_ledger`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "credit_ledger")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub credit_id: i64,
    pub kind: String,
    pub cents: Stored<Cents>,
    pub order_id: Option<Stored<OrderId>>,
    pub author: String,
    pub reason: String,
    pub created_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "credit_id", to = "id")]
    pub credit: BelongsTo<super::store_credit::Entity>,
    #[sea_orm(belongs_to, from = "order_id", to = "id")]
    pub order: BelongsTo<Option<super::orders::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}
