//! Tags of products.

use sea_orm::entity::prelude::*;
use shop_core::base::TagId;

use crate::entity::Stored;

/// A row of `tags`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "tags")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Stored<TagId>,
    #[sea_orm(unique)]
    pub slug: String,
    pub name: String,
    pub name_en: String,
}

impl ActiveModelBehavior for ActiveModel {}
