//! Former slugs of products, categories and tags.

use sea_orm::entity::prelude::*;
use shop_services::ports::SlugOwner;

use crate::entity::Stored;

/// A row of `former_slugs`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "former_slugs")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub owner: Stored<SlugOwner>,
    #[sea_orm(primary_key, auto_increment = false)]
    pub slug: String,
    pub owner_id: i64,
}

impl ActiveModelBehavior for ActiveModel {}
