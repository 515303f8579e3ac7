//! Passwords: rules for new ones, hashing and verification with Argon2id (19 MiB, two passes, one lane).

use std::sync::OnceLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use shop_core::accounts::password::MAX_PASSWORD_CHARS;
use shop_services::platform::boundary::run_blocking;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Shortest new password, in characters.
pub const MIN_CHARS: usize = 12;
/// Longest password, in characters.
pub const MAX_CHARS: usize = 128;
/// Fewest distinct characters of a new password.
const MIN_DIFFERENT: usize = 5;

/// Hashes computed at once: each takes 19 MiB and a core.
static TURNS: Semaphore = Semaphore::const_new(2);
/// Hashes computed or waiting: a flood of logins is rejected, not queued.
static PLACES: Semaphore = Semaphore::const_new(22);

/// Hash of an unknown password, verified for unknown logins so that the response takes the same time.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGF0IGFsbCEhIQ$3pQvE0m0XbKkSGf9n4Y1m0tVwqZ2mH8R5cJdU7sLxAg";

/// Cost of new hashes when a test lowers it.
static COST: OnceLock<Params> = OnceLock::new();

fn argon2() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, COST.get().cloned().unwrap_or_default())
}

/// Lowers the cost of new hashes in this process, for tests that register hundreds of customers. Not in releases.
#[cfg(debug_assertions)]
pub fn hash_cheaply() {
    if let Ok(least) = Params::new(Params::MIN_M_COST, Params::MIN_T_COST, Params::MIN_P_COST, None) {
        let _ = COST.set(least);
    }
}

/// Error of hashing or verifying a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Too many at once.
    #[error("too many passwords are being checked")]
    Busy,
    /// The hash function failed, which is a bug.
    #[error("the password could not be hashed")]
    Failed,
}

/// Reason why a new password is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeakPassword {
    #[error("a password has at least {MIN_CHARS} characters")]
    TooShort,
    #[error("a password has at most {MAX_CHARS} characters")]
    TooLong,
    /// Too few distinct characters.
    #[error("a password has at least {MIN_DIFFERENT} different characters")]
    TooUniform,
    /// The login itself.
    #[error("a password must not be the login")]
    IsLogin,
}

/// Checks a new password for a person with these logins (user name, e-mail).
pub fn check_new_password(password: &str, logins: &[&str]) -> Result<(), WeakPassword> {
    let count = password.chars().count();
    let different: std::collections::BTreeSet<char> = password.chars().collect();
    if count < MIN_CHARS {
        Err(WeakPassword::TooShort)
    } else if count > MAX_CHARS {
        Err(WeakPassword::TooLong)
    } else if different.len() < MIN_DIFFERENT {
        Err(WeakPassword::TooUniform)
    } else if logins.iter().any(|login| login.eq_ignore_ascii_case(password)) {
        Err(WeakPassword::IsLogin)
    } else {
        Ok(())
    }
}

/// Hashes a password in PHC notation with a random salt.
pub async fn hash_password(password: &str) -> Result<String, PasswordError> {
    let password = password.to_owned();
    in_turn(move || argon2().hash_password(password.as_bytes()).map(|hash: PasswordHash| hash.to_string()))
        .await?
        .map_err(|_| PasswordError::Failed)
}

/// Hashes without waiting for a turn, for commands that serve nobody meanwhile.
pub fn hash_password_now(password: &str) -> Result<String, String> {
    argon2().hash_password(password.as_bytes()).map(|hash: PasswordHash| hash.to_string()).map_err(|e| e.to_string())
}

/// Verifies a password. Without a hash (unknown login) it returns false after the same time.
pub async fn verify_password(hash: Option<&str>, password: &str) -> Result<bool, PasswordError> {
    let known = hash.is_some() && password.chars().count() <= MAX_PASSWORD_CHARS;
    let hash = hash.filter(|_| known).unwrap_or(NOBODY).to_owned();
    let password = if known { password.to_owned() } else { String::new() };
    let matches = in_turn(move || {
        PasswordHash::new(&hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
    })
    .await?;
    Ok(matches && known)
}

/// Runs the work on a blocking thread when a permit is free.
async fn in_turn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, PasswordError> {
    let place = PLACES.try_acquire().map_err(|_| PasswordError::Busy)?;
    let turn: SemaphorePermit<'static> = TURNS.acquire().await.map_err(|_| PasswordError::Failed)?;
    // The permits move into the closure: a client that disconnects does not release them while the work continues.
    let done = run_blocking(move || {
        let result = work();
        drop((turn, place));
        result
    });
    done.await.map_err(|_| PasswordError::Failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_opens_its_own_hash_only() {
        let hash = hash_password("giusta-e-lunga").await.unwrap();
        assert_eq!(verify_password(Some(&hash), "giusta-e-lunga").await, Ok(true));
        assert_eq!(verify_password(Some(&hash), "giusta-e-lunga ").await, Ok(false));
        assert_eq!(verify_password(Some(&hash), "").await, Ok(false));
        assert_eq!(verify_password(None, "giusta-e-lunga").await, Ok(false));
        assert_eq!(verify_password(Some("not a hash"), "giusta-e-lunga").await, Ok(false));
    }

    #[tokio::test]
    async fn checking_nobody_costs_what_checking_somebody_costs() {
        let hash = hash_password("giusta-e-lunga").await.unwrap();
        let cost = |hash: &str| hash.split('$').skip(1).take(3).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(cost(NOBODY), cost(&hash));
        assert_eq!(NOBODY.len(), hash.len());
        assert!(PasswordHash::new(NOBODY).is_ok(), "an unreadable hash would be refused at once");
    }

    #[test]
    fn a_new_password_is_long_varied_and_not_the_login() {
        let logins = ["titolare", "titolare@bottega.example"];
        for (password, verdict) in [
            ("prova-bottega-2026", Ok(())),
            ("èùàòì-èùàòì-è", Ok(())),
            ("undici-char", Err(WeakPassword::TooShort)),
            (&"aB3-x".repeat(26), Err(WeakPassword::TooLong)),
            ("aaaaaaaaaaaaaaaa", Err(WeakPassword::TooUniform)),
            ("Titolare@bottega.example", Err(WeakPassword::IsLogin)),
        ] {
            assert_eq!(check_new_password(password, &logins), verdict, "{password}");
        }
    }
}
