//! Customer ids at the payment provider.

use sea_orm::entity::prelude::*;
use shop_core::base::CustomerId;

use crate::entity::Stored;

/// A row of `gateway_customers`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "gateway_customers")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub customer_id: Stored<CustomerId>,
    #[sea_orm(primary_key, auto_increment = false)]
    pub scope: String,
    pub gateway_id: String,
    #[sea_orm(belongs_to, from = "customer_id", to = "id", on_delete = "Cascade")]
    pub customer: BelongsTo<super::customers::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
