//! Refunds of orders.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::orders::refund::RefundLine;

use crate::entity::Stored;

/// A row of `refunds`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "refunds")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub order_id: Stored<OrderId>,
    pub as_credit: bool,
    pub amount_cents: Stored<Cents>,
    pub shipping_cents: Stored<Cents>,
    pub lines: Stored<Vec<RefundLine>>,
    pub restocked: bool,
    pub credit_id: Option<i64>,
    pub reason: String,
    pub author: String,
    pub created_at: UnixSeconds,
    pub persons_freed: i64,
    pub failed_cents: Stored<Cents>,
    pub credit_note_settled: bool,
    pub request_hash: String,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
    #[sea_orm(belongs_to, from = "credit_id", to = "id")]
    pub credit: BelongsTo<Option<super::store_credit::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}
