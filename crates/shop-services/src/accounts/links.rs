//! Single-use links for registration, password reset and address confirmation. Responses never reveal whether an account exists;
//! the e-mail does, to the mailbox's owner.

use std::sync::Arc;

use shop_core::base::CustomerId;

use super::mails::{self, AccountMail, CONFIRM_LINK_S, RESET_LINK_S};
use crate::cart::Carts;
use crate::orders::Orders;
use crate::platform::context::Context;
use crate::ports::{
    AccountStore, CommentStore, CompanyStore, ConversationStore, CreditStore, CustomerStore, NewToken, OutboxStore,
    PersonalDataStore, Registration, Role, StoreError, TokenPurpose, ports,
};

/// A link to send: its full URL, and the hash under which its token is stored.
#[derive(Clone)]
pub struct Link {
    pub token_hash: String,
    /// Full URL with the token.
    pub url: String,
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Link")
    }
}

ports! {
    pub(crate) trait AccountsPorts: AccountStore + CommentStore + CompanyStore + ConversationStore + CreditStore + CustomerStore + OutboxStore + PersonalDataStore
}

/// Accounts: their e-mails and data exports.
#[derive(Clone)]
pub struct Accounts {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn AccountsPorts>,
    pub(crate) carts: Carts,
    pub(crate) orders: Orders,
}

impl Accounts {
    /// Sends the link that completes a registration; if the address already has an account, its owner is informed instead, in the
    /// same way.
    pub async fn send_registration_link(
        &self,
        email: &str,
        password_hash: &str,
        registration: Option<Registration>,
        link: &Link,
    ) -> Result<(), StoreError> {
        let email = email.trim().to_lowercase();
        let settings = self.context.settings().await?;
        let known = self.store.customer_by_login(&email).await?.is_some();
        let mail = if known { AccountMail::AlreadyRegistered } else { AccountMail::Register };
        let token = NewToken {
            token_hash: link.token_hash.clone(),
            purpose: TokenPurpose::Register,
            customer_id: None,
            email: email.clone(),
            password_hash: password_hash.to_owned(),
            registration,
            expires_at: self.context.now() + CONFIRM_LINK_S,
        };
        // For a known address a link is stored too, so that both cases take as long; it is not sent, and could create nothing.
        let mail = mails::write(&mail, &email, &link.url, &settings);
        self.store.put_token(&token, Some(&mail), self.context.now()).await
    }

    /// Sends a password reset link to the account of a login, if there is one.
    pub async fn send_password_reset(&self, login: &str, link: &Link) -> Result<(), StoreError> {
        let login = login.trim();
        let found = self
            .store
            .customer_by_login(login)
            .await?
            .filter(|person| person.role == Role::Customer && !person.blocked);
        let settings = self.context.settings().await?;
        let token = NewToken {
            token_hash: link.token_hash.clone(),
            purpose: TokenPurpose::ResetPassword,
            customer_id: found.as_ref().map(|person| person.id),
            email: found.as_ref().map(|person| person.email.clone()).unwrap_or_default(),
            password_hash: String::new(),
            registration: None,
            expires_at: self.context.now() + RESET_LINK_S,
        };
        let mail = found.map(|person| mails::write(&AccountMail::NewPassword, &person.email, &link.url, &settings));
        self.store.put_token(&token, mail.as_ref(), self.context.now()).await
    }

    /// Sends a password reset link to an account on behalf of staff.
    pub(crate) async fn send_password_link(&self, id: CustomerId, email: &str, link: &Link) -> Result<(), StoreError> {
        let settings = self.context.settings().await?;
        let token = NewToken {
            token_hash: link.token_hash.clone(),
            purpose: TokenPurpose::ResetPassword,
            customer_id: Some(id),
            email: email.to_owned(),
            password_hash: String::new(),
            registration: None,
            expires_at: self.context.now() + RESET_LINK_S,
        };
        let mail = mails::write(&AccountMail::NewPassword, email, &link.url, &settings);
        self.store.put_token(&token, Some(&mail), self.context.now()).await
    }

    /// Sends a link that changes the account's address, and notifies the current one.
    pub async fn send_confirmation_link(&self, id: CustomerId, email: &str, link: &Link) -> Result<(), StoreError> {
        let email = email.trim().to_lowercase();
        let Some(account) = self.store.account(id).await? else { return Ok(()) };
        let settings = self.context.settings().await?;
        let token = NewToken {
            token_hash: link.token_hash.clone(),
            purpose: TokenPurpose::ConfirmEmail,
            customer_id: Some(id),
            email: email.clone(),
            password_hash: String::new(),
            registration: None,
            expires_at: self.context.now() + CONFIRM_LINK_S,
        };
        let mail = mails::write(&AccountMail::ConfirmEmail, &email, &link.url, &settings);
        self.store.put_token(&token, Some(&mail), self.context.now()).await?;
        if account.email != email {
            let warning = mails::write(&AccountMail::EmailChanging { to: email }, &account.email, "", &settings);
            self.store.queue_mail(&warning, self.context.now()).await?;
        }
        Ok(())
    }

    /// Welcomes the buyer whose account was created with an order: the link confirms the address.
    pub async fn welcome_account(&self, id: CustomerId, link: &Link) -> Result<(), StoreError> {
        let Some(account) = self.store.account(id).await? else { return Ok(()) };
        let settings = self.context.settings().await?;
        let token = NewToken {
            token_hash: link.token_hash.clone(),
            purpose: TokenPurpose::ConfirmEmail,
            customer_id: Some(id),
            email: account.email.clone(),
            password_hash: String::new(),
            registration: None,
            expires_at: self.context.now() + CONFIRM_LINK_S,
        };
        let mail = mails::write(&AccountMail::NewAccount, &account.email, &link.url, &settings);
        self.store.put_token(&token, Some(&mail), self.context.now()).await
    }

    /// Notifies the owner of a changed password, with a way to undo a takeover.
    pub async fn notify_password_changed(&self, id: CustomerId) -> Result<(), StoreError> {
        let Some(account) = self.store.account(id).await? else { return Ok(()) };
        let settings = self.context.settings().await?;
        let mail = mails::write(&AccountMail::PasswordChanged, &account.email, "", &settings);
        self.store.queue_mail(&mail, self.context.now()).await
    }

    /// Confirms the deletion of an account to its former address.
    pub async fn notify_account_deleted(&self, email: &str) -> Result<(), StoreError> {
        let settings = self.context.settings().await?;
        let mail = mails::write(&AccountMail::AccountDeleted, email, "", &settings);
        self.store.queue_mail(&mail, self.context.now()).await
    }
}
