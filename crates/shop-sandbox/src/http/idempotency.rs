//! `Idempotency-Key`: the first answer is given again, for a day.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::store::{Tx, row};

/// How long an answer is kept, as the provider publishes it.
const LIFE_S: i64 = 24 * 3600;
pub(crate) const LONGEST_KEY: usize = 255;

/// The answer to a key.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct KeptAnswer {
    pub(crate) key: String,
    /// What was asked, as a keyed hash.
    pub(crate) request: String,
    pub(crate) status: u16,
    pub(crate) body: String,
    /// Seconds since 1970 UTC.
    pub(crate) at: i64,
}
row!(KeptAnswer, "kept", |row| &row.key, "answer" in "key");

/// What requests are hashed with. The database is made with one.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Salt {
    name: String,
    value: String,
}
row!(Salt, "salts", |row| &row.name, "salt" in "name");

pub(crate) fn salt(tx: &Tx<'_>) -> String {
    tx.get::<Salt>("requests").map(|salt| salt.value).unwrap_or_default()
}

/// The answer of a key that is still kept.
pub(crate) fn kept(tx: &Tx<'_>, key: &str) -> Option<KeptAnswer> {
    tx.get(key).filter(|kept: &KeptAnswer| kept.at + LIFE_S > tx.now())
}

/// Keeps an answer, and forgets old ones.
pub(crate) fn keep(tx: &mut Tx<'_>, answer: &KeptAnswer) {
    tx.put(answer);
    tx.remove_until::<KeptAnswer>("at", tx.now() - LIFE_S);
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
