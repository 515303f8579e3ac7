//! Events of the payment provider.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::payments::state::event::PaymentEventForm;
use shop_services::ports::EventDetail;

use crate::entity::Stored;

/// A row of `payment_events`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "payment_events")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub kind: String,
    pub intent_id: String,
    pub form: Stored<PaymentEventForm>,
    pub received_at: UnixSeconds,
    pub tries: i64,
    pub apply_at: Option<UnixSeconds>,
    pub detail: Stored<EventDetail>,
}

impl ActiveModelBehavior for ActiveModel {}
