//! Reviews of products.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, ProductId};
use shop_core::catalogue::review::ReviewStatus;

use crate::entity::Stored;

/// A row of `reviews`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "reviews")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub product_id: Stored<ProductId>,
    pub customer_id: Option<Stored<CustomerId>>,
    pub reviewer: String,
    pub reviewer_email: String,
    pub rating: i64,
    pub body: String,
    pub verified: bool,
    pub status: Stored<ReviewStatus>,
    pub created_at: UnixSeconds,
    pub reply: String,
    pub replied_at: Option<UnixSeconds>,
    pub discarded_at: Option<UnixSeconds>,
    #[sea_orm(belongs_to, from = "product_id", to = "id", on_delete = "Cascade")]
    pub product: BelongsTo<super::products::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
