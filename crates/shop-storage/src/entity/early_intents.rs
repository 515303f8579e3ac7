//! Payments prepared by express wallets before there is an order.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};

use crate::entity::Stored;

/// A row of `early_intents`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "early_intents")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub intent_id: String,
    pub session_key: String,
    pub order_id: Option<Stored<OrderId>>,
    pub cents: Stored<Cents>,
    pub created_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<Option<super::orders::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}
