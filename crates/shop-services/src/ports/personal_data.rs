//! Personal data as such: what is kept of one person, and what is forgotten when its time is over.

use async_trait::async_trait;
use serde_json::Value;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

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

    /// What other queries of the download do not give: cart, saved methods of payment, subscriptions, messages sent, …
    async fn own_rows(&self, id: CustomerId) -> Result<Vec<OwnRows>, StoreError>;
}
