//! Cards being saved without a payment.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, SubscriptionId};

use crate::entity::Stored;

/// A row of `method_setups`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "method_setups")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub intent_id: String,
    pub customer_id: Stored<CustomerId>,
    pub subscription_id: Option<Stored<SubscriptionId>>,
    pub all_subscriptions: bool,
    pub done: bool,
    pub created_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "customer_id", to = "id", on_delete = "Cascade")]
    pub customer: BelongsTo<super::customers::Entity>,
    #[sea_orm(belongs_to, from = "subscription_id", to = "id", on_delete = "Cascade")]
    pub subscription: BelongsTo<Option<super::subscriptions::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}
