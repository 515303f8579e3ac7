//! `Idempotency-Key`: the first answer is given again, for a day.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::ids::random_word;
use super::state::Tx;

/// How long an answer is kept, as the provider publishes it.
const LIFE_S: i64 = 24 * 3600;
/// Answers kept at most; the oldest go first. About 30 MB of intents.
const MOST: usize = 10_000;
/// Longest key.
pub(crate) const LONGEST_KEY: usize = 255;

/// The answer to a key.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct KeptAnswer {
    pub(crate) key: String,
    /// What was asked, as a keyed hash.
    pub(crate) request: String,
    pub(crate) status: u16,
    pub(crate) body: String,
    /// Unix seconds.
    pub(crate) at: i64,
}

/// What requests are hashed with: made once for a journal, so that kept answers are known again after a restart, whatever
/// becomes of the API's keys.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Salt {
    pub(crate) name: String,
    value: String,
}

const SALT: &str = "requests";

/// The salt, made where there is none.
pub(crate) fn salt(tx: &mut Tx<'_>) -> String {
    if let Some(salt) = tx.get::<Salt>(SALT) {
        return salt.value.clone();
    }
    let value = random_word(tx.random(), 32);
    tx.put(Salt { name: SALT.to_owned(), value: value.clone() });
    value
}

/// The answer of a key that is still kept.
pub(crate) fn kept(tx: &Tx<'_>, key: &str) -> Option<KeptAnswer> {
    tx.get::<KeptAnswer>(key).filter(|kept| kept.at + LIFE_S > tx.now()).cloned()
}

/// Keeps an answer, and forgets old ones.
pub(crate) fn keep(tx: &mut Tx<'_>, answer: KeptAnswer) {
    // Taken out first: an answer that replaces one of yesterday is the newest again.
    tx.remove::<KeptAnswer>(&answer.key);
    tx.put(answer);
    let now = tx.now();
    loop {
        let table = tx.table::<KeptAnswer>();
        let over = table.len() > MOST;
        let Some(key) =
            table.oldest().next().filter(|kept| over || kept.at + LIFE_S <= now).map(|kept| kept.key.clone())
        else {
            return;
        };
        tx.remove::<KeptAnswer>(&key);
    }
}

/// Keys whose requests are being worked on.
#[derive(Clone, Debug, Default)]
pub(crate) struct InFlight(Arc<Mutex<HashSet<String>>>);

/// A key's place, given up when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    keys: InFlight,
    key: String,
}

impl InFlight {
    /// `None`: a twin has it.
    pub(crate) fn enter(&self, key: &str) -> Option<Place> {
        let free = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned());
        free.then(|| Place { keys: self.clone(), key: key.to_owned() })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.keys.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}
