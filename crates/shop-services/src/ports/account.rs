//! Customer accounts: what they hold and what their owners may do with them.

use std::collections::BTreeMap;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, ProductId};
use shop_core::checkout::address::Address;

use super::{NewMail, OrderListRow, OrderOwner, Registration, StoreError};

/// Account data that is stored as JSON beside the columns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountDetails {
    /// Name shown beside reviews; if empty, the first name is shown.
    pub display_name: String,
    /// Billing address as last saved.
    pub billing: Address,
    /// Delivery address as last saved.
    pub shipping: Address,
    /// Answers of a private customer to the registration form, by field name.
    pub fields: BTreeMap<String, String>,
    /// Whether the customer closed the banner at the foot of the page: `yes`, or empty.
    pub coming_soon_banner_dismissed: String,
}

/// An account as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: CustomerId,
    /// E-mail, lower case.
    pub email: String,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub details: AccountDetails,
    /// When the owner confirmed this e-mail address; `None` if not yet.
    pub email_confirmed_at: Option<UnixSeconds>,
    pub created_at: UnixSeconds,
}

impl Account {
    /// Name by which the shop greets the owner.
    pub fn display_name(&self) -> &str {
        [self.details.display_name.as_str(), &self.first_name, &self.username]
            .into_iter()
            .find(|name| !name.is_empty())
            .unwrap_or_default()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountNames {
    pub first_name: String,
    pub last_name: String,
    /// Name shown beside reviews.
    pub display_name: String,
}

/// Purpose of a single-use link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenPurpose {
    /// Creates the account of a registration.
    Register,
    /// Lets the owner choose a new password.
    ResetPassword,
    /// Confirms that the owner reads the address, which then becomes the account's.
    ConfirmEmail,
}

impl TokenPurpose {
    pub const ALL: [Self; 3] = [Self::Register, Self::ResetPassword, Self::ConfirmEmail];

    /// Parses the database name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.as_str() == name)
    }

    /// Name in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Register => "register",
            Self::ResetPassword => "reset_password",
            Self::ConfirmEmail => "confirm_email",
        }
    }
}

/// A single-use link to send. Only the hash of its token is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct NewToken {
    pub token_hash: String,
    pub purpose: TokenPurpose,
    /// Owner of the link; `None` while no account exists.
    pub customer_id: Option<CustomerId>,
    /// Recipient address, lower case.
    pub email: String,
    /// Password hash for the account to create.
    pub password_hash: String,
    /// Registration data of the account to create; `None` for a private customer without further fields.
    pub registration: Option<Registration>,
    pub expires_at: UnixSeconds,
}

impl std::fmt::Debug for NewToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewToken").field("purpose", &self.purpose).finish_non_exhaustive()
    }
}

/// Result of using a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenOutcome {
    /// The link was used for this account.
    Done(CustomerId),
    /// Another account has taken the address meanwhile.
    EmailTaken,
    /// Unknown, used or expired.
    Dead,
}

/// A browser session that is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenLogin {
    pub token_hash: String,
    /// The browser's `User-Agent`.
    pub browser: String,
    pub created_at: UnixSeconds,
}

/// A review of the account's owner, published or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnReview {
    pub product_id: ProductId,
    /// 1 to 5.
    pub rating: i64,
    pub body: String,
    /// `approved`, `hold`, …
    pub status: String,
    pub created_at: UnixSeconds,
}

/// Why an account cannot be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionRefusal {
    /// The account or its company has orders that are unpaid or not yet sent.
    OpenOrders,
    /// The company still owes money for orders paid by invoice.
    OpenInvoices { open_cents: Cents },
    /// The number of the company's sub-accounts differs from the one that the owner confirmed.
    Subaccounts,
    /// The account is a sub-account, which only the company's main account may delete.
    OfCompany,
}

/// Reads and writes accounts. Every statement filters by the owner.
#[async_trait]
pub trait AccountStore: Send + Sync {
    async fn account(&self, id: CustomerId) -> Result<Option<Account>, StoreError>;

    async fn save_names(&self, id: CustomerId, names: &AccountNames) -> Result<(), StoreError>;

    /// Saves addresses; `None` leaves that address unchanged.
    async fn save_addresses(
        &self,
        id: CustomerId,
        billing: Option<&Address>,
        shipping: Option<&Address>,
    ) -> Result<(), StoreError>;

    /// Stores a link and its e-mail in one transaction. Without an e-mail only old links are deleted, so that a request for an
    /// unknown account takes as long as one for a known account.
    async fn put_token(&self, token: &NewToken, mail: Option<&NewMail>, now: UnixSeconds) -> Result<(), StoreError>;

    /// Returns whether a link can still be used, without using it.
    async fn token_is_alive(
        &self,
        token_hash: &str,
        purpose: TokenPurpose,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Returns the address and registration data of a usable registration link.
    async fn registration_of(
        &self,
        token_hash: &str,
        now: UnixSeconds,
    ) -> Result<Option<(String, Option<Registration>)>, StoreError>;

    /// Uses a registration link: creates the account with a confirmed address, assigns the guest orders of that address to it,
    /// and creates its company with the e-mails about it.
    async fn use_registration(
        &self,
        token_hash: &str,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<TokenOutcome, StoreError>;

    /// Uses a password reset link: sets the password, ends all logins, invalidates other reset links, and marks the address as
    /// confirmed.
    async fn use_password_reset(
        &self,
        token_hash: &str,
        password_hash: &str,
        now: UnixSeconds,
    ) -> Result<TokenOutcome, StoreError>;

    /// Uses a confirmation link: sets the account's address and assigns the guest orders of that address to the account.
    async fn use_confirmation(&self, token_hash: &str, now: UnixSeconds) -> Result<TokenOutcome, StoreError>;

    /// Deletes expired links and logins; returns the number of links.
    async fn delete_dead_tokens(&self, now: UnixSeconds) -> Result<u64, StoreError>;

    /// Lists the logged-in browsers, newest first.
    async fn open_logins(&self, id: CustomerId, now: UnixSeconds) -> Result<Vec<OpenLogin>, StoreError>;

    /// Ends all logins except one.
    async fn close_other_logins(&self, id: CustomerId, current_token_hash: &str) -> Result<u64, StoreError>;

    /// Returns a page of an owner's orders, newest first, and the total count.
    async fn orders_of(
        &self,
        owner: OrderOwner,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<OrderListRow>, u64), StoreError>;

    /// Records that the customer closed the banner at the foot of the page.
    async fn dismiss_banner(&self, id: CustomerId) -> Result<(), StoreError>;

    /// Lists the customer's reviews, newest first.
    async fn reviews_of(&self, id: CustomerId) -> Result<Vec<OwnReview>, StoreError>;

    /// Deletes an account with its logins, links and cart. For a company's main account the company and all its sub-accounts go
    /// too, in the same transaction. Orders remain without the account for as long as tax law requires, with the company data
    /// that their invoices need but without the buyer's origin; reviews remain without a name. `confirmed_subaccounts` is the
    /// number of sub-accounts that the owner agreed to delete.
    async fn delete_account(
        &self,
        id: CustomerId,
        confirmed_subaccounts: u64,
    ) -> Result<Result<(), DeletionRefusal>, StoreError>;
}
