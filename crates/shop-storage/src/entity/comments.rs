//! Comments on pages.

use sea_orm::entity::prelude::*;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_core::content::comment::CommentStatus;

use crate::entity::Stored;

/// A row of `comments`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "comments")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub page_id: i64,
    pub parent_id: Option<i64>,
    pub path: String,
    pub customer_id: Option<Stored<CustomerId>>,
    pub author: String,
    pub author_email: String,
    pub body: String,
    pub status: Stored<CommentStatus>,
    pub created_at: UnixSeconds,
    pub by_shop: bool,
    pub discarded_at: Option<UnixSeconds>,
    #[sea_orm(belongs_to, from = "page_id", to = "id", on_delete = "Cascade")]
    pub page: BelongsTo<super::pages::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
