//! The first administrator of a new shop.

use shop_services::ports::{NewCustomer, Role, StoreError};
use shop_services::{Random, Shop};

use crate::accounts::password::{PasswordError, hash_password};

/// User name of the first administrator.
const LOGIN: &str = "admin";
/// E-mail of the first administrator, who has none yet; the domain is reserved (RFC 2606), so nothing is ever sent there.
const EMAIL: &str = "admin@bottega.invalid";
/// Letters and digits that are not taken for one another.
const ALPHABET: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// Sixteen of 56 characters: 92 random bits.
const LENGTH: usize = 16;

/// Login and password of a first administrator, to be shown once.
#[derive(Clone, PartialEq, Eq)]
pub struct FirstAdmin {
    pub login: String,
    /// Password; stored as a hash only.
    pub password: String,
}

/// Why no first administrator could be made.
#[derive(Debug, thiserror::Error)]
pub enum FirstAdminError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Password(#[from] PasswordError),
}

/// Adds the administrator `admin` with a random password to a shop that has no administrator; `None` when it has one.
/// Of several processes that start at once, one adds and tells.
pub async fn ensure_first_admin(shop: &Shop) -> Result<Option<FirstAdmin>, FirstAdminError> {
    if shop.logins.has_administrator().await? {
        return Ok(None);
    }
    let password = random_password(shop.context.random());
    let new = NewCustomer {
        email: EMAIL.into(),
        username: LOGIN.into(),
        password_hash: hash_password(&password).await?,
        role: Role::Admin,
        first_name: String::new(),
        last_name: String::new(),
    };
    let added = shop.logins.add_customer(&new).await?;
    Ok(added.map(|_| FirstAdmin { login: LOGIN.into(), password }))
}

fn random_password(random: &dyn Random) -> String {
    random.word(ALPHABET, LENGTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::password::check_new_password;

    #[test]
    fn the_first_password_keeps_the_rules_and_never_repeats() {
        let (one, two) = (random_password(&shop_services::SystemRandom), random_password(&shop_services::SystemRandom));
        assert_eq!(one.len(), LENGTH);
        assert_eq!(check_new_password(&one, &[LOGIN]), Ok(()));
        assert_ne!(one, two);
    }
}
