//! People who log in: customers and staff.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId, CustomerRoleId};
use shop_core::trade::company::{Approval, Subaccount};

use super::StoreError;

/// What a person may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Customer,
    /// Runs the shop's day: orders, products, customers. Neither settings nor what staff may do.
    ShopManager,
    /// Runs the shop.
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

    /// Reads the database name.
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

    /// Whether who has this role may block people of another one, or send them a link for a new password: administrators
    /// everybody, shop managers customers only.
    pub const fn may_manage(self, other: Self) -> bool {
        match self {
            Self::Admin => true,
            Self::ShopManager => matches!(other, Self::Customer),
            Self::Customer => false,
        }
    }
}

/// What a person is to the trade layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Membership {
    /// The person's own role; `None`: that of consumers.
    pub role_id: Option<CustomerRoleId>,
    /// The company that the account is of.
    pub company_id: Option<CompanyId>,
    /// The role of that company.
    pub company_role_id: Option<CustomerRoleId>,
    /// What the merchant says to it.
    pub approval: Option<Approval>,
    /// What makes the account a sub-account; `None`: it is the company's main account, or of no company.
    pub subaccount: Option<Subaccount>,
}

#[derive(Clone, PartialEq, Eq)]
pub struct Customer {
    pub id: CustomerId,
    /// E-mail, lower case, unique.
    pub email: String,
    /// User name, unique.
    pub username: String,
    /// Argon2id hash in PHC notation.
    pub password_hash: String,
    pub role: Role,
    pub first_name: String,
    pub last_name: String,
    /// Cannot log in.
    pub blocked: bool,
    /// Company and role.
    pub membership: Membership,
}

impl std::fmt::Debug for Customer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Customer").field("id", &self.id).field("role", &self.role).finish_non_exhaustive()
    }
}

/// A person to be added.
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
    /// The user name of a new account: what stands before the @ of its address, as far as names may hold it.
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

    /// By e-mail (lower case) or user name.
    async fn customer_by_login(&self, login: &str) -> Result<Option<Customer>, StoreError>;

    async fn customer(&self, id: CustomerId) -> Result<Option<Customer>, StoreError>;

    /// Number of people with a role.
    async fn count_role(&self, role: Role) -> Result<u64, StoreError>;

    /// Sets a password hash and ends all logins of the person.
    async fn set_password(&self, id: CustomerId, password_hash: &str) -> Result<(), StoreError>;

    /// Opens a login under the hash of its token; `browser` is what it calls itself.
    async fn open_login(
        &self,
        token_hash: &str,
        id: CustomerId,
        browser: &str,
        now: UnixSeconds,
        expires_at: UnixSeconds,
    ) -> Result<(), StoreError>;

    /// The person of a live login, unless blocked.
    async fn login_owner(&self, token_hash: &str, now: UnixSeconds) -> Result<Option<Customer>, StoreError>;

    /// Ends a login.
    async fn close_login(&self, token_hash: &str) -> Result<(), StoreError>;
}
