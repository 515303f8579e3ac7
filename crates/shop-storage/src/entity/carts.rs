//! Carts by session.

use sea_orm::entity::prelude::*;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_services::records::CartContent;

use crate::entity::Stored;

/// A row of `carts`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "carts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub session_key: String,
    pub customer_id: Option<Stored<CustomerId>>,
    pub version: i64,
    pub content: Stored<CartContent>,
    pub updated_at: UnixSeconds,
    pub expires_at: UnixSeconds,
}

impl ActiveModelBehavior for ActiveModel {}
