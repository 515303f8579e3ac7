//! Tags of products.

use sea_orm::entity::prelude::*;
use shop_core::base::{ProductId, TagId};

use crate::entity::Stored;

/// A row of `product_tags`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "product_tags")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub product_id: Stored<ProductId>,
    #[sea_orm(primary_key, auto_increment = false)]
    pub tag_id: Stored<TagId>,
    pub position: i64,
    #[sea_orm(belongs_to, from = "product_id", to = "id", on_delete = "Cascade")]
    pub product: BelongsTo<super::products::Entity>,
    #[sea_orm(belongs_to, from = "tag_id", to = "id", on_delete = "Cascade")]
    pub tag: BelongsTo<super::tags::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
