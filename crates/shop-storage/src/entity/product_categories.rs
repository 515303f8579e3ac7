//! Categories of products.

use sea_orm::entity::prelude::*;
use shop_core::base::{CategoryId, ProductId};

use crate::entity::Stored;

/// A row of `product_categories`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "product_categories")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub product_id: Stored<ProductId>,
    #[sea_orm(primary_key, auto_increment = false)]
    pub category_id: Stored<CategoryId>,
    pub position: i64,
    #[sea_orm(belongs_to, from = "product_id", to = "id", on_delete = "Cascade")]
    pub product: BelongsTo<super::products::Entity>,
    #[sea_orm(belongs_to, from = "category_id", to = "id", on_delete = "Cascade")]
    pub category: BelongsTo<super::categories::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
