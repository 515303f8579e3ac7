//! Personal data: the data export of a person, and deletion after the retention period.

use async_trait::async_trait;
use serde_json::Value;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId, OrderId};
use shop_core::orders::OrderStatus;

use super::{OrderOwner, StoreError};
use crate::records::{OrderContent, OrderLineContent};

/// Kinds of data that are deleted by age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExpiredData {
    Consents,
    /// E-mails that were sent.
    MailSent,
    /// E-mails that were never sent.
    MailUnsent,
    /// Conversations that staff have read, with their files.
    Conversations,
    /// Newsletter subscriptions that ended.
    Subscribers,
    DiscardedReviews,
    DiscardedComments,
    /// Addresses captured for marketing; those that unsubscribed stay, so that they are not captured again.
    CapturedEmails,
    /// Responses of the VAT number register.
    VatChecks,
    /// Webhook events that were applied.
    ProviderEvents,
    /// Payments started before their order.
    EarlyPayments,
    /// Log of settings changes.
    SettingChanges,
    Imports,
    EInvoices,
    Invoices,
    /// Attribution of orders; the totals by source stay.
    Attributions,
    /// Buyers of orders that were cancelled or failed and never paid.
    Unsold,
    /// Buyers: the order stays without names and addresses.
    Buyers,
    /// Owners of spent credits.
    CreditOwners,
}

/// Rows stored about a person, with their name in the data export.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnRows {
    /// Key in the export.
    pub name: &'static str,
    /// One JSON object per row.
    pub rows: Vec<Value>,
}

/// The person whose data is exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataOwner {
    pub customer_id: CustomerId,
    /// The address, if confirmed; `None` leaves out data that is only known by address.
    pub email: Option<String>,
    /// The account is a company's sub-account: its orders belong to the company.
    pub subaccount: bool,
    /// The company whose main account it is.
    pub company_id: Option<CompanyId>,
}

impl DataOwner {
    /// Returns whose orders are exported; `None` for none.
    pub fn orders(&self) -> Option<OrderOwner> {
        let owner = OrderOwner { customer_id: self.customer_id, company_id: self.company_id };
        (!self.subaccount).then_some(owner)
    }
}

/// An order in an export.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnOrder {
    pub id: OrderId,
    pub status: OrderStatus,
    pub created_at: UnixSeconds,
    pub payment_method: String,
    pub content: OrderContent,
    pub lines: Vec<OwnOrderLine>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OwnOrderLine {
    pub order_id: OrderId,
    pub sku: String,
    pub name: String,
    pub quantity: i64,
    pub content: OrderLineContent,
}

/// A deleted customer who is still to be deleted at the payment provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingErasure {
    /// The shop's account with the provider, [`GatewayPublic::scope`](super::GatewayPublic::scope).
    pub scope: String,
    /// The provider's id of the customer.
    pub gateway_id: String,
    /// Number of failed attempts.
    pub tries: i64,
    /// When it was last tried; `None` for never.
    pub attempted_at: Option<UnixSeconds>,
}

/// Exports and deletes personal data.
#[async_trait]
pub trait PersonalDataStore: Send + Sync {
    /// Deletes data from before a moment, oldest first, at limit `limit` rows; returns how many.
    async fn forget(
        &self,
        what: ExpiredData,
        before: UnixSeconds,
        now: UnixSeconds,
        limit: u64,
    ) -> Result<u64, StoreError>;

    /// Counts the rows of a table. The name comes from the register, never from a visitor.
    async fn rows_of(&self, table: &'static str) -> Result<u64, StoreError>;

    /// Returns a part of a list that other export queries do not cover: cart, saved payment methods, subscriptions, sent
    /// messages, …. Lists are numbered from 0; `None` if there is no list with this number.
    async fn own_rows(
        &self,
        of: &DataOwner,
        list: usize,
        offset: u64,
        limit: u64,
    ) -> Result<Option<OwnRows>, StoreError>;

    /// Lists ids of an owner's orders, newest first.
    async fn own_order_ids(&self, owner: OrderOwner) -> Result<Vec<OrderId>, StoreError>;

    /// Returns those of the given orders that belong to the owner, with their lines, newest first.
    async fn own_orders(&self, owner: OrderOwner, ids: &[OrderId]) -> Result<Vec<OwnOrder>, StoreError>;

    /// Lists customers who are still to be deleted at the payment provider, those never tried first, then the longest ago; at
    /// limit `limit`, with the total count.
    async fn waiting_erasures(&self, limit: u64) -> Result<(Vec<WaitingErasure>, u64), StoreError>;

    /// Records that somebody had the provider delete a customer by hand; `false` if no deletion was pending.
    async fn erasure_done(&self, scope: &str, gateway_id: &str) -> Result<bool, StoreError>;
}
