//! Payments of orders through the payment provider.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::payments::method::PaymentMethod;
use shop_core::payments::state::facts::PaymentFacts;

use crate::entity::{PartlyColumns, Rest, Stored};

/// A row of `payments`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "payments")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub order_id: Stored<OrderId>,
    pub number: i64,
    pub attempt: i64,
    #[sea_orm(unique)]
    pub intent_id: Option<String>,
    pub method: Stored<PaymentMethod>,
    pub cents: Stored<Cents>,
    pub saves_method: bool,
    pub facts: Stored<Rest<PaymentFacts>>,
    pub busy_until: UnixSeconds,
    pub check_at: Option<UnixSeconds>,
    pub checks: i64,
    pub version: i64,
    pub created_at: UnixSeconds,
    pub part: Option<i64>,
    pub request_hash: String,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}

impl PartlyColumns for PaymentFacts {
    const COLUMNS: &'static [&'static str] = &["/intent_id"];
}
