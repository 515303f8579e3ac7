//! People who log in: customers and staff.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId, CustomerRoleId};
use shop_core::trade::company::{Approval, Subaccount};

use super::StoreError;

/// Access role of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Customer,
    /// Runs the daily business (orders, products, customers), without access to settings and staff.
    ShopManager,
    Admin,
}

impl Role {
    /// Name in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::ShopManager => "shop_manager",
            Self::Admin => "admin",
        }
    }

    /// Parses the database name.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "customer" => Some(Self::Customer),
            "shop_manager" => Some(Self::ShopManager),
            "admin" => Some(Self::Admin),
            _ => None,
        }
    }

    /// Whether the person works in the back office.
    pub const fn is_staff(self) -> bool {
        matches!(self, Self::ShopManager | Self::Admin)
    }

    /// Whether a person with this role may block people with another role, or send them a password reset link: administrators may
    /// for everybody, shop managers for customers only.
    pub const fn may_manage(self, other: Self) -> bool {
        match self {
            Self::Admin => true,
            Self::ShopManager => matches!(other, Self::Customer),
            Self::Customer => false,
        }
    }
}

/// A person's membership in the trade layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Membership {
    /// The person's own role; `None` for the consumer role.
    pub role_id: Option<CustomerRoleId>,
    pub company_id: Option<CompanyId>,
    pub company_role_id: Option<CustomerRoleId>,
    /// The merchant's decision on the company.
    pub approval: Option<Approval>,
    /// Sub-account settings; `None` for the company's main account, or without a company.
    pub subaccount: Option<Subaccount>,
}

#[derive(Clone, PartialEq, Eq)]
pub struct Customer {
    pub id: CustomerId,
    /// E-mail, lower case, unique.
    pub email: String,
    pub username: String,
    /// Argon2id hash in PHC notation.
    pub password_hash: String,
    pub role: Role,
    pub first_name: String,
    pub last_name: String,
    pub blocked: bool,
    pub membership: Membership,
}

impl std::fmt::Debug for Customer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Customer").field("id", &self.id).field("role", &self.role).finish_non_exhaustive()
    }
}

#[derive(Clone, PartialEq, Eq)]
pub struct NewCustomer {
    /// E-mail, lower case.
    pub email: String,
    pub username: String,
    /// Argon2id hash in PHC notation.
    pub password_hash: String,
    pub role: Role,
    pub first_name: String,
    pub last_name: String,
}

impl NewCustomer {
    /// Derives a user name from the part of an address before the @, without characters that user names may not contain.
    pub fn username_for(email: &str) -> String {
        let local = email.split('@').next().unwrap_or_default();
        let allowed = |c: &char| c.is_ascii_alphanumeric() || "._-".contains(*c);
        let name: String = local.chars().filter(allowed).take(50).collect();
        if name.is_empty() { "cliente".into() } else { name }
    }
}

impl std::fmt::Debug for NewCustomer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewCustomer").field("role", &self.role).finish_non_exhaustive()
    }
}

/// Reads and writes people and their logins.
#[async_trait]
pub trait CustomerStore: Send + Sync {
    /// Adds a person; `None` when e-mail or user name is taken.
    async fn add_customer(&self, new: &NewCustomer, now: UnixSeconds) -> Result<Option<CustomerId>, StoreError>;

    /// Finds a person by e-mail (lower case) or user name.
    async fn customer_by_login(&self, login: &str) -> Result<Option<Customer>, StoreError>;

    async fn customer(&self, id: CustomerId) -> Result<Option<Customer>, StoreError>;

    /// Counts people with a role.
    async fn count_role(&self, role: Role) -> Result<u64, StoreError>;

    /// Sets a password hash and ends all logins of the person.
    async fn set_password(&self, id: CustomerId, password_hash: &str) -> Result<(), StoreError>;

    /// Stores a login under the hash of its token; `browser` is the `User-Agent`.
    async fn open_login(
        &self,
        token_hash: &str,
        id: CustomerId,
        browser: &str,
        now: UnixSeconds,
        expires_at: UnixSeconds,
    ) -> Result<(), StoreError>;

    /// Returns the person of a valid login, unless blocked.
    async fn login_owner(&self, token_hash: &str, now: UnixSeconds) -> Result<Option<Customer>, StoreError>;

    async fn close_login(&self, token_hash: &str) -> Result<(), StoreError>;
}
