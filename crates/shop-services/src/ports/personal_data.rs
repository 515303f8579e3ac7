//! Personal data as such: what is kept of one person, and what is forgotten when its time is over.

use async_trait::async_trait;
use serde_json::Value;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId, OrderId};
use shop_core::orders::OrderStatus;

use super::{OrderOwner, StoreError};
use crate::records::{OrderContent, OrderLineContent};

/// What is forgotten by age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Forgetting {
    /// Proofs of consent to cookies.
    Consents,
    /// Messages that went out.
    MailSent,
    /// Messages that never went out.
    MailUnsent,
    /// Conversations that staff have read, with their files.
    Conversations,
    /// Subscriptions to the newsletter that ended.
    Subscribers,
    /// Reviews in spam or trash.
    AsideReviews,
    /// Comments in spam or trash.
    AsideComments,
    /// Addresses kept for marketing; those that unsubscribed stay, so that they are not kept anew.
    CapturedEmails,
    /// Answers of the register of VAT numbers.
    VatChecks,
    /// The payment provider's messages that were taken in.
    ProviderEvents,
    /// Payments begun before their order.
    EarlyPayments,
    /// Changes of settings.
    SettingChanges,
    /// Imports of products.
    Imports,
    /// Electronic invoices and credit notes.
    EInvoices,
    /// Courtesy copies of invoices.
    Invoices,
    /// Where the buyers of orders came from; the sums by source stay.
    Attributions,
    /// Who began an order of which nothing came: it was cancelled or failed, and was never paid.
    Unsold,
    /// Who bought: the order stays without names and addresses.
    Buyers,
    /// Whose a spent credit was.
    CreditOwners,
}

/// Rows that are kept of a person, under the name that they have in the download.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnRows {
    /// Key of the download.
    pub name: &'static str,
    /// A JSON object for each.
    pub rows: Vec<Value>,
}

/// Whose data a download holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataOwner {
    pub customer_id: CustomerId,
    /// Its address, once it has shown that it is his; `None`: nothing goes by it.
    pub email: Option<String>,
    /// It is a company's sub-account: what it ordered is the company's.
    pub subaccount: bool,
    /// The company that it is the main account of.
    pub company_id: Option<CompanyId>,
}

impl DataOwner {
    /// Whose orders go along; `None`: none do.
    pub fn orders(&self) -> Option<OrderOwner> {
        let owner = OrderOwner { customer_id: self.customer_id, company_id: self.company_id };
        (!self.subaccount).then_some(owner)
    }
}

/// An order in a download.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnOrder {
    pub id: OrderId,
    pub status: OrderStatus,
    /// When it was placed.
    pub created_at: UnixSeconds,
    /// Way of payment.
    pub payment_method: String,
    pub content: OrderContent,
    /// What was bought.
    pub lines: Vec<OwnOrderLine>,
}

/// A line of it.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnOrderLine {
    pub order_id: OrderId,
    pub sku: String,
    pub name: String,
    pub quantity: i64,
    pub content: OrderLineContent,
}

/// A deleted customer whom the payment provider is still to forget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingErasure {
    /// The account of the shop with the provider, [`GatewayPublic::scope`](super::GatewayPublic::scope).
    pub scope: String,
    /// The provider's name of the customer.
    pub gateway_id: String,
    /// How often the provider was asked in vain.
    pub tries: i64,
    /// When it was asked last; `None`: never.
    pub asked_at: Option<UnixSeconds>,
}

/// Reads and forgets personal data.
#[async_trait]
pub trait PersonalDataStore: Send + Sync {
    /// Forgets what is older than a moment, the oldest first, `most` rows at most; gives how many were.
    async fn forget(
        &self,
        what: Forgetting,
        before: UnixSeconds,
        now: UnixSeconds,
        most: u64,
    ) -> Result<u64, StoreError>;

    /// Rows of a table. The name is the register's own, never a visitor's.
    async fn rows_of(&self, table: &'static str) -> Result<u64, StoreError>;

    /// A part of a list that other queries of the download do not give: cart, saved methods of payment, subscriptions, messages
    /// sent, … The lists are numbered from 0; `None`: there is none of this number.
    async fn own_rows(
        &self,
        of: &DataOwner,
        list: usize,
        offset: u64,
        most: u64,
    ) -> Result<Option<OwnRows>, StoreError>;

    /// Numbers of an owner's orders, newest first.
    async fn own_order_ids(&self, owner: OrderOwner) -> Result<Vec<OrderId>, StoreError>;

    /// Those of the named orders that are the owner's, with their lines, newest first.
    async fn own_orders(&self, owner: OrderOwner, ids: &[OrderId]) -> Result<Vec<OwnOrder>, StoreError>;

    /// Customers whom the payment provider is still to forget, those never asked for first, then the longest ago; at most `limit`,
    /// with their number in all.
    async fn waiting_erasures(&self, limit: u64) -> Result<(Vec<WaitingErasure>, u64), StoreError>;

    /// Somebody has seen to it that the provider forgot a customer; `false`: it was not waited for.
    async fn erasure_done(&self, scope: &str, gateway_id: &str) -> Result<bool, StoreError>;
}
