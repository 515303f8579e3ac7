//! Carts as they are stored.

use crate::cart::{Carts, OpenCart};
use crate::ports::StoreError;

impl Carts {
    /// The codes in a session's cart, without dropping those that no longer hold: the next change of the cart does.
    pub async fn stored_coupons(&self, session_key: &str) -> Result<Vec<String>, StoreError> {
        let stored = self.store.load_cart(session_key, self.context.now()).await?;
        Ok(stored.map(|cart| cart.content.coupons).unwrap_or_default())
    }
}

/// Marks the changes of the cart as reported. Their messages for the next page stay, as a page may read the cart in the background.
pub async fn mark_reported(carts: &Carts, open: &mut OpenCart) -> Result<(), StoreError> {
    let unreported = std::mem::take(&mut open.record.content.unreported);
    if !unreported.is_empty() && open.record.version > 0 {
        // A conflict means that another request is writing: the changes are reported once more then, never lost.
        let _ = carts.save_open_cart(open).await?;
    }
    Ok(())
}

/// Deletes carts whose time is over, at most so many; gives how many.
pub async fn delete_expired_carts(carts: &Carts, most: u64) -> Result<u64, StoreError> {
    carts.store.delete_expired_carts(carts.context.now(), most).await
}
