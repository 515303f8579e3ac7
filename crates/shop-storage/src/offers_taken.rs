//! Offers that orders are made of. One for a single order is used up by a conditional update: of two orders at once one gets it.

use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, OfferId, OrderId};
use shop_services::ports::{NewOrder, StoreError};

use crate::db::Write;
use crate::offers::FOR_ACCOUNT;
use crate::statement::{set, values};

/// Takes the offers of an order that is about to be written; gives the first that cannot be had by its buyer. The change of an
/// offer's row makes other orders with it wait until this one is written.
pub(crate) async fn take(write: &Write<'_>, order: &NewOrder, now: UnixSeconds) -> Result<Option<OfferId>, StoreError> {
    let buyer = order.customer_id.unwrap_or(CustomerId(0));
    for id in &order.offers {
        let sql = format!(
            "UPDATE offers SET state = CASE WHEN once THEN 'accepted' ELSE state END, updated_at = $2 \
             WHERE id = $1 AND state = 'sent' AND (valid_until IS NULL OR valid_until > $2) \
             AND EXISTS (SELECT 1 FROM customers c JOIN companies k ON k.id = c.company_id \
             WHERE c.id = $3 AND k.approval = 'approved' AND {FOR_ACCOUNT})"
        );
        if write.run(&sql, values![*id, now, buyer]).await? == 0 {
            return Ok(Some(*id));
        }
    }
    Ok(None)
}

/// Writes down which offers an order is made of.
pub(crate) async fn note(write: &Write<'_>, order: OrderId, offers: &[OfferId]) -> Result<(), StoreError> {
    for id in offers {
        write.insert("offer_orders", set! { offer_id: *id, order_id: order }).await?;
        write.update("offers", set! { used_order_id: order }, "id = $1", values![*id]).await?;
    }
    Ok(())
}

/// Gives the offers of an order back that was given up: they can be taken again as long as they hold.
pub(crate) async fn release(write: &Write<'_>, order: OrderId) -> Result<(), StoreError> {
    let used = "used_order_id = $1 AND state = 'accepted'";
    write.update("offers", set! { state = "'sent'" }, used, values![order]).await.map(|_| ())
}

/// Takes the offers of an order again that goes on after all, also those that ended or were withdrawn meanwhile: it was agreed upon
/// before. Gives one that another order has used up.
pub(crate) async fn retake(write: &Write<'_>, order: OrderId) -> Result<Option<OfferId>, StoreError> {
    let own = "once AND state = 'sent' AND id IN (SELECT offer_id FROM offer_orders WHERE order_id = $1)";
    let taken = set! { state = "'accepted'", used_order_id: order };
    write.update("offers", taken, own, values![order]).await?;
    let lost = "SELECT id FROM offers WHERE once AND state = 'accepted' AND used_order_id <> $1 \
                AND id IN (SELECT offer_id FROM offer_orders WHERE order_id = $1) ORDER BY id LIMIT 1";
    write.row(lost, values![order]).await
}
