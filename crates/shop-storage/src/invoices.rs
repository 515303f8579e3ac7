//! Invoices and their numbers.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::document::{Invoice, InvoiceNumber, IssuedInvoice};
use shop_services::ports::{InvoiceStore, StoreError};

use crate::db::{Db, to_json};
use crate::row::row;
use crate::statement::{set, values};

row! {
    IssuedInvoice: invoices(+order_id) {
        number: InvoiceNumber { year, number }, issued_at, invoice: content,
    }
}

const OF_ORDER: &str = "WHERE order_id = $1";

#[async_trait]
impl InvoiceStore for Db {
    async fn issue_invoice(
        &self,
        order: OrderId,
        year: i64,
        invoice: &Invoice,
        author: &str,
        now: UnixSeconds,
    ) -> Result<IssuedInvoice, StoreError> {
        let write = self.begin(true).await?;
        // The year's row first: who issues at the same time waits here, and sees afterwards what was issued. A number that is
        // not used is given back with the transaction.
        let sql = "INSERT INTO invoice_counters (year, last) VALUES ($1, 1) \
                   ON CONFLICT (year) DO UPDATE SET last = invoice_counters.last + 1 RETURNING last";
        let number = write.returned(sql, values![year]).await?;
        if let Some(issued) = write.find(OF_ORDER, values![order]).await? {
            return Ok(issued);
        }
        let row = set! { year, number, order_id: order, content: to_json(invoice)?, author, issued_at: now };
        write.insert("invoices", row).await?;
        write.commit().await?;
        Ok(IssuedInvoice { number: InvoiceNumber { year, number }, issued_at: now, invoice: invoice.clone() })
    }

    async fn invoice_of(&self, order: OrderId) -> Result<Option<IssuedInvoice>, StoreError> {
        self.find(OF_ORDER, values![order]).await
    }
}
