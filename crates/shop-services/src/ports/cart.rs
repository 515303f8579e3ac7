//! Carts.

use async_trait::async_trait;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;

use super::StoreError;
use crate::records::CartContent;

/// A stored cart.
#[derive(Clone, Debug, PartialEq)]
pub struct CartRecord {
    /// Session that owns it: `t_` and 30 hex digits for a guest, `c_` and the customer's number otherwise.
    pub session_key: String,
    /// Owner when logged in.
    pub customer_id: Option<CustomerId>,
    /// Moves with every write; 0 for one not stored yet.
    pub version: i64,
    pub content: CartContent,
    /// When it may be deleted.
    pub expires_at: UnixSeconds,
}

/// How saving went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    Saved,
    /// Somebody else saved in between: load again and repeat.
    Conflict,
}

/// Reads and writes carts. A cart is one document: one statement to read, one to write, and concurrent writers notice each
/// other by the version.
#[async_trait]
pub trait CartStore: Send + Sync {
    /// The cart of a session, unless expired.
    async fn load_cart(&self, session_key: &str, now: UnixSeconds) -> Result<Option<CartRecord>, StoreError>;

    /// Saves if the stored version is still the record's.
    async fn save_cart(&self, record: &CartRecord, now: UnixSeconds) -> Result<SaveOutcome, StoreError>;

    /// Deletes a cart.
    async fn delete_cart(&self, session_key: &str) -> Result<(), StoreError>;

    /// Deletes at most so many expired carts, those first that are dead longest; gives their number. A cart that comes to life
    /// meanwhile stays.
    async fn delete_expired_carts(&self, now: UnixSeconds, most: u64) -> Result<u64, StoreError>;
}
