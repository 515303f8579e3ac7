//! Accounts made at the checkout.

use shop_core::checkout::check::Checkout;
use shop_core::messages::codes;
use shop_services::ports::StoreError;

use crate::password::{PasswordError, hash_password};
use crate::state::AppState;

/// The hash of the password of the account that a checked form asks for, or the code of what stands against it. Without a
/// password in the form the account gets one that nobody knows, until its owner asks for a new one by mail.
pub(crate) async fn account_password_hash(
    checked: &Checkout,
    state: &AppState,
) -> Result<Result<Option<String>, &'static str>, StoreError> {
    let Some(typed) = checked.account_password() else { return Ok(Ok(None)) };
    if state.shop.store().customer_by_login(checked.billing().email.trim()).await?.is_some() {
        return Ok(Err(codes::EMAIL_EXISTS));
    }
    let password = if typed.is_empty() { crate::secrets::random_hex(16) } else { typed.to_owned() };
    match hash_password(&password).await {
        Ok(hash) => Ok(Ok(Some(hash))),
        Err(PasswordError::Busy) => Ok(Err(codes::TOO_MANY_REQUESTS)),
        Err(PasswordError::Failed) => Ok(Err(codes::UNKNOWN_ERROR)),
    }
}
