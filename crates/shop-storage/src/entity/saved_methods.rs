//! Saved payment methods.

use sea_orm::entity::prelude::*;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_core::payments::method::PaymentMethod;

use crate::entity::Stored;

/// A row of `saved_methods`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "saved_methods")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub customer_id: Stored<CustomerId>,
    #[sea_orm(unique)]
    pub method_id: String,
    pub kind: Stored<PaymentMethod>,
    pub brand: String,
    pub last4: String,
    pub expires_month: Option<Stored<u8>>,
    pub expires_year: Option<Stored<u16>>,
    pub email: String,
    pub is_default: bool,
    pub created_at: UnixSeconds,
    pub scope: String,
    #[sea_orm(belongs_to, from = "customer_id", to = "id", on_delete = "Cascade")]
    pub customer: BelongsTo<super::customers::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
