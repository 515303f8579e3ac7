//! Operations on stored carts.

use crate::cart::{Carts, OpenCart};
use crate::ports::StoreError;

impl Carts {
    /// Returns the codes in a session's cart, without dropping invalid ones: the next change of the cart does.
    pub async fn stored_coupons(&self, session_key: &str) -> Result<Vec<String>, StoreError> {
        let stored = self.store.load_cart(session_key, self.context.now()).await?;
        Ok(stored.map(|cart| cart.content.coupons).unwrap_or_default())
    }
}

/// Marks the changes of the cart as reported. Their messages for the next page stay, because a page may load the cart in the
/// background.
pub async fn mark_reported(carts: &Carts, open: &mut OpenCart) -> Result<(), StoreError> {
    let unreported = std::mem::take(&mut open.record.content.unreported);
    if !unreported.is_empty() && open.record.version > 0 {
        // On a conflict another request is writing: the changes are then reported once more, never lost.
        let _ = carts.save_open_cart(open).await?;
    }
    Ok(())
}

/// Deletes at most `limit` expired carts; returns how many.
pub async fn delete_expired_carts(carts: &Carts, most: u64) -> Result<u64, StoreError> {
    carts.store.delete_expired_carts(carts.context.now(), most).await
}
