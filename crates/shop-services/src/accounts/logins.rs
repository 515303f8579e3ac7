//! People and their logins.

use std::sync::Arc;

use shop_core::base::CustomerId;

use crate::platform::context::Context;
use crate::ports::{AccountStore, Customer, CustomerStore, NewCustomer, OpenLogin, Role, StoreError, ports};

ports! {
    pub(crate) trait LoginsPorts: AccountStore + CustomerStore
}

/// People and their logins.
#[derive(Clone)]
pub struct Logins {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn LoginsPorts>,
}

impl Logins {
    /// Finds a person by e-mail (lower case) or user name, whatever the role.
    pub async fn customer_by_login(&self, login: &str) -> Result<Option<Customer>, StoreError> {
        self.store.customer_by_login(login).await
    }

    pub async fn customer(&self, id: CustomerId) -> Result<Option<Customer>, StoreError> {
        self.store.customer(id).await
    }

    /// Whether the shop has an administrator.
    pub async fn has_administrator(&self) -> Result<bool, StoreError> {
        Ok(self.store.count_role(Role::Admin).await? > 0)
    }

    /// Adds a person; `None` when e-mail or user name is taken.
    pub async fn add_customer(&self, new: &NewCustomer) -> Result<Option<CustomerId>, StoreError> {
        self.store.add_customer(new, self.context.now()).await
    }

    /// Returns the person of a valid login, unless blocked.
    pub async fn login_owner(&self, token_hash: &str) -> Result<Option<Customer>, StoreError> {
        self.store.login_owner(token_hash, self.context.now()).await
    }

    /// Stores a login for this many seconds under the hash of its token; `browser` is the `User-Agent`.
    pub async fn open_login(
        &self,
        token_hash: &str,
        id: CustomerId,
        browser: &str,
        life_s: i64,
    ) -> Result<(), StoreError> {
        let now = self.context.now();
        self.store.open_login(token_hash, id, browser, now, now + life_s).await
    }

    pub async fn close_login(&self, token_hash: &str) -> Result<(), StoreError> {
        self.store.close_login(token_hash).await
    }

    /// Ends all logins of a person except one; returns how many. No login has an empty hash.
    pub async fn close_other_logins(&self, id: CustomerId, current_token_hash: &str) -> Result<u64, StoreError> {
        self.store.close_other_logins(id, current_token_hash).await
    }

    /// Lists the browsers in which a person is logged in, newest first.
    pub async fn open_logins(&self, id: CustomerId) -> Result<Vec<OpenLogin>, StoreError> {
        self.store.open_logins(id, self.context.now()).await
    }
}
