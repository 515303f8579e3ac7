//! Courtesy copies of invoices. They are written together with the electronic ones.

use async_trait::async_trait;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use shop_core::base::OrderId;
use shop_core::orders::document::{InvoiceNumber, IssuedInvoice};
use shop_services::ports::{InvoiceStore, StoreError};

use crate::db::Db;
use crate::db::fetch::Fetch;
use crate::entity::Stored;
use crate::entity::invoices::{Column, Entity, Model};

impl From<Model> for IssuedInvoice {
    fn from(row: Model) -> Self {
        Self {
            number: InvoiceNumber { year: row.year, number: row.number },
            issued_at: row.issued_at,
            invoice: row.content.0,
        }
    }
}

#[async_trait]
impl InvoiceStore for Db {
    async fn invoice_of(&self, order: OrderId) -> Result<Option<IssuedInvoice>, StoreError> {
        let invoice = Entity::find().filter(Column::OrderId.eq(Stored(order)));
        invoice.fetch_record(self).await
    }
}
