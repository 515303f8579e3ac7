//! Accounts made at the checkout.

use axum::http::HeaderMap;
use shop_core::checkout::check::Checkout;
use shop_core::ids::CustomerId;
use shop_core::messages::codes;
use shop_services::ports::StoreError;

use super::entry::CONFIRM_PATH;
use super::new_link;
use crate::password::{PasswordError, hash_password};
use crate::session::{LoginSpan, Session};
use crate::state::AppState;

/// Why no account can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AccountDenied {
    /// There is one with this address.
    EmailTaken,
    /// Too many passwords are being hashed at once.
    Busy,
    /// A fault of ours.
    Failed,
}

impl AccountDenied {
    /// The message's code.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::EmailTaken => codes::EMAIL_EXISTS,
            Self::Busy => codes::TOO_MANY_REQUESTS,
            Self::Failed => codes::UNKNOWN_ERROR,
        }
    }
}

/// The hash of a new account's password. With nothing typed the account gets a password that nobody knows, until its owner
/// asks for a new one by mail.
pub(crate) async fn new_password_hash(
    email: &str,
    typed: &str,
    state: &AppState,
) -> Result<Result<String, AccountDenied>, StoreError> {
    if state.shop.store().customer_by_login(email.trim()).await?.is_some() {
        return Ok(Err(AccountDenied::EmailTaken));
    }
    let password = if typed.is_empty() { crate::secrets::random_hex(16) } else { typed.to_owned() };
    Ok(hash_password(&password).await.map_err(|error| match error {
        PasswordError::Busy => AccountDenied::Busy,
        PasswordError::Failed => AccountDenied::Failed,
    }))
}

/// The hash of the password of the account that a checked form asks for; `None`: it asks for none.
pub(crate) async fn account_password_hash(
    checked: &Checkout,
    state: &AppState,
) -> Result<Result<Option<String>, &'static str>, StoreError> {
    let Some(typed) = checked.account_password() else { return Ok(Ok(None)) };
    let hash = new_password_hash(&checked.billing().email, typed, state).await?;
    Ok(hash.map(Some).map_err(AccountDenied::code))
}

/// Logs the buyer in whose account was made with an order, and welcomes him by mail. The order stands whatever happens here.
pub(crate) async fn welcome_new(
    session: &mut Session,
    id: CustomerId,
    request: &HeaderMap,
    out: &mut HeaderMap,
    state: &AppState,
) {
    if let Err(error) = session.log_in(id, LoginSpan::Remembered, request, out, state).await {
        tracing::error!(%error, "the buyer was not logged in to the new account");
    }
    let link = new_link(CONFIRM_PATH, state);
    if let Err(error) = state.shop.welcome_account(id, &link).await {
        tracing::error!(%error, "the new account was not welcomed");
    }
}
