//! Store credit by code.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId};

use crate::entity::Stored;

/// A row of `store_credit`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "store_credit")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    #[sea_orm(unique)]
    pub code: String,
    pub customer_id: Option<Stored<CustomerId>>,
    pub email: String,
    pub balance_cents: Stored<Cents>,
    pub issued_cents: Stored<Cents>,
    pub expires_at: Option<UnixSeconds>,
    pub reason: String,
    pub created_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "customer_id", to = "id", on_delete = "SetNull")]
    pub customer: BelongsTo<Option<super::customers::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}
