//! Parts of refunds that go through the payment provider.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::orders::refund::RefundProgress;

use crate::entity::Stored;

/// A row of `gateway_refunds`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "gateway_refunds")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub order_id: Stored<OrderId>,
    pub refund_id: i64,
    pub payment_id: i64,
    pub cents: Stored<Cents>,
    #[sea_orm(unique)]
    pub gateway_id: Option<String>,
    pub state: Stored<RefundProgress>,
    pub failure: String,
    pub check_at: Option<UnixSeconds>,
    pub reissued: bool,
    pub created_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
    #[sea_orm(belongs_to, from = "refund_id", to = "id", on_delete = "Cascade")]
    pub refund: BelongsTo<super::refunds::Entity>,
    #[sea_orm(belongs_to, from = "payment_id", to = "id", on_delete = "Cascade")]
    pub payment: BelongsTo<super::payments::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
