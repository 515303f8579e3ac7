//! Using single-use links.

use super::RESET_LINK_S;
use crate::accounts::Accounts;
use crate::ports::{Customer, NewToken, Registration, StoreError, TokenOutcome, TokenPurpose};
use crate::trade::companies::mails_of_new;

impl Accounts {
    /// Stores a password reset link that the operator passes on himself: no e-mail is sent.
    pub async fn store_password_link(&self, person: &Customer, token_hash: String) -> Result<(), StoreError> {
        let token = NewToken {
            token_hash,
            purpose: TokenPurpose::ResetPassword,
            customer_id: Some(person.id),
            email: person.email.clone(),
            password_hash: String::new(),
            registration: None,
            expires_at: self.context.now() + RESET_LINK_S,
        };
        self.store.put_token(&token, None, self.context.now()).await
    }

    /// Returns whether a password reset link can still be used, without using it.
    pub async fn password_link_is_alive(&self, token_hash: &str) -> Result<bool, StoreError> {
        self.store.token_is_alive(token_hash, TokenPurpose::ResetPassword, self.context.now()).await
    }

    /// Sets a password by a link, and notifies the owner.
    pub async fn reset_password(&self, token_hash: &str, password_hash: &str) -> Result<TokenOutcome, StoreError> {
        let outcome = self.store.use_password_reset(token_hash, password_hash, self.context.now()).await?;
        if let TokenOutcome::Done(id) = outcome {
            self.notify_password_changed(id).await?;
        }
        Ok(outcome)
    }

    /// Uses a link that completes a registration (`true`) or confirms an address.
    pub async fn use_link(&self, token_hash: &str) -> Result<(TokenOutcome, bool), StoreError> {
        let (store, now) = (&self.store, self.context.now());
        let Some((email, registration)) = store.registration_of(token_hash, now).await? else {
            return Ok((store.use_confirmation(token_hash, now).await?, false));
        };
        let mails = match &registration {
            Some(Registration::Company(company)) => {
                let settings = self.context.settings().await?;
                mails_of_new(company, &email, &settings, self.context.public_url())
            }
            _ => Vec::new(),
        };
        Ok((store.use_registration(token_hash, &mails, now).await?, true))
    }

    /// Deletes expired links and logins.
    pub async fn delete_dead_links(&self) -> Result<(), StoreError> {
        self.store.delete_dead_tokens(self.context.now()).await.map(|_| ())
    }
}
