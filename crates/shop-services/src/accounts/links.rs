//! Single-use links: to register, to choose a new password, to confirm an address. What is answered never tells whether an
//! account exists; the message says it to who reads the mailbox.

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

/// A link to be sent: its full address, and the hash under which its token is stored.
#[derive(Clone)]
pub struct Link {
    /// Hash of the token.
    pub token_hash: String,
    /// Full address with the token.
    pub url: String,
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Link")
    }
}

ports! {
    /// Ports of [`Accounts`].
    pub(crate) trait AccountsPorts: AccountStore + CommentStore + CompanyStore + ConversationStore + CreditStore + CustomerStore + OutboxStore + PersonalDataStore
}

/// Accounts: their messages and what their owners take with them.
#[derive(Clone)]
pub struct Accounts {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn AccountsPorts>,
    pub(crate) carts: Carts,
    pub(crate) orders: Orders,
}

impl Accounts {
    /// Sends what completes a registration; who has an account with the address is told so instead, by the same way.
    pub async fn ask_registration(
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
        // For a known address the link is stored too, so that both cost the same; it is not sent, and could make nothing.
        let mail = mails::write(&mail, &email, &link.url, &settings);
        self.store.put_token(&token, Some(&mail), self.context.now()).await
    }

    /// Sends a link for a new password to the account of a login, if there is one.
    pub async fn ask_new_password(&self, login: &str, link: &Link) -> Result<(), StoreError> {
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

    /// Sends a link for a new password to an account, as staff asked for it.
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

    /// Sends a link that makes an address the account's own, and tells the address used so far.
    pub async fn ask_confirmation(&self, id: CustomerId, email: &str, link: &Link) -> Result<(), StoreError> {
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

    /// Welcomes the buyer whose account was made with an order: the link confirms the address.
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

    /// Tells the owner that the password was changed: if it was somebody else, there is a way back.
    pub async fn tell_password_changed(&self, id: CustomerId) -> Result<(), StoreError> {
        let Some(account) = self.store.account(id).await? else { return Ok(()) };
        let settings = self.context.settings().await?;
        let mail = mails::write(&AccountMail::PasswordChanged, &account.email, "", &settings);
        self.store.queue_mail(&mail, self.context.now()).await
    }

    /// Tells that the account is gone. To be called with the address that it had.
    pub async fn tell_account_deleted(&self, email: &str) -> Result<(), StoreError> {
        let settings = self.context.settings().await?;
        let mail = mails::write(&AccountMail::AccountDeleted, email, "", &settings);
        self.store.queue_mail(&mail, self.context.now()).await
    }
}
