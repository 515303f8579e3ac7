//! History of electronic invoices.

use sea_orm::entity::prelude::*;
use shop_core::base::time::UnixSeconds;
use shop_core::orders::document::einvoice::EInvoiceState;

use crate::entity::Stored;

/// A row of `einvoice_events`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "einvoice_events")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub einvoice_id: i64,
    pub state: Stored<EInvoiceState>,
    pub code: String,
    pub answer: String,
    pub author: String,
    pub created_at: UnixSeconds,
    #[sea_orm(belongs_to, from = "einvoice_id", to = "id")]
    pub einvoice: BelongsTo<super::einvoices::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
