//! Orders of subscriptions.

use sea_orm::entity::prelude::*;
use shop_core::base::{OrderId, SubscriptionId};

use crate::entity::Stored;

/// A row of `subscription_orders`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "subscription_orders")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: Stored<OrderId>,
    pub subscription_id: Stored<SubscriptionId>,
    pub number: Option<i64>,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
    #[sea_orm(belongs_to, from = "subscription_id", to = "id", on_delete = "Cascade")]
    pub subscription: BelongsTo<super::subscriptions::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
