//! Accounts: their details, single-use links, open logins, deletion.

use async_trait::async_trait;
use shop_core::address::Address;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, ProductId};
use shop_services::cart::customer_key;
use shop_services::ports::{
    Account, AccountDetails, AccountNames, AccountStore, DeletionRefusal, NewCustomer, NewMail, NewToken, OpenLogin,
    OrderListRow, OwnReview, Role, StoreError, TokenOutcome, TokenPurpose,
};

use crate::customers::add_under_free_name;
use crate::db::{Db, Write, col, json, to_json};
use crate::orders_read::{LIST_COLUMNS, list_row};
use crate::outbox;

/// A link that was taken out of its table.
struct UsedToken {
    customer_id: Option<CustomerId>,
    email: String,
    password_hash: String,
}

#[async_trait]
impl AccountStore for Db {
    async fn account(&self, id: CustomerId) -> Result<Option<Account>, StoreError> {
        let row = self
            .one(
                "SELECT email, username, first_name, last_name, details, email_confirmed_at, created_at FROM customers WHERE id = $1",
                vec![id.0.into()],
            )
            .await?;
        let Some(row) = row else { return Ok(None) };
        let details: String = col(&row, "details")?;
        Ok(Some(Account {
            id,
            email: col(&row, "email")?,
            username: col(&row, "username")?,
            first_name: col(&row, "first_name")?,
            last_name: col(&row, "last_name")?,
            details: json(&details, "customers", id)?,
            email_confirmed_at: col(&row, "email_confirmed_at")?,
            created_at: col(&row, "created_at")?,
        }))
    }

    async fn save_names(&self, id: CustomerId, names: &AccountNames) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let Some(mut details) = details_of(&write, id).await? else { return Ok(()) };
        details.display_name.clone_from(&names.display_name);
        write
            .run(
                "UPDATE customers SET first_name = $2, last_name = $3, details = $4 WHERE id = $1",
                vec![
                    id.0.into(),
                    names.first_name.as_str().into(),
                    names.last_name.as_str().into(),
                    to_json(&details)?.into(),
                ],
            )
            .await?;
        write.commit().await
    }

    async fn save_addresses(
        &self,
        id: CustomerId,
        billing: Option<&Address>,
        shipping: Option<&Address>,
    ) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let Some(mut details) = details_of(&write, id).await? else { return Ok(()) };
        if let Some(billing) = billing {
            details.billing = billing.clone();
        }
        if let Some(shipping) = shipping {
            details.shipping = shipping.clone();
        }
        write
            .run("UPDATE customers SET details = $2 WHERE id = $1", vec![id.0.into(), to_json(&details)?.into()])
            .await?;
        write.commit().await
    }

    async fn put_token(&self, token: &NewToken, mail: Option<&NewMail>, now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        write
            .run(
                "INSERT INTO account_tokens (token_hash, purpose, customer_id, email, password_hash, created_at, expires_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
                vec![
                    token.token_hash.as_str().into(),
                    token.purpose.as_str().into(),
                    token.customer_id.map(|id| id.0).into(),
                    token.email.as_str().into(),
                    token.password_hash.as_str().into(),
                    now.into(),
                    token.expires_at.into(),
                ],
            )
            .await?;
        outbox::queue(&write, None, mail.map_or(&[], std::slice::from_ref), now).await?;
        write.commit().await
    }

    async fn token_is_alive(
        &self,
        token_hash: &str,
        purpose: TokenPurpose,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let row = self
            .one(
                "SELECT purpose FROM account_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3",
                vec![token_hash.into(), purpose.as_str().into(), now.into()],
            )
            .await?;
        Ok(row.is_some())
    }

    async fn use_registration(&self, token_hash: &str, now: UnixSeconds) -> Result<TokenOutcome, StoreError> {
        let write = self.begin(true).await?;
        let Some(token) = take(&write, token_hash, TokenPurpose::Register, now).await? else {
            return Ok(TokenOutcome::Dead);
        };
        let new = NewCustomer {
            email: token.email.clone(),
            username: NewCustomer::username_for(&token.email),
            password_hash: token.password_hash,
            role: Role::Customer,
            first_name: String::new(),
            last_name: String::new(),
        };
        let Some(id) = add_under_free_name(&write, &new, now).await? else { return Ok(TokenOutcome::EmailTaken) };
        confirm(&write, id, &token.email, now).await?;
        write.commit().await?;
        Ok(TokenOutcome::Done(id))
    }

    async fn use_password_reset(
        &self,
        token_hash: &str,
        password_hash: &str,
        now: UnixSeconds,
    ) -> Result<TokenOutcome, StoreError> {
        let write = self.begin(true).await?;
        let token = take(&write, token_hash, TokenPurpose::ResetPassword, now).await?;
        let Some((token, id)) = token.and_then(|token| token.customer_id.map(|id| (token, id))) else {
            return Ok(TokenOutcome::Dead);
        };
        write
            .run("UPDATE customers SET password_hash = $2 WHERE id = $1", vec![id.0.into(), password_hash.into()])
            .await?;
        write.run("DELETE FROM logins WHERE customer_id = $1", vec![id.0.into()]).await?;
        write
            .run(
                "DELETE FROM account_tokens WHERE customer_id = $1 AND purpose = $2",
                vec![id.0.into(), TokenPurpose::ResetPassword.as_str().into()],
            )
            .await?;
        // The link came to the account's address, unless that was changed meanwhile.
        let row = write.one("SELECT email FROM customers WHERE id = $1", vec![id.0.into()]).await?;
        let email: Option<String> = row.as_ref().map(|row| col(row, "email")).transpose()?;
        if email.as_deref() == Some(token.email.as_str()) {
            confirm(&write, id, &token.email, now).await?;
        }
        write.commit().await?;
        Ok(TokenOutcome::Done(id))
    }

    async fn use_confirmation(&self, token_hash: &str, now: UnixSeconds) -> Result<TokenOutcome, StoreError> {
        let write = self.begin(true).await?;
        let token = take(&write, token_hash, TokenPurpose::ConfirmEmail, now).await?;
        let Some((token, id)) = token.and_then(|token| token.customer_id.map(|id| (token, id))) else {
            return Ok(TokenOutcome::Dead);
        };
        let others = write
            .one(
                "SELECT id FROM customers WHERE email = $1 AND id <> $2",
                vec![token.email.as_str().into(), id.0.into()],
            )
            .await?;
        if others.is_some() {
            return Ok(TokenOutcome::EmailTaken);
        }
        write
            .run("UPDATE customers SET email = $2 WHERE id = $1", vec![id.0.into(), token.email.as_str().into()])
            .await?;
        confirm(&write, id, &token.email, now).await?;
        write.commit().await?;
        Ok(TokenOutcome::Done(id))
    }

    async fn delete_dead_tokens(&self, now: UnixSeconds) -> Result<u64, StoreError> {
        self.run("DELETE FROM logins WHERE expires_at <= $1", vec![now.into()]).await?;
        self.run("DELETE FROM account_tokens WHERE expires_at <= $1", vec![now.into()]).await
    }

    async fn open_logins(&self, id: CustomerId, now: UnixSeconds) -> Result<Vec<OpenLogin>, StoreError> {
        self.all(
            "SELECT token_hash, browser, created_at FROM logins WHERE customer_id = $1 AND expires_at > $2 \
             ORDER BY created_at DESC, token_hash LIMIT 50",
            vec![id.0.into(), now.into()],
        )
        .await?
        .iter()
        .map(|row| {
            Ok(OpenLogin {
                token_hash: col(row, "token_hash")?,
                browser: col(row, "browser")?,
                created_at: col(row, "created_at")?,
            })
        })
        .collect()
    }

    async fn close_other_logins(&self, id: CustomerId, kept_token_hash: &str) -> Result<u64, StoreError> {
        self.run(
            "DELETE FROM logins WHERE customer_id = $1 AND token_hash <> $2",
            vec![id.0.into(), kept_token_hash.into()],
        )
        .await
    }

    async fn orders_of(
        &self,
        id: CustomerId,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<OrderListRow>, u64), StoreError> {
        let per_page = i64::try_from(per_page.clamp(1, 100)).unwrap_or(10);
        let offset = i64::try_from(page.saturating_sub(1)).unwrap_or(0).saturating_mul(per_page);
        let rows = self
            .all(
                &format!(
                    "SELECT {LIST_COLUMNS} FROM orders \
                     WHERE customer_id = $1 AND status <> 'checkout-draft' ORDER BY id DESC LIMIT $2 OFFSET $3"
                ),
                vec![id.0.into(), per_page.into(), offset.into()],
            )
            .await?
            .iter()
            .map(list_row)
            .collect::<Result<Vec<_>, _>>()?;
        let total = self
            .one(
                "SELECT COUNT(*) AS n FROM orders WHERE customer_id = $1 AND status <> 'checkout-draft'",
                vec![id.0.into()],
            )
            .await?;
        let total: i64 = total.map_or(Ok(0), |row| col(&row, "n"))?;
        Ok((rows, u64::try_from(total).unwrap_or(0)))
    }

    async fn reviews_of(&self, id: CustomerId) -> Result<Vec<OwnReview>, StoreError> {
        self.all(
            "SELECT product_id, rating, body, status, created_at FROM reviews WHERE customer_id = $1 \
             ORDER BY created_at DESC, id DESC LIMIT 200",
            vec![id.0.into()],
        )
        .await?
        .iter()
        .map(|row| {
            Ok(OwnReview {
                product_id: ProductId(col(row, "product_id")?),
                rating: col(row, "rating")?,
                body: col(row, "body")?,
                status: col(row, "status")?,
                created_at: col(row, "created_at")?,
            })
        })
        .collect()
    }

    async fn delete_account(&self, id: CustomerId) -> Result<Result<(), DeletionRefusal>, StoreError> {
        let write = self.begin(true).await?;
        let open = write
            .one(
                "SELECT id FROM orders WHERE customer_id = $1 AND status IN ('pending', 'on-hold', 'processing') LIMIT 1",
                vec![id.0.into()],
            )
            .await?;
        if open.is_some() {
            return Ok(Err(DeletionRefusal::OpenOrders));
        }
        let own = |sql: &'static str| write.run(sql, vec![id.0.into()]);
        // Nobody is left who could be asked to pay; what tax law wants kept is in the orders.
        own("DELETE FROM subscriptions WHERE customer_id = $1").await?;
        own("UPDATE orders SET customer_id = NULL WHERE customer_id = $1").await?;
        own("UPDATE reviews SET customer_id = NULL, reviewer = '', reviewer_email = '' WHERE customer_id = $1").await?;
        // Pages and answers that name the reviewer are made anew.
        crate::catalogue::count_catalogue_change(&write).await?;
        own("DELETE FROM logins WHERE customer_id = $1").await?;
        own("DELETE FROM account_tokens WHERE customer_id = $1").await?;
        own("DELETE FROM outbox WHERE order_id IS NULL AND sent_at IS NOT NULL \
             AND recipient = (SELECT email FROM customers WHERE id = $1)")
        .await?;
        write.run("DELETE FROM carts WHERE session_key = $1", vec![customer_key(id).into()]).await?;
        own("DELETE FROM customers WHERE id = $1 AND role = 'customer'").await?;
        write.commit().await?;
        Ok(Ok(()))
    }
}

async fn details_of(write: &Write<'_>, id: CustomerId) -> Result<Option<AccountDetails>, StoreError> {
    let row = write.one("SELECT details FROM customers WHERE id = $1", vec![id.0.into()]).await?;
    let text: Option<String> = row.map(|row| col(&row, "details")).transpose()?;
    text.map(|text| json(&text, "customers", id)).transpose()
}

/// Takes a live link out of its table: of two that use it at once, one finds it.
async fn take(
    write: &Write<'_>,
    token_hash: &str,
    purpose: TokenPurpose,
    now: UnixSeconds,
) -> Result<Option<UsedToken>, StoreError> {
    let row = write
        .one(
            "DELETE FROM account_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3 \
             RETURNING customer_id, email, password_hash",
            vec![token_hash.into(), purpose.as_str().into(), now.into()],
        )
        .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(UsedToken {
        customer_id: col::<Option<i64>>(&row, "customer_id")?.map(CustomerId),
        email: col(&row, "email")?,
        password_hash: col(&row, "password_hash")?,
    }))
}

/// Notes that the owner reads the address, and hands over the orders and the store credit that it has.
async fn confirm(write: &Write<'_>, id: CustomerId, email: &str, now: UnixSeconds) -> Result<(), StoreError> {
    write.run("UPDATE customers SET email_confirmed_at = $2 WHERE id = $1", vec![id.0.into(), now.into()]).await?;
    write
        .run(
            "UPDATE orders SET customer_id = $1 WHERE customer_id IS NULL AND LOWER(billing_email) = $2",
            vec![id.0.into(), email.into()],
        )
        .await?;
    write
        .run(
            "UPDATE store_credit SET customer_id = $1 WHERE customer_id IS NULL AND email = $2",
            vec![id.0.into(), email.into()],
        )
        .await
        .map(|_| ())
}
