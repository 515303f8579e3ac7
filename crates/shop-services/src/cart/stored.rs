//! Carts as they are stored.

use crate::cart::Carts;
use crate::ports::StoreError;

impl Carts {
    /// The codes in a session's cart, without dropping those that no longer hold: the next change of the cart does.
    pub async fn stored_coupons(&self, session_key: &str) -> Result<Vec<String>, StoreError> {
        let stored = self.store.load_cart(session_key, self.context.now()).await?;
        Ok(stored.map(|cart| cart.content.coupons).unwrap_or_default())
    }
}

/// Deletes carts whose time is over, at most so many; gives how many.
pub async fn delete_expired_carts(carts: &Carts, most: u64) -> Result<u64, StoreError> {
    carts.store.delete_expired_carts(carts.context.now(), most).await
}
