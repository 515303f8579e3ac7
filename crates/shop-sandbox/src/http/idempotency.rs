//! `Idempotency-Key`: repeats the first response for 24 hours.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::store::{Tx, row};

/// How long a response is stored, as the provider documents it.
const LIFE_S: i64 = 24 * 3600;
pub(crate) const MAX_KEY_LENGTH: usize = 255;

/// Response stored for an idempotency key.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredResponse {
    pub(crate) key: String,
    /// Keyed hash of the request.
    pub(crate) request: String,
    pub(crate) status: u16,
    pub(crate) body: String,
    /// Seconds since 1970 UTC.
    pub(crate) at: i64,
}
row!(StoredResponse, "kept", |row| &row.key, "answer" in "key");

/// Key of the request hashes. It is generated with the database.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Salt {
    name: String,
    value: String,
}
row!(Salt, "salts", |row| &row.name, "salt" in "name");

pub(crate) fn salt(tx: &Tx<'_>) -> String {
    tx.get::<Salt>("requests").map(|salt| salt.value).unwrap_or_default()
}

/// Finds the unexpired response of a key.
pub(crate) fn find_response(tx: &Tx<'_>, key: &str) -> Option<StoredResponse> {
    tx.get(key).filter(|stored: &StoredResponse| stored.at + LIFE_S > tx.now())
}

/// Stores a response, and deletes expired ones.
pub(crate) fn store_response(tx: &mut Tx<'_>, response: &StoredResponse) {
    tx.put(response);
    tx.remove_until::<StoredResponse>("at", tx.now() - LIFE_S);
}

/// Keys whose requests are in flight.
#[derive(Clone, Debug, Default)]
pub(crate) struct InFlight(Arc<Mutex<HashSet<String>>>);

/// Claim on an idempotency key, released on drop.
#[derive(Debug)]
pub(crate) struct KeyClaim {
    keys: InFlight,
    key: String,
}

impl InFlight {
    /// Claims a key. `None`: another request with it is in flight.
    pub(crate) fn claim(&self, key: &str) -> Option<KeyClaim> {
        let is_free = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned());
        is_free.then(|| KeyClaim { keys: self.clone(), key: key.to_owned() })
    }
}

impl Drop for KeyClaim {
    fn drop(&mut self) {
        self.keys.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}
