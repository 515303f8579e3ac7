//! Invoices and their numbers.

use async_trait::async_trait;
use sea_orm::QueryResult;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::document::{Invoice, InvoiceNumber, IssuedInvoice};
use shop_services::ports::{InvoiceStore, StoreError};

use crate::db::{Db, col, json, to_json};

const OF_ORDER: &str = "SELECT year, number, content, issued_at FROM invoices WHERE order_id = $1";

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
        let next = write
            .one(
                "INSERT INTO invoice_counters (year, last) VALUES ($1, 1) \
                 ON CONFLICT (year) DO UPDATE SET last = invoice_counters.last + 1 RETURNING last",
                vec![year.into()],
            )
            .await?;
        if let Some(row) = write.one(OF_ORDER, vec![order.0.into()]).await? {
            return issued(&row, order);
        }
        let next = next.ok_or_else(|| StoreError::Refused("the counter of invoices gave no number".into()))?;
        let number: i64 = col(&next, "last")?;
        write
            .run(
                "INSERT INTO invoices (year, number, order_id, content, author, issued_at) VALUES ($1, $2, $3, $4, $5, $6)",
                vec![year.into(), number.into(), order.0.into(), to_json(invoice)?.into(), author.into(), now.into()],
            )
            .await?;
        write.commit().await?;
        Ok(IssuedInvoice { number: InvoiceNumber { year, number }, issued_at: now, invoice: invoice.clone() })
    }

    async fn invoice_of(&self, order: OrderId) -> Result<Option<IssuedInvoice>, StoreError> {
        self.one(OF_ORDER, vec![order.0.into()]).await?.map(|row| issued(&row, order)).transpose()
    }
}

fn issued(row: &QueryResult, order: OrderId) -> Result<IssuedInvoice, StoreError> {
    Ok(IssuedInvoice {
        number: InvoiceNumber { year: col(row, "year")?, number: col(row, "number")? },
        issued_at: col(row, "issued_at")?,
        invoice: json(&col::<String>(row, "content")?, "invoices", order)?,
    })
}
