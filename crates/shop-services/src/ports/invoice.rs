//! Invoices. They are only ever added.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::document::{Invoice, IssuedInvoice};

use super::StoreError;

/// Reads and issues invoices.
#[async_trait]
pub trait InvoiceStore: Send + Sync {
    /// Issues an order's invoice under the next number of a year, in one transaction: numbers follow one another without gaps,
    /// also when many are issued at once. An order has one invoice: what was issued before is given back as it is.
    async fn issue_invoice(
        &self,
        order: OrderId,
        year: i64,
        invoice: &Invoice,
        author: &str,
        now: UnixSeconds,
    ) -> Result<IssuedInvoice, StoreError>;

    /// The invoice of an order.
    async fn invoice_of(&self, order: OrderId) -> Result<Option<IssuedInvoice>, StoreError>;
}
