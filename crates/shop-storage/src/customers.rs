//! People and their logins.

use async_trait::async_trait;
use sea_orm::QueryResult;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{Customer, CustomerStore, NewCustomer, Role, StoreError};

use crate::db::{Db, Write, col, inconsistent};

const COLUMNS: &str = "customers.id, email, username, password_hash, role, first_name, last_name, blocked_at";

#[async_trait]
impl CustomerStore for Db {
    async fn add_customer(&self, new: &NewCustomer, now: UnixSeconds) -> Result<Option<CustomerId>, StoreError> {
        let write = self.begin(true).await?;
        let id = insert(&write, new, &new.username, now).await?;
        write.commit().await?;
        Ok(id)
    }

    async fn customer_by_login(&self, login: &str) -> Result<Option<Customer>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM customers WHERE email = $1 OR username = $2");
        self.one(&sql, vec![login.to_lowercase().into(), login.into()]).await?.as_ref().map(customer).transpose()
    }

    async fn customer(&self, id: CustomerId) -> Result<Option<Customer>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM customers WHERE id = $1");
        self.one(&sql, vec![id.0.into()]).await?.as_ref().map(customer).transpose()
    }

    async fn count_role(&self, role: Role) -> Result<u64, StoreError> {
        let row = self.one("SELECT COUNT(*) AS n FROM customers WHERE role = $1", vec![role.as_str().into()]).await?;
        let n: i64 = row.map_or(Ok(0), |row| col(&row, "n"))?;
        Ok(u64::try_from(n).unwrap_or(0))
    }

    async fn set_password(&self, id: CustomerId, password_hash: &str) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        write
            .run("UPDATE customers SET password_hash = $2 WHERE id = $1", vec![id.0.into(), password_hash.into()])
            .await?;
        write.run("DELETE FROM logins WHERE customer_id = $1", vec![id.0.into()]).await?;
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
        self.run(
            "INSERT INTO logins (token_hash, customer_id, browser, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)",
            vec![token_hash.into(), id.0.into(), browser.into(), now.into(), expires_at.into()],
        )
        .await
        .map(|_| ())
    }

    async fn login_owner(&self, token_hash: &str, now: UnixSeconds) -> Result<Option<Customer>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM logins JOIN customers ON customers.id = logins.customer_id \
             WHERE token_hash = $1 AND expires_at > $2 AND blocked_at IS NULL"
        );
        self.one(&sql, vec![token_hash.into(), now.into()]).await?.as_ref().map(customer).transpose()
    }

    async fn close_login(&self, token_hash: &str) -> Result<(), StoreError> {
        self.run("DELETE FROM logins WHERE token_hash = $1", vec![token_hash.into()]).await.map(|_| ())
    }
}

/// Adds a person under a user name; `None` when e-mail or user name is taken.
async fn insert(
    write: &Write<'_>,
    new: &NewCustomer,
    username: &str,
    now: UnixSeconds,
) -> Result<Option<CustomerId>, StoreError> {
    let row = write
        .one(
            "INSERT INTO customers (email, username, password_hash, role, first_name, last_name, details, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, '{}', $7) ON CONFLICT DO NOTHING RETURNING id",
            vec![
                new.email.as_str().into(),
                username.into(),
                new.password_hash.as_str().into(),
                new.role.as_str().into(),
                new.first_name.as_str().into(),
                new.last_name.as_str().into(),
                now.into(),
            ],
        )
        .await?;
    row.map(|row| col(&row, "id").map(CustomerId)).transpose()
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
        let taken = write.one("SELECT id FROM customers WHERE email = $1", vec![new.email.as_str().into()]).await?;
        if taken.is_some() {
            return Ok(None);
        }
    }
    Err(StoreError::Refused(format!("{USERNAME_TRIES} people have a user name like this one")))
}

fn customer(row: &QueryResult) -> Result<Customer, StoreError> {
    let id: i64 = col(row, "id")?;
    let role: String = col(row, "role")?;
    Ok(Customer {
        id: CustomerId(id),
        email: col(row, "email")?,
        username: col(row, "username")?,
        password_hash: col(row, "password_hash")?,
        role: Role::parse(&role).ok_or_else(|| inconsistent("customers", id, "unknown role"))?,
        first_name: col(row, "first_name")?,
        last_name: col(row, "last_name")?,
        blocked: col::<Option<i64>>(row, "blocked_at")?.is_some(),
    })
}
