//! Subscriptions.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, OrderId, SubscriptionId};
use shop_core::orders::subscription::{SubscriptionStatus, SubscriptionTerms};
use shop_services::ports::SubscriptionContent;

use crate::entity::{PartlyColumns, Rest, Stored};

/// A row of `subscriptions`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "subscriptions")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Stored<SubscriptionId>,
    pub customer_id: Stored<CustomerId>,
    pub order_id: Stored<OrderId>,
    pub status: Stored<SubscriptionStatus>,
    pub terms: Stored<SubscriptionTerms>,
    pub content: Stored<Rest<SubscriptionContent>>,
    pub billing_email: String,
    pub billing_name: String,
    pub payment_method: String,
    pub started_day: Option<i64>,
    pub made: i64,
    pub period: i64,
    pub next_day: Option<i64>,
    pub open_order_id: Option<Stored<OrderId>>,
    pub retry_day: i64,
    pub waits_for: String,
    pub reminded_day: i64,
    pub version: i64,
    pub created_at: UnixSeconds,
    pub changed_at: UnixSeconds,
    pub automatic: bool,
    pub method_id: Option<i64>,
    pub tries: i64,
    pub try_at: Option<UnixSeconds>,
    pub trying: bool,
    pub refusal: String,
    pub card_notified_day: i64,
    #[sea_orm(belongs_to, from = "customer_id", to = "id")]
    pub customer: BelongsTo<super::customers::Entity>,
    #[sea_orm(belongs_to, from = "order_id", to = "id", on_delete = "Cascade")]
    pub order: BelongsTo<super::orders::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}

impl PartlyColumns for SubscriptionContent {
    const COLUMNS: &'static [&'static str] = &["/order/billing/email"];
}

impl Model {
    /// Takes the subscription's content out of the row.
    pub fn take_content(&mut self) -> SubscriptionContent {
        let mut content = std::mem::take(&mut self.content.0.0);
        content.order.billing.email = std::mem::take(&mut self.billing_email);
        content
    }
}
