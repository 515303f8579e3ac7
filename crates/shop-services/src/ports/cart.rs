//! Carts.

use async_trait::async_trait;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;

use super::StoreError;
use crate::records::CartContent;

/// A stored cart.
#[derive(Clone, Debug, PartialEq)]
pub struct CartRecord {
    /// Session that owns the cart: `t_` and 30 hex digits for a guest, `c_` and the customer's id otherwise.
    pub session_key: String,
    /// Owner when logged in.
    pub customer_id: Option<CustomerId>,
    /// Incremented by every write; 0 if not stored yet.
    pub version: i64,
    pub content: CartContent,
    /// When the cart may be deleted.
    pub expires_at: UnixSeconds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    Saved,
    /// A concurrent request saved the cart first: load it again and retry.
    Conflict,
}

/// Reads and writes carts. A cart is one document: one statement reads it, one writes it, and concurrent writers detect each
/// other by the version.
#[async_trait]
pub trait CartStore: Send + Sync {
    /// Loads the cart of a session, unless it has expired.
    async fn load_cart(&self, session_key: &str, now: UnixSeconds) -> Result<Option<CartRecord>, StoreError>;

    /// Saves the cart if the stored version still equals the record's.
    async fn save_cart(&self, record: &CartRecord, now: UnixSeconds) -> Result<SaveOutcome, StoreError>;

    async fn delete_cart(&self, session_key: &str) -> Result<(), StoreError>;

    /// Deletes at limit `limit` expired carts, the longest expired first; returns the number deleted. A cart that is renewed
    /// meanwhile stays.
    async fn delete_expired_carts(&self, now: UnixSeconds, limit: u64) -> Result<u64, StoreError>;
}
