//! Courtesy copies of invoices. They are append-only, each issued with its electronic invoice
//! ([`super::EInvoiceStore::issue_einvoice`]).

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::orders::document::IssuedInvoice;

use super::StoreError;

#[async_trait]
pub trait InvoiceStore: Send + Sync {
    /// Returns the courtesy copy of an order's invoice.
    async fn invoice_of(&self, order: OrderId) -> Result<Option<IssuedInvoice>, StoreError>;
}
