//! Electronic invoices and credit notes.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::orders::document::einvoice::{EInvoiceKind, EInvoiceState};
use shop_einvoice::Document;
use shop_services::platform::settings::CarrierChoice;

use crate::entity::Stored;

/// A row of `einvoices`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "einvoices")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub kind: Stored<EInvoiceKind>,
    pub series: String,
    pub year: i64,
    pub number: i64,
    pub day: i64,
    pub order_id: Stored<OrderId>,
    #[sea_orm(unique)]
    pub refund_id: Option<i64>,
    pub buyer: String,
    pub search: String,
    pub total_cents: Stored<Cents>,
    pub content: Stored<Document>,
    #[sea_orm(unique)]
    pub file_number: i64,
    pub state: Stored<EInvoiceState>,
    pub carrier: Stored<CarrierChoice>,
    pub reference: String,
    pub code: String,
    pub answer: String,
    pub attempts: i64,
    pub next_at: Option<UnixSeconds>,
    pub author: String,
    pub created_at: UnixSeconds,
    pub updated_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "order_id", to = "id")]
    pub order: BelongsTo<super::orders::Entity>,
    #[sea_orm(belongs_to, from = "refund_id", to = "id")]
    pub refund: BelongsTo<Option<super::refunds::Entity>>,
}

impl ActiveModelBehavior for ActiveModel {}
