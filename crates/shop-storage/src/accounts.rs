//! Accounts: their details, single-use links, open logins, deletion.

use async_trait::async_trait;
use shop_core::address::Address;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_core::widget::notice::{BANNER_DISMISSED, banner_hidden};
use shop_services::ports::{
    Account, AccountDetails, AccountNames, AccountStore, DeletionRefusal, NewCustomer, NewMail, NewToken, OpenLogin,
    OrderListRow, OrderOwner, OwnReview, Registration, Role, StoreError, TokenOutcome, TokenPurpose,
};

use crate::customers::add_under_free_name;
use crate::db::{Db, Write, to_json};
use crate::outbox;
use crate::row::row;
use crate::statement::{Filter, set, values};
use crate::{account_deletion, companies};

row! {
    Account: customers(id) {
        id, email, username, first_name, last_name, details, email_confirmed_at, created_at,
    }
}

row! {
    struct Detailed: customers(+id) { details: AccountDetails, }
}

row! {
    struct Registering: account_tokens(+token_hash) { email: String, registration: Option<Registration>, }
}

row! {
    OpenLogin: logins(token_hash) { token_hash, browser, created_at, }
}

row! {
    OwnReview: reviews(+id) { product_id, rating, body, status, created_at, }
}

#[async_trait]
impl AccountStore for Db {
    async fn account(&self, id: CustomerId) -> Result<Option<Account>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn save_names(&self, id: CustomerId, names: &AccountNames) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let Some(mut details) = details_of(&write, id).await? else { return Ok(()) };
        details.display_name.clone_from(&names.display_name);
        let named = set! {
            first_name: &names.first_name,
            last_name: &names.last_name,
            details: to_json(&details)?,
        };
        write.update("customers", named, "id = $1", values![id]).await?;
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
        write.update("customers", set! { details: to_json(&details)? }, "id = $1", values![id]).await?;
        write.commit().await
    }

    async fn put_token(&self, token: &NewToken, mail: Option<&NewMail>, now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let row = set! {
            token_hash: &token.token_hash,
            purpose: token.purpose,
            customer_id: token.customer_id,
            email: &token.email,
            password_hash: &token.password_hash,
            registration: token.registration.as_ref().map(to_json).transpose()?,
            role_id: token.registration.as_ref().map(Registration::role_id),
            created_at: now,
            expires_at: token.expires_at,
        };
        write.insert("account_tokens", row).await?;
        outbox::queue(&write, None, mail.map_or(&[], std::slice::from_ref), now).await?;
        write.commit().await
    }

    async fn token_is_alive(
        &self,
        token_hash: &str,
        purpose: TokenPurpose,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT purpose FROM account_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3";
        self.has(sql, values![token_hash, purpose, now]).await
    }

    async fn registration_of(
        &self,
        token_hash: &str,
        now: UnixSeconds,
    ) -> Result<Option<(String, Option<Registration>)>, StoreError> {
        let rest = "WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3";
        let found = self.find(rest, values![token_hash, TokenPurpose::Register, now]).await?;
        Ok(found.map(|Registering { email, registration }| (email, registration)))
    }

    async fn use_registration(
        &self,
        token_hash: &str,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<TokenOutcome, StoreError> {
        let write = self.begin(true).await?;
        let rest = "WHERE token_hash = $1 AND purpose = $2";
        let asked: Option<Registering> = write.find(rest, values![token_hash, TokenPurpose::Register]).await?;
        let Some((_, email, password_hash)) = take(&write, token_hash, TokenPurpose::Register, now).await? else {
            return Ok(TokenOutcome::Dead);
        };
        let others = "DELETE FROM account_tokens WHERE purpose = $1 AND email = $2";
        write.run(others, values![TokenPurpose::Register, &email]).await?;
        let new = NewCustomer {
            email: email.clone(),
            username: NewCustomer::username_for(&email),
            password_hash,
            role: Role::Customer,
            first_name: String::new(),
            last_name: String::new(),
        };
        let Some(id) = add_under_free_name(&write, &new, now).await? else { return Ok(TokenOutcome::EmailTaken) };
        confirm(&write, id, &email, now).await?;
        match asked.and_then(|asked| asked.registration) {
            Some(Registration::Company(company)) => {
                companies::insert(&write, id, &company, now).await?;
                outbox::queue(&write, None, mails, now).await?;
            }
            Some(Registration::Consumer { role_id, fields }) => {
                let details = AccountDetails { fields, ..AccountDetails::default() };
                let row = set! { customer_role_id: role_id, details: to_json(&details)? };
                write.update("customers", row, "id = $1", values![id]).await?;
            }
            None => {}
        }
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
        let Some((Some(id), email, _)) = token else { return Ok(TokenOutcome::Dead) };
        write.update("customers", set! { password_hash }, "id = $1", values![id]).await?;
        write.run("DELETE FROM logins WHERE customer_id = $1", values![id]).await?;
        let sql = "DELETE FROM account_tokens WHERE customer_id = $1 AND purpose = $2";
        write.run(sql, values![id, TokenPurpose::ResetPassword]).await?;
        // The link came to the account's address, unless that was changed meanwhile.
        let now_his = write.row::<String>("SELECT email FROM customers WHERE id = $1", values![id]).await?;
        if now_his.as_ref() == Some(&email) {
            confirm(&write, id, &email, now).await?;
        }
        write.commit().await?;
        Ok(TokenOutcome::Done(id))
    }

    async fn use_confirmation(&self, token_hash: &str, now: UnixSeconds) -> Result<TokenOutcome, StoreError> {
        let write = self.begin(true).await?;
        let token = take(&write, token_hash, TokenPurpose::ConfirmEmail, now).await?;
        let Some((Some(id), email, _)) = token else { return Ok(TokenOutcome::Dead) };
        if write.has("SELECT id FROM customers WHERE email = $1 AND id <> $2", values![&email, id]).await? {
            return Ok(TokenOutcome::EmailTaken);
        }
        write.update("customers", set! { email: &email }, "id = $1", values![id]).await?;
        confirm(&write, id, &email, now).await?;
        write.commit().await?;
        Ok(TokenOutcome::Done(id))
    }

    async fn delete_dead_tokens(&self, now: UnixSeconds) -> Result<u64, StoreError> {
        self.run("DELETE FROM logins WHERE expires_at <= $1", values![now]).await?;
        self.run("DELETE FROM account_tokens WHERE expires_at <= $1", values![now]).await
    }

    async fn open_logins(&self, id: CustomerId, now: UnixSeconds) -> Result<Vec<OpenLogin>, StoreError> {
        let rest = "WHERE customer_id = $1 AND expires_at > $2 ORDER BY created_at DESC, token_hash LIMIT 50";
        self.list(rest, values![id, now]).await
    }

    async fn close_other_logins(&self, id: CustomerId, kept_token_hash: &str) -> Result<u64, StoreError> {
        let sql = "DELETE FROM logins WHERE customer_id = $1 AND token_hash <> $2";
        self.run(sql, values![id, kept_token_hash]).await
    }

    async fn orders_of(
        &self,
        owner: OrderOwner,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<OrderListRow>, u64), StoreError> {
        let mut of_owner = Filter::new("status <> 'checkout-draft'");
        of_owner.and_either(("customer_id", owner.customer_id), ("company_id", owner.company_id));
        self.page(of_owner, "id DESC", (page, per_page)).await
    }

    async fn dismiss_banner(&self, id: CustomerId) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let Some(mut details) = details_of(&write, id).await? else { return Ok(()) };
        if banner_hidden(&details.coming_soon_banner_dismissed) {
            return Ok(());
        }
        details.coming_soon_banner_dismissed = BANNER_DISMISSED.into();
        write.update("customers", set! { details: to_json(&details)? }, "id = $1", values![id]).await?;
        write.commit().await
    }

    async fn reviews_of(&self, id: CustomerId) -> Result<Vec<OwnReview>, StoreError> {
        self.list("WHERE customer_id = $1 ORDER BY created_at DESC, id DESC LIMIT 200", values![id]).await
    }

    async fn delete_account(
        &self,
        id: CustomerId,
        told_subaccounts: u64,
    ) -> Result<Result<(), DeletionRefusal>, StoreError> {
        account_deletion::delete(self, id, told_subaccounts).await
    }
}

async fn details_of(write: &Write<'_>, id: CustomerId) -> Result<Option<AccountDetails>, StoreError> {
    Ok(write.find("WHERE id = $1", values![id]).await?.map(|Detailed { details }| details))
}

/// Whose a link is, its address and its password hash.
type UsedToken = (Option<CustomerId>, String, String);

/// Takes a live link out of its table: of two that use it at once, one finds it.
async fn take(
    write: &Write<'_>,
    token_hash: &str,
    purpose: TokenPurpose,
    now: UnixSeconds,
) -> Result<Option<UsedToken>, StoreError> {
    let sql = "DELETE FROM account_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3 \
               RETURNING customer_id, email, password_hash";
    write.row(sql, values![token_hash, purpose, now]).await
}

/// Notes that the owner reads the address, and hands over the orders and the store credit that it has.
async fn confirm(write: &Write<'_>, id: CustomerId, email: &str, now: UnixSeconds) -> Result<(), StoreError> {
    write.update("customers", set! { email_confirmed_at: now }, "id = $1", values![id]).await?;
    let sql = "UPDATE orders SET customer_id = $1 WHERE customer_id IS NULL AND company_id IS NULL AND LOWER(billing_email) = $2";
    write.run(sql, values![id, email]).await?;
    let sql = "UPDATE store_credit SET customer_id = $1 WHERE customer_id IS NULL AND email = $2";
    write.run(sql, values![id, email]).await.map(|_| ())
}
