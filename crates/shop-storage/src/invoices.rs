//! Courtesy copies of invoices. They are written with the electronic ones.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::document::{InvoiceNumber, IssuedInvoice};
use shop_services::ports::{InvoiceStore, StoreError};

use crate::db::Db;
use crate::row::row;
use crate::statement::values;

row! {
    IssuedInvoice: invoices(+order_id) {
        number: InvoiceNumber { year, number }, issued_at, invoice: content,
    }
}

#[async_trait]
impl InvoiceStore for Db {
    async fn invoice_of(&self, order: OrderId) -> Result<Option<IssuedInvoice>, StoreError> {
        self.find("WHERE order_id = $1", values![order]).await
    }
}
