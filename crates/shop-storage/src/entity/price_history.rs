//! Past prices of products, for the lowest price of the last 30 days.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, ProductId};

use crate::entity::Stored;

/// A row of `price_history`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "price_history")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub product_id: Stored<ProductId>,
    pub price_cents: Stored<Cents>,
    pub since: UnixSeconds,
    #[sea_orm(belongs_to, from = "product_id", to = "id", on_delete = "Cascade")]
    pub product: BelongsTo<super::products::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
