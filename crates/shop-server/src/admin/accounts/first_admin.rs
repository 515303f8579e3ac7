//! Creates the first administrator of a new shop.

use shop_services::ports::{NewCustomer, Role, StoreError};
use shop_services::{Random, Shop};

use crate::accounts::password::{PasswordError, hash_password};

const LOGIN: &str = "admin";
/// Placeholder e-mail of the first administrator; the domain is reserved (RFC 2606), so no mail ever leaves.
const EMAIL: &str = "admin@bottega.invalid";
/// Letters and digits that cannot be mistaken for one another.
const ALPHABET: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// Sixteen of 56 characters: 92 random bits.
const LENGTH: usize = 16;

/// Login and password of the first administrator, shown once.
#[derive(Clone, PartialEq, Eq)]
pub struct FirstAdmin {
    pub login: String,
    /// Password in clear text; only its hash is stored.
    pub password: String,
}

/// Why the first administrator could not be created.
#[derive(Debug, thiserror::Error)]
pub enum FirstAdminError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Password(#[from] PasswordError),
}

/// Adds the administrator `admin` with a random password if the shop has no administrator; otherwise returns `None`. When several
/// processes start at once, only the one that adds the account returns it.
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
