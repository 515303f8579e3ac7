//! Electronic invoices: documents, which are only ever added, and how far each has come.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, OrderId};
use shop_core::orders::document::Invoice;
use shop_core::orders::document::einvoice::{EInvoiceKind, EInvoiceNumber, EInvoiceState};
use shop_core::trade::company::CompanyContent;
use shop_einvoice::Document;

use super::StoreError;
use crate::platform::settings::CarrierChoice;

/// A document to be issued. Its number is given with it, in one transaction.
#[derive(Clone, Debug)]
pub struct NewEInvoice {
    /// What it says, but for its number.
    pub document: Document,
    /// Year of its number.
    pub year: i64,
    /// The buyer's name, as lists show it.
    pub buyer: String,
    /// The orders that it is for; one at least.
    pub orders: Vec<OrderId>,
    /// The refund that a credit note is for; `None`: an invoice.
    pub refund: Option<i64>,
    /// The copy for the buyer of an order's invoice, which bears the same number.
    pub courtesy: Option<Invoice>,
    /// Who takes it to the exchange system.
    pub carrier: CarrierChoice,
    /// Staff member's user name, or `system`.
    pub author: String,
}

/// A document as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct EInvoiceRecord {
    pub id: i64,
    pub kind: EInvoiceKind,
    pub number: EInvoiceNumber,
    /// Its day, as days since 1970-01-01.
    pub day: i64,
    /// The order that it is for; of several the first.
    pub order_id: OrderId,
    /// The refund that it is for.
    pub refund_id: Option<i64>,
    /// The buyer's name.
    pub buyer: String,
    /// What it comes to.
    pub total: Cents,
    /// What it says.
    pub document: Document,
    /// Number of its file: another one for each try to hand it over anew.
    pub file_number: i64,
    /// How far it has come.
    pub state: EInvoiceState,
    /// Who takes it to the exchange system.
    pub carrier: CarrierChoice,
    /// What the carrier calls it; empty: nothing is known.
    pub reference: String,
    /// Code of the last answer, or of what went wrong; empty: none.
    pub code: String,
    pub answer: String,
    /// Tries to hand it over that failed in a row.
    pub attempts: i64,
    /// When it was issued.
    pub created_at: UnixSeconds,
    /// When it changed last.
    pub updated_at: UnixSeconds,
}

/// What happened to a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EInvoiceEvent {
    pub state: EInvoiceState,
    /// Code of the exchange system's answer; empty: none.
    pub code: String,
    pub answer: String,
    /// Staff member's user name, or `system`.
    pub author: String,
    pub created_at: UnixSeconds,
}

/// A step of a document.
#[derive(Clone, Debug)]
pub struct EInvoiceStep {
    pub id: i64,
    /// As it must be now.
    pub from: EInvoiceState,
    /// As it is then.
    pub to: EInvoiceState,
    /// Who takes it to the exchange system.
    pub carrier: CarrierChoice,
    /// What the carrier calls it.
    pub reference: String,
    /// Code of the answer; empty: none.
    pub code: String,
    pub answer: String,
    /// When the shop looks at it again by itself; `None`: not again.
    pub next_at: Option<UnixSeconds>,
    /// Staff member's user name, or `system`.
    pub author: String,
}

#[derive(Clone, Debug, Default)]
pub struct EInvoiceFilter {
    /// In this state; `None`: any.
    pub state: Option<EInvoiceState>,
    /// Of this kind; `None`: any.
    pub kind: Option<EInvoiceKind>,
    /// First day; `None`: from the beginning.
    pub from: Option<i64>,
    /// Last day; `None`: to the end.
    pub to: Option<i64>,
    /// Buyer's name, VAT number, tax code or number of the document contain it.
    pub search: String,
    /// For this order.
    pub order: Option<OrderId>,
    /// Counted from 1.
    pub page: u64,
    /// Rows of a page.
    pub per_page: u64,
}

/// The company that an order is for, as far as its invoice asks.
#[derive(Clone, Debug, PartialEq)]
pub struct InvoicedCompany {
    pub id: CompanyId,
    pub name: String,
    pub country: String,
    /// VAT number in its normal form, with its prefix; empty: none.
    pub vat_number: String,
    /// Tax code, recipient code, certified mailbox.
    pub content: CompanyContent,
    /// Days within which an order is paid by invoice.
    pub invoice_days: Option<u16>,
}

/// Reads and issues electronic invoices.
#[async_trait]
pub trait EInvoiceStore: Send + Sync {
    /// Issues a document under the next number of its series and year, with the courtesy copy that bears the same number, in one
    /// transaction: numbers follow one another without gaps, also when many are issued at once. An order is invoiced once and a
    /// refund credited once: what was issued before is given back as it is. `None`: one of several orders was invoiced
    /// meanwhile; nothing was written.
    async fn issue_einvoice(&self, new: &NewEInvoice, now: UnixSeconds) -> Result<Option<EInvoiceRecord>, StoreError>;

    async fn einvoice(&self, id: i64) -> Result<Option<EInvoiceRecord>, StoreError>;

    /// The invoice of an order.
    async fn einvoice_of(&self, order: OrderId) -> Result<Option<EInvoiceRecord>, StoreError>;

    /// A page of documents, newest first, with their number in all.
    async fn list_einvoices(&self, filter: &EInvoiceFilter) -> Result<(Vec<EInvoiceRecord>, u64), StoreError>;

    /// What happened to a document, oldest first.
    async fn einvoice_events(&self, id: i64) -> Result<Vec<EInvoiceEvent>, StoreError>;

    /// Takes a step, with its note in the history; `false`: the document is not as expected, nothing was written.
    async fn step_einvoice(&self, step: &EInvoiceStep, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Makes a rejected document ready again, saying something else under its number and in a file of another name; `false`: it
    /// is not rejected.
    async fn correct_einvoice(&self, id: i64, new: &NewEInvoice, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Documents of a carrier that are due, for `lease_s` seconds nobody else's.
    async fn claim_einvoices(
        &self,
        carrier: CarrierChoice,
        state: EInvoiceState,
        now: UnixSeconds,
        lease_s: i64,
        limit: u64,
    ) -> Result<Vec<EInvoiceRecord>, StoreError>;

    /// Notes that a document could not be handed over or asked about, and when to try again.
    async fn einvoice_waits(
        &self,
        id: i64,
        code: &str,
        answer: &str,
        next_at: UnixSeconds,
        now: UnixSeconds,
    ) -> Result<(), StoreError>;

    /// Orders whose invoice is due, oldest first: asked for with the order or a company's, paid, or completed where payment
    /// follows the goods. Those behind `after`; `deferred`: without those that companies pay by invoice.
    async fn orders_to_invoice(&self, after: OrderId, deferred: bool, limit: u64) -> Result<Vec<OrderId>, StoreError>;

    /// Orders that companies pay by invoice, were completed before a moment and have no invoice, by company, with the moment of
    /// their completion.
    async fn orders_to_defer(
        &self,
        before: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<(CompanyId, OrderId, UnixSeconds)>, StoreError>;

    /// Refunds of invoiced orders that have arrived and have no credit note, oldest first.
    async fn refunds_to_credit(&self, limit: u64) -> Result<Vec<(OrderId, i64)>, StoreError>;

    /// The company that an order is for.
    async fn invoiced_company(&self, order: OrderId) -> Result<Option<InvoicedCompany>, StoreError>;
}
