//! Orders.

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, CustomerId, OrderId};
use shop_core::orders::OrderStatus;
use shop_services::records::OrderContent;

use crate::entity::{PartlyColumns, Rest, Stored};

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
    pub stock_reduced: bool,
    pub cart_hash: String,
    #[sea_orm(unique)]
    pub idempotency_key: Option<String>,
    pub content: Stored<Rest<OrderContent>>,
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
    pub anonymised_at: Option<UnixSeconds>,
    pub attributed_at: Option<UnixSeconds>,
    #[sea_orm(belongs_to, from = "customer_id", to = "id")]
    pub customer: BelongsTo<Option<super::customers::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}

impl PartlyColumns for OrderContent {
    const COLUMNS: &'static [&'static str] =
        &["/billing/email", "/buyer_reference", "/delivery_day", "/refunded_cents", "/total_cents"];
}

impl Model {
    /// Takes the order's content out of the row: its document, and the fields that are columns.
    pub fn take_content(&mut self) -> OrderContent {
        let mut content = std::mem::take(&mut self.content.0.0);
        content.billing.email = std::mem::take(&mut self.billing_email);
        content.buyer_reference = std::mem::take(&mut self.buyer_reference);
        content.delivery_day = self.delivery_day;
        content.refunded_cents = self.refunded_cents.0 + self.credit_refunded_cents.0;
        content.total_cents = self.total_cents.0;
        content
    }
}

impl From<Model> for OrderContent {
    fn from(mut row: Model) -> Self {
        row.take_content()
    }
}

impl ActiveModel {
    /// Columns that an order's content fills, except those of refunds.
    pub fn of_content(content: &OrderContent) -> Self {
        let billing = &content.billing;
        Self {
            billing_email: Set(billing.email.clone()),
            billing_name: Set(format!("{} {}", billing.first_name, billing.last_name)),
            total_cents: Set(Stored(content.total_cents)),
            content: Set(Stored(Rest(content.clone()))),
            invoice_wanted: Set(content.invoice.is_some()),
            buyer_reference: Set(content.buyer_reference.clone()),
            delivery_day: Set(content.delivery_day),
            ..Default::default()
        }
    }

    /// Adds the attribution columns, which stay when the document's attribution is erased.
    #[must_use]
    pub fn with_attribution(self, content: &OrderContent, now: UnixSeconds) -> Self {
        Self {
            source_type: Set(content.source("source_type")),
            source_name: Set(content.source("utm_source")),
            source_medium: Set(content.source("utm_medium")),
            source_campaign: Set(content.source("utm_campaign")),
            attributed_at: Set(content.is_attributed().then_some(now)),
            ..self
        }
    }
}
