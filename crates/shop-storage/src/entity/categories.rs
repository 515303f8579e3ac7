//! Categories of products, a tree.

use sea_orm::entity::prelude::*;
use shop_core::base::CategoryId;

use crate::entity::Stored;

/// A row of `categories`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "categories")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Stored<CategoryId>,
    pub parent_id: Option<Stored<CategoryId>>,
    #[sea_orm(unique)]
    pub slug: String,
    pub name: String,
    pub name_en: String,
    pub description: String,
    pub description_en: String,
    pub image: String,
    pub position: i64,
    #[sea_orm(self_ref, relation_enum = "Parent", from = "parent_id", to = "id")]
    pub parent: HasOne<Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
