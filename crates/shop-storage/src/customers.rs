//! People and their logins.

use async_trait::async_trait;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{Customer, CustomerStore, Membership, NewCustomer, Role, StoreError};

use crate::db::{Db, Write};
use crate::row::row;
use crate::statement::{Filter, set, values};

row! {
    Customer: customers(id) {
        id, email, username, password_hash, role, first_name, last_name,
        blocked: blocked_at => |at: Option<UnixSeconds>| at.is_some(),
        membership: Membership {
            role_id: customer_role_id,
            company_id,
            company_role_id: "(SELECT c.role_id FROM companies c WHERE c.id = customers.company_id)",
            approval: "(SELECT c.approval FROM companies c WHERE c.id = customers.company_id)",
            subaccount,
        },
    }
}

#[async_trait]
impl CustomerStore for Db {
    async fn add_customer(&self, new: &NewCustomer, now: UnixSeconds) -> Result<Option<CustomerId>, StoreError> {
        let write = self.begin(true).await?;
        let id = insert(&write, new, &new.username, now).await?;
        write.commit().await?;
        Ok(id)
    }

    async fn customer_by_login(&self, login: &str) -> Result<Option<Customer>, StoreError> {
        self.find("WHERE email = $1 OR username = $2", values![login.to_lowercase(), login]).await
    }

    async fn customer(&self, id: CustomerId) -> Result<Option<Customer>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn count_role(&self, role: Role) -> Result<u64, StoreError> {
        let mut of_role = Filter::new("1 = 1");
        of_role.and("role = ?", role);
        self.count("customers", of_role).await
    }

    async fn set_password(&self, id: CustomerId, password_hash: &str) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        write.update("customers", set! { password_hash }, "id = $1", values![id]).await?;
        write.run("DELETE FROM logins WHERE customer_id = $1", values![id]).await?;
        write.commit().await
    }

    async fn open_login(
        &self,
        token_hash: &str,
        id: CustomerId,
        browser: &str,
        now: UnixSeconds,
        expires_at: UnixSeconds,
    ) -> Result<(), StoreError> {
        self.insert("logins", set! { token_hash, customer_id: id, browser, created_at: now, expires_at }).await
    }

    async fn login_owner(&self, token_hash: &str, now: UnixSeconds) -> Result<Option<Customer>, StoreError> {
        let rest = "WHERE id = (SELECT customer_id FROM logins WHERE token_hash = $1 AND expires_at > $2) \
                    AND blocked_at IS NULL";
        self.find(rest, values![token_hash, now]).await
    }

    async fn close_login(&self, token_hash: &str) -> Result<(), StoreError> {
        self.run("DELETE FROM logins WHERE token_hash = $1", values![token_hash]).await.map(|_| ())
    }
}

/// Adds a person under a user name; `None` when e-mail or user name is taken.
pub(crate) async fn insert(
    write: &Write<'_>,
    new: &NewCustomer,
    username: &str,
    now: UnixSeconds,
) -> Result<Option<CustomerId>, StoreError> {
    let row = set! {
        email: &new.email,
        username,
        password_hash: &new.password_hash,
        role: new.role,
        first_name: &new.first_name,
        last_name: &new.last_name,
        details = "'{}'",
        created_at: now,
    };
    Ok(write.insert_returning("customers", vec![row], "ON CONFLICT DO NOTHING RETURNING id").await?.pop())
}

/// How many numbers are tried after a user name that others have.
const USERNAME_TRIES: u32 = 1000;

/// Adds a person under the wished user name or that name with a number; `None` when the e-mail is taken.
pub(crate) async fn add_under_free_name(
    write: &Write<'_>,
    new: &NewCustomer,
    now: UnixSeconds,
) -> Result<Option<CustomerId>, StoreError> {
    for n in 0..USERNAME_TRIES {
        let username = if n == 0 { new.username.clone() } else { format!("{}{n}", new.username) };
        if let Some(id) = insert(write, new, &username, now).await? {
            return Ok(Some(id));
        }
        if write.has("SELECT id FROM customers WHERE email = $1", values![&new.email]).await? {
            return Ok(None);
        }
    }
    Err(StoreError::Refused(format!("{USERNAME_TRIES} people have a user name like this one")))
}
