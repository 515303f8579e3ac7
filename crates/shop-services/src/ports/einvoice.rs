//! Electronic invoices: append-only documents, and how far the transmission of each has progressed.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, OrderId};
use shop_core::orders::document::Invoice;
use shop_core::orders::document::einvoice::{EInvoiceKind, EInvoiceNumber, EInvoiceState};
use shop_core::trade::company::CompanyContent;
use shop_einvoice::Document;

use super::StoreError;
use crate::platform::settings::CarrierChoice;

/// A document to issue. Its number is assigned in the same transaction.
#[derive(Clone, Debug)]
pub struct NewEInvoice {
    /// Content without the number.
    pub document: Document,
    pub year: i64,
    /// The buyer's name for lists.
    pub buyer: String,
    /// The orders it covers; at least one.
    pub orders: Vec<OrderId>,
    /// The refund of a credit note; `None` for an invoice.
    pub refund: Option<i64>,
    /// The buyer's courtesy copy of an order's invoice, with the same number.
    pub courtesy: Option<Invoice>,
    /// Carrier that transmits it to the exchange system (SdI).
    pub carrier: CarrierChoice,
    /// Staff member's user name, or `system`.
    pub author: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EInvoiceRecord {
    pub id: i64,
    pub kind: EInvoiceKind,
    pub number: EInvoiceNumber,
    /// Date, as days since 1970-01-01.
    pub day: i64,
    /// The order it covers; the first of several.
    pub order_id: OrderId,
    /// The refund of a credit note.
    pub refund_id: Option<i64>,
    pub buyer: String,
    pub total: Cents,
    pub document: Document,
    /// File number; a new one for each retransmission.
    pub file_number: i64,
    pub state: EInvoiceState,
    /// Carrier that transmits it to the exchange system.
    pub carrier: CarrierChoice,
    /// The carrier's id for it; empty if unknown.
    pub reference: String,
    /// Code of the last response or error; empty if none.
    pub code: String,
    pub answer: String,
    /// Failed transmissions in a row.
    pub attempts: i64,
    pub created_at: UnixSeconds,
    pub updated_at: UnixSeconds,
}

/// An entry of a document's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EInvoiceEvent {
    pub state: EInvoiceState,
    /// Code of the exchange system's response; empty if none.
    pub code: String,
    pub answer: String,
    /// Staff member's user name, or `system`.
    pub author: String,
    pub created_at: UnixSeconds,
}

/// A state transition of a document.
#[derive(Clone, Debug)]
pub struct EInvoiceStep {
    pub id: i64,
    /// Required current state.
    pub from: EInvoiceState,
    pub to: EInvoiceState,
    /// Carrier that transmits it to the exchange system.
    pub carrier: CarrierChoice,
    /// The carrier's id for it.
    pub reference: String,
    /// Code of the response; empty if none.
    pub code: String,
    pub answer: String,
    /// When the worker processes it again; `None` for never.
    pub next_at: Option<UnixSeconds>,
    /// Staff member's user name, or `system`.
    pub author: String,
}

#[derive(Clone, Debug, Default)]
pub struct EInvoiceFilter {
    pub state: Option<EInvoiceState>,
    pub kind: Option<EInvoiceKind>,
    /// First day; `None` for no lower bound.
    pub from: Option<i64>,
    /// Last day; `None` for no upper bound.
    pub to: Option<i64>,
    /// Substring of the buyer's name, VAT number, tax code or document number.
    pub search: String,
    pub order: Option<OrderId>,
    /// Counted from 1.
    pub page: u64,
    pub per_page: u64,
}

/// The data that an order's invoice needs of the company.
#[derive(Clone, Debug, PartialEq)]
pub struct InvoicedCompany {
    pub id: CompanyId,
    pub name: String,
    pub country: String,
    /// Normalised VAT number with its prefix; empty if none.
    pub vat_number: String,
    /// Tax code, recipient code and certified mailbox (PEC).
    pub content: CompanyContent,
    /// Payment term in days for orders paid by invoice.
    pub invoice_days: Option<u16>,
}

/// Reads and issues electronic invoices.
#[async_trait]
pub trait EInvoiceStore: Send + Sync {
    /// Issues a document under the next number of its series and year, with the courtesy copy of the same number, in one
    /// transaction: numbers have no gaps, also when many documents are issued concurrently. An order is invoiced once and a
    /// refund credited once: an existing document is returned unchanged. Returns `None`, and writes nothing, if one of several
    /// orders was invoiced meanwhile.
    async fn issue_einvoice(&self, new: &NewEInvoice, now: UnixSeconds) -> Result<Option<EInvoiceRecord>, StoreError>;

    async fn einvoice(&self, id: i64) -> Result<Option<EInvoiceRecord>, StoreError>;

    /// Returns the invoice of an order.
    async fn einvoice_of(&self, order: OrderId) -> Result<Option<EInvoiceRecord>, StoreError>;

    /// Returns a page of documents, newest first, and the total count.
    async fn list_einvoices(&self, filter: &EInvoiceFilter) -> Result<(Vec<EInvoiceRecord>, u64), StoreError>;

    /// Lists the history of a document, oldest first.
    async fn einvoice_events(&self, id: i64) -> Result<Vec<EInvoiceEvent>, StoreError>;

    /// Applies a transition and adds it to the history; `false`, with nothing written, if the document is not in the expected
    /// state.
    async fn step_einvoice(&self, step: &EInvoiceStep, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Replaces the content of a rejected document, keeping its number but with a new file name, and makes it ready again;
    /// `false` if it is not rejected.
    async fn correct_einvoice(&self, id: i64, new: &NewEInvoice, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Claims a carrier's due documents exclusively for `lease_s` seconds.
    async fn claim_einvoices(
        &self,
        carrier: CarrierChoice,
        state: EInvoiceState,
        now: UnixSeconds,
        lease_s: i64,
        limit: u64,
    ) -> Result<Vec<EInvoiceRecord>, StoreError>;

    /// Records that a document could not be transmitted or queried, and when to retry.
    async fn postpone_einvoice(
        &self,
        id: i64,
        code: &str,
        answer: &str,
        next_at: UnixSeconds,
        now: UnixSeconds,
    ) -> Result<(), StoreError>;

    /// Lists orders whose invoice is due, oldest first, with ids above `after`: the buyer requested an invoice or is a company,
    /// and the order is paid, or completed if payment follows the goods. `deferred` leaves out those that companies pay by
    /// invoice.
    async fn orders_to_invoice(&self, after: OrderId, deferred: bool, limit: u64) -> Result<Vec<OrderId>, StoreError>;

    /// Lists orders that companies pay by invoice, that were completed before a moment and have no invoice, sorted by company,
    /// with their completion time.
    async fn orders_to_defer(
        &self,
        before: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<(CompanyId, OrderId, UnixSeconds)>, StoreError>;

    /// Lists completed refunds of invoiced orders without a credit note, oldest first.
    async fn refunds_to_credit(&self, limit: u64) -> Result<Vec<(OrderId, i64)>, StoreError>;

    /// Returns the company that placed an order.
    async fn invoiced_company(&self, order: OrderId) -> Result<Option<InvoicedCompany>, StoreError>;
}
