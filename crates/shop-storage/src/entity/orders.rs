//! Orders.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, CustomerId, OrderId};
use shop_core::order::OrderStatus;
use shop_services::records::OrderContent;

use crate::entity::Stored;

/// A row of `orders`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "orders")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Stored<OrderId>,
    #[sea_orm(unique)]
    pub order_key: String,
    pub status: Stored<OrderStatus>,
    pub customer_id: Option<Stored<CustomerId>>,
    pub billing_email: String,
    pub billing_name: String,
    pub total_cents: Stored<Cents>,
    pub payment_method: String,
    pub stock_taken: bool,
    pub cart_hash: String,
    #[sea_orm(unique)]
    pub idempotency_key: Option<String>,
    pub content: Stored<OrderContent>,
    pub created_at: UnixSeconds,
    pub updated_at: UnixSeconds,
    pub hold_until: Option<UnixSeconds>,
    pub refunded_cents: Stored<Cents>,
    pub credit_refunded_cents: Stored<Cents>,
    pub company_id: Option<Stored<CompanyId>>,
    pub invoice_wanted: bool,
    pub invoiced_at: Option<UnixSeconds>,
    pub ordered_by: String,
    pub buyer_reference: String,
    pub delivery_day: Option<i64>,
    pub source_type: String,
    pub source_name: String,
    pub source_medium: String,
    pub source_campaign: String,
    pub nameless_at: Option<UnixSeconds>,
    pub attributed_at: Option<UnixSeconds>,
    #[sea_orm(belongs_to, from = "customer_id", to = "id")]
    pub customer: BelongsTo<Option<super::customers::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}
