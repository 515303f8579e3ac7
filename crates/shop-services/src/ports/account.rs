//! What a customer's account holds and what its owner may do with it.

use std::collections::BTreeMap;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, ProductId};
use shop_core::checkout::address::Address;

use super::{NewMail, OrderListRow, OrderOwner, Registration, StoreError};

/// What is stored of an account beside its columns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountDetails {
    /// Name shown beside reviews; empty: the first name.
    pub display_name: String,
    /// Billing address as last saved.
    pub billing: Address,
    /// Delivery address as last saved.
    pub shipping: Address,
    /// What a private customer filled in when registering, by name of the field.
    pub fields: BTreeMap<String, String>,
    /// Whether the banner at the foot was closed: `yes`, or empty.
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
    /// When its owner proved to read this address; `None`: not yet.
    pub email_confirmed_at: Option<UnixSeconds>,
    /// When it was made.
    pub created_at: UnixSeconds,
}

impl Account {
    /// How the owner is greeted.
    pub fn display_name(&self) -> &str {
        [self.details.display_name.as_str(), &self.first_name, &self.username]
            .into_iter()
            .find(|name| !name.is_empty())
            .unwrap_or_default()
    }
}

/// Names of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountNames {
    pub first_name: String,
    pub last_name: String,
    /// Name shown beside reviews.
    pub display_name: String,
}

/// What a single-use link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenPurpose {
    /// Makes the account that was asked for.
    Register,
    /// Lets a new password be chosen.
    ResetPassword,
    /// Proves that the owner reads the address, which becomes the account's.
    ConfirmEmail,
}

impl TokenPurpose {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Register, Self::ResetPassword, Self::ConfirmEmail];

    /// By its name in the database.
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

/// A single-use link to be sent. Only the hash of its token is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct NewToken {
    /// Hash of the token.
    pub token_hash: String,
    /// What it is for.
    pub purpose: TokenPurpose,
    /// Whose account; `None`: there is none yet.
    pub customer_id: Option<CustomerId>,
    /// Address that it is sent to, lower case.
    pub email: String,
    /// Hash of the password of an account to be made.
    pub password_hash: String,
    /// What an account to be made registers as; `None`: a private customer of whom nothing more was asked.
    pub registration: Option<Registration>,
    /// When it dies.
    pub expires_at: UnixSeconds,
}

impl std::fmt::Debug for NewToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewToken").field("purpose", &self.purpose).finish_non_exhaustive()
    }
}

/// What using a link came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenOutcome {
    /// Done, for this account.
    Done(CustomerId),
    /// Another account has the address now.
    EmailTaken,
    /// Unknown, used or too old.
    Dead,
}

/// A browser that is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenLogin {
    /// Hash of its token.
    pub token_hash: String,
    /// What it called itself.
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
    /// When it was written.
    pub created_at: UnixSeconds,
}

/// Why an account is not deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionRefusal {
    /// Orders are still to be paid or sent: its own or its company's.
    OpenOrders,
    /// Its company owes so much for orders by invoice.
    OpenInvoices {
        /// What is owed.
        open_cents: Cents,
    },
    /// Its company has more or fewer sub-accounts than its owner was told.
    Subaccounts,
    /// It is a company's sub-account, which its main account deletes.
    OfCompany,
}

/// Reads and writes accounts. Whose they are is part of every statement.
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// A customer's account.
    async fn account(&self, id: CustomerId) -> Result<Option<Account>, StoreError>;

    /// Saves the names.
    async fn save_names(&self, id: CustomerId, names: &AccountNames) -> Result<(), StoreError>;

    /// Saves addresses; `None`: that one stays.
    async fn save_addresses(
        &self,
        id: CustomerId,
        billing: Option<&Address>,
        shipping: Option<&Address>,
    ) -> Result<(), StoreError>;

    /// Stores a link and the message about it, together. Without a message the link only dies: so that an unknown account
    /// costs what a known one costs.
    async fn put_token(&self, token: &NewToken, mail: Option<&NewMail>, now: UnixSeconds) -> Result<(), StoreError>;

    /// Whether a link could be used now. It stays usable.
    async fn token_is_alive(
        &self,
        token_hash: &str,
        purpose: TokenPurpose,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// What a registration's link that could be used now makes: the address, and what it registers as.
    async fn registration_of(
        &self,
        token_hash: &str,
        now: UnixSeconds,
    ) -> Result<Option<(String, Option<Registration>)>, StoreError>;

    /// Uses a registration's link: makes the account with a confirmed address, which takes over the guest orders of that
    /// address, and its company, with messages about that.
    async fn use_registration(
        &self,
        token_hash: &str,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<TokenOutcome, StoreError>;

    /// Uses a link for a new password: sets it, ends all logins and other such links, and counts the address as confirmed.
    async fn use_password_reset(
        &self,
        token_hash: &str,
        password_hash: &str,
        now: UnixSeconds,
    ) -> Result<TokenOutcome, StoreError>;

    /// Uses a link that confirms an address: it becomes the account's, which takes over the guest orders of that address.
    async fn use_confirmation(&self, token_hash: &str, now: UnixSeconds) -> Result<TokenOutcome, StoreError>;

    /// Deletes links and logins that died; gives the number of links.
    async fn delete_dead_tokens(&self, now: UnixSeconds) -> Result<u64, StoreError>;

    /// The browsers that are logged in, newest first.
    async fn open_logins(&self, id: CustomerId, now: UnixSeconds) -> Result<Vec<OpenLogin>, StoreError>;

    /// Ends all logins but one.
    async fn close_other_logins(&self, id: CustomerId, kept_token_hash: &str) -> Result<u64, StoreError>;

    /// A page of an owner's orders, newest first, and their number.
    async fn orders_of(
        &self,
        owner: OrderOwner,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<OrderListRow>, u64), StoreError>;

    /// Notes that the banner at the foot was closed.
    async fn dismiss_banner(&self, id: CustomerId) -> Result<(), StoreError>;

    /// The customer's reviews, newest first.
    async fn reviews_of(&self, id: CustomerId) -> Result<Vec<OwnReview>, StoreError>;

    /// Deletes an account with its logins, links and cart; one that keeps a company with the company and all its sub-accounts, in one
    /// transaction. Orders stay without it, for as long as tax law keeps them, with what their invoices still need of the company;
    /// and without where their buyer came from; reviews stay without a name. `told_subaccounts`: how many sub-accounts its owner
    /// knows to go along.
    async fn delete_account(
        &self,
        id: CustomerId,
        told_subaccounts: u64,
    ) -> Result<Result<(), DeletionRefusal>, StoreError>;
}
