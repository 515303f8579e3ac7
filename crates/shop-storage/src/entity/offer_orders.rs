//! Orders that used an offer.

use sea_orm::entity::prelude::*;
use shop_core::base::{OfferId, OrderId};

use crate::entity::Stored;

/// A row of `offer_orders`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "offer_orders")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub offer_id: Stored<OfferId>,
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: Stored<OrderId>,
    #[sea_orm(belongs_to, from = "offer_id", to = "id", on_delete = "Cascade")]
    pub offer: BelongsTo<super::offers::Entity>,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
