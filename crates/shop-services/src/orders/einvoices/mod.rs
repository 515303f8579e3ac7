//! Electronic invoices: built from orders and refunds, numbered, transmitted to the exchange system (SdI), corrected when it
//! rejects them.
//!
//! An order is invoiced if its buyer requested it with the order, and always if the buyer is a company. The invoice is due when
//! the transaction is deemed made (D.P.R. 633/1972 art. 6): once the order is paid, or, where the goods precede the payment (cash
//! on delivery, payment by invoice), once the order is completed, which is when they are handed over. A credit note follows each
//! completed refund.

mod content;
mod correct;
mod deferred;
mod parties;
mod transmission;
mod treatment;

use std::sync::Arc;

use shop_core::base::OrderId;
use shop_core::base::calendar::local_day;
use shop_core::base::time::civil;
use shop_einvoice::{Document, Reference};

pub use content::InvoicedOrder;
pub use correct::{Correction, EInvoiceError};
pub use deferred::deferred;
pub use parties::{invoiced_as, invoiced_by};
pub use transmission::{Answer, CarrierError, InvoiceCarrier, InvoiceFile};

use crate::orders::documents::{InvoiceRefusal, courtesy};
use crate::platform::context::Context;
use crate::platform::settings::ShopSettings;
use crate::ports::{
    EInvoiceEvent, EInvoiceFilter, EInvoiceRecord, EInvoiceStore, InvoicedCompany, NewEInvoice, OrderRecord,
    OrderStore, StoreError, ports,
};
use crate::records::OrderInvoice;
use parties::{display_name, names_its_buyer};

/// Author of automatic changes.
const AUTHOR: &str = "system";
/// Orders and refunds per batch.
const AT_ONCE: u64 = 50;

ports! {
    pub(crate) trait EInvoicesPorts: EInvoiceStore + OrderStore
}

#[derive(Clone)]
pub struct EInvoices {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn EInvoicesPorts>,
}

/// An order that can be invoiced.
struct Due {
    order: OrderRecord,
    requested: OrderInvoice,
    company: Option<InvoicedCompany>,
    settings: Arc<ShopSettings>,
}

impl Due {
    fn invoiced(&self) -> InvoicedOrder<'_> {
        let company = self.company.as_ref();
        InvoicedOrder { order: &self.order, requested: &self.requested, company, settings: &self.settings }
    }

    fn issued_as(&self, document: Document, author: &str) -> NewEInvoice {
        NewEInvoice {
            year: civil(document.day).0,
            buyer: display_name(&document.buyer.name),
            document,
            orders: vec![self.order.id],
            refund: None,
            courtesy: None,
            carrier: self.settings.einvoices.carrier,
            author: author.to_owned(),
        }
    }
}

impl EInvoices {
    /// Explains why an order's invoice cannot be issued now; `None` if it can.
    pub async fn invoice_refusal(&self, order: &OrderRecord) -> Result<Option<InvoiceRefusal>, StoreError> {
        Ok(self.due(order.clone()).await?.err())
    }

    /// Whether an order is invoiced: requested with the order, or for a company.
    pub async fn is_invoiced(&self, order: &OrderRecord) -> Result<bool, StoreError> {
        Ok(order.content.invoice.is_some() || self.store.invoiced_company(order.id).await?.is_some())
    }

    async fn due(&self, order: OrderRecord) -> Result<Result<Due, InvoiceRefusal>, StoreError> {
        let settings = self.context.settings().await?;
        let company = self.store.invoiced_company(order.id).await?;
        let Some(requested) = invoiced_as(&order, company.as_ref()) else {
            return Ok(Err(InvoiceRefusal::NotRequested));
        };
        let seller = &settings.seller;
        Ok(if !order.status.is_paid() {
            Err(InvoiceRefusal::NotPaid)
        } else if seller.company.trim().is_empty() || seller.vat_number.trim().is_empty() {
            Err(InvoiceRefusal::SellerIncomplete)
        } else if !names_its_buyer(&requested, &order.content.billing) {
            Err(InvoiceRefusal::BuyerIncomplete)
        } else {
            Ok(Due { order, requested, company, settings })
        })
    }

    /// Issues an order's invoice under the next number of the year, with its courtesy copy. Repeated calls return the same one.
    pub async fn issue_invoice(
        &self,
        id: OrderId,
        author: &str,
    ) -> Result<Result<EInvoiceRecord, InvoiceRefusal>, StoreError> {
        let Some(order) = self.store.order(id).await? else { return Ok(Err(InvoiceRefusal::Unknown)) };
        if let Some(issued) = self.store.einvoice_of(id).await? {
            return Ok(Ok(issued));
        }
        let due = match self.due(order).await? {
            Ok(due) => due,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let now = self.context.now();
        let document = due.invoiced().invoice(local_day(now));
        let courtesy = Some(courtesy(&due.order, &due.requested, &due.settings));
        let new = NewEInvoice { courtesy, ..due.issued_as(document, author) };
        Ok(self.store.issue_einvoice(&new, now).await?.ok_or(InvoiceRefusal::Unknown))
    }

    /// Issues the credit note of a refund; `None` if its order has no invoice, or none of the refund was completed.
    pub async fn credit(
        &self,
        order: OrderId,
        refund: i64,
        author: &str,
    ) -> Result<Option<EInvoiceRecord>, StoreError> {
        let Some(order) = self.store.order(order).await? else { return Ok(None) };
        let Some(invoice) = self.store.einvoice_of(order.id).await? else { return Ok(None) };
        let company = self.store.invoiced_company(order.id).await?;
        let Some(requested) = invoiced_as(&order, company.as_ref()) else { return Ok(None) };
        let due = Due { order, requested, company, settings: self.context.settings().await? };
        let now = self.context.now();
        let names = Reference { number: invoice.number.to_string(), day: Some(invoice.day) };
        let Some(mut document) = due.invoiced().credit_note(refund, names, local_day(now)) else { return Ok(None) };
        // The same buyer as on the invoice, so that corrected data applies to both.
        document.buyer = invoice.document.buyer;
        let new = NewEInvoice { refund: Some(refund), ..due.issued_as(document, author) };
        self.store.issue_einvoice(&new, now).await
    }

    /// Issues everything due: invoices, deferred invoices, credit notes; returns how many. Does nothing while the merchant issues
    /// them by hand, or the seller's name or VAT number is missing.
    pub async fn issue_due(&self) -> Result<usize, StoreError> {
        let settings = self.context.settings().await?;
        let seller = &settings.seller;
        let complete = !seller.company.trim().is_empty() && !seller.vat_number.trim().is_empty();
        if !settings.einvoices.automatic || !complete {
            return Ok(0);
        }
        let mut issued = 0;
        let mut after = OrderId(0);
        loop {
            let orders = self.store.orders_to_invoice(after, settings.einvoices.deferred, AT_ONCE).await?;
            let Some(last) = orders.last().copied() else { break };
            for id in orders {
                issued += usize::from(self.issue_invoice(id, AUTHOR).await?.is_ok());
            }
            after = last;
        }
        if settings.einvoices.deferred {
            issued += self.issue_deferred().await?;
        }
        for (order, refund) in self.store.refunds_to_credit(AT_ONCE).await? {
            issued += usize::from(self.credit(order, refund, AUTHOR).await?.is_some());
        }
        Ok(issued)
    }

    /// Returns a page of documents, newest first, and the total count.
    pub async fn list(&self, filter: &EInvoiceFilter) -> Result<(Vec<EInvoiceRecord>, u64), StoreError> {
        self.store.list_einvoices(filter).await
    }

    pub async fn einvoice(&self, id: i64) -> Result<Option<EInvoiceRecord>, StoreError> {
        self.store.einvoice(id).await
    }

    /// Lists the history of a document, oldest first.
    pub async fn events(&self, id: i64) -> Result<Vec<EInvoiceEvent>, StoreError> {
        self.store.einvoice_events(id).await
    }
}
