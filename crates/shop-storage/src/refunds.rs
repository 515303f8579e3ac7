//! Refunds of orders.

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId, ProductId};
use shop_core::order::refund::RefundProgress;
use shop_services::ports::{GatewayRefundRecord, NewRefund, RefundRecord, StoreError};

use crate::bookings::free_place;
use crate::counters::Kept;
use crate::credit::issue;
use crate::credit_moves::give_back;
use crate::db::{Db, Write, to_json};
use crate::instalments::unpaid;
use crate::outbox;
use crate::refund_parts::{NewPart, write_part};
use crate::row::row;
use crate::statement::{set, values};

row! {
    RefundRecord: refunds(id) {
        id, as_credit, cents: amount_cents, failed: failed_cents, parts = Vec::new(), lines, shipping: shipping_cents,
        restocked, persons_freed, reason, author, request_hash, created_at,
    }
}

pub(crate) async fn read_refunds(db: &Db, id: OrderId) -> Result<Vec<RefundRecord>, StoreError> {
    let mut refunds: Vec<RefundRecord> = db.list("WHERE order_id = $1 ORDER BY id", values![id]).await?;
    for part in db.list::<GatewayRefundRecord>("WHERE order_id = $1 ORDER BY id", values![id]).await? {
        if let Some(refund) = refunds.iter_mut().find(|refund| refund.id == part.refund_id) {
            refund.parts.push(part);
        }
    }
    Ok(refunds)
}

pub(crate) async fn write_refund(db: &Db, new: &NewRefund, now: UnixSeconds) -> Result<Option<i64>, StoreError> {
    let write = db.begin(true).await?;
    let (money, credit) = new.expected;
    let more = |as_credit| if new.refund.as_credit == as_credit { new.refund.cents } else { Cents::ZERO };
    let sql = "UPDATE orders SET refunded_cents = refunded_cents + $2, credit_refunded_cents = credit_refunded_cents + $3, \
                   updated_at = $6 WHERE id = $1 AND refunded_cents = $4 AND credit_refunded_cents = $5 \
                   AND (status IN ('processing', 'completed') OR $7) RETURNING stock_taken";
    // Captured money goes back whatever became of the order.
    let captured = !new.parts.is_empty();
    let values = values![new.order_id, more(false), more(true), money, credit, now, captured];
    let Some(stock_taken) = write.row::<bool>(sql, values).await? else { return Ok(None) };
    let restocked = new.refund.restocked && stock_taken;
    if restocked {
        restock(&write, new).await?;
    }
    // An order that was cancelled meanwhile has given them back already.
    let persons_freed = if new.free_places && stock_taken { free_places(&write, new).await? } else { 0 };
    let issued = match &new.credit {
        Some(credit) => Some(issue(&write, credit, Some(new.order_id), now).await?),
        None => None,
    };
    let refund = RefundRecord { restocked, persons_freed, ..new.refund.clone() };
    let id = insert(&write, new.order_id, &refund, issued, now).await?;
    for (payment, cents) in &new.parts {
        let part = NewPart { order: new.order_id, refund: id, payment: *payment, cents: *cents };
        write_part(&write, &part, RefundProgress::Asked, None, Some(new.check_at), now).await?;
    }
    outbox::queue(&write, Some(new.order_id), &outbox::numbered(&new.mails, id), now).await?;
    write.commit().await?;
    Ok(Some(id))
}

/// Books what is left of an order that is refunded as a whole: money first, then the credit it was paid with, which goes back
/// to where it came from.
pub(crate) async fn refund_rest(
    write: &Write<'_>,
    id: OrderId,
    author: &str,
    reason: &str,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    let sql = "SELECT total_cents, refunded_cents, credit_refunded_cents FROM orders WHERE id = $1";
    let found = write.row::<(Cents, Cents, Cents)>(sql, values![id]).await?;
    let Some((total, money_before, credit_before)) = found else { return Ok(()) };
    let paid_by_credit = used_credit(write, id).await?;
    let returned = give_back(write, id, credit_before, author, now).await?;
    // What came back as credit beyond the credit paid stands for money.
    let beyond = (credit_before - paid_by_credit).max(Cents::ZERO);
    let paid = total - unpaid(write, id).await?;
    let money = (paid - money_before - beyond).max(Cents::ZERO);
    for (as_credit, cents) in [(false, money), (true, returned)] {
        if cents > Cents::ZERO {
            let refund = RefundRecord {
                as_credit,
                cents,
                reason: reason.to_owned(),
                author: author.to_owned(),
                ..RefundRecord::default()
            };
            insert(write, id, &refund, None, now).await?;
        }
    }
    let sql = "UPDATE orders SET refunded_cents = refunded_cents + $2, credit_refunded_cents = credit_refunded_cents + $3 \
               WHERE id = $1";
    write.run(sql, values![id, money, returned]).await.map(|_| ())
}

/// What an order is paid with: taken from credits, less what cancelling gave back.
async fn used_credit(write: &Write<'_>, id: OrderId) -> Result<Cents, StoreError> {
    let sql = "SELECT CAST(COALESCE(-SUM(cents), 0) AS BIGINT) FROM credit_ledger \
               WHERE order_id = $1 AND kind IN ('used', 'given_back')";
    write.number(sql, values![id]).await.map(Cents)
}

async fn restock(write: &Write<'_>, new: &NewRefund) -> Result<(), StoreError> {
    for line in new.refund.lines.iter().filter(|line| line.quantity > 0) {
        let sql = "UPDATE order_lines SET restocked = restocked + $3 WHERE order_id = $1 AND position = $2 \
                   RETURNING stock_product_id";
        let product = write.row::<Option<ProductId>>(sql, values![new.order_id, line.position, line.quantity]).await?;
        if let Some(product) = product.flatten() {
            let sql = "UPDATE products SET stock_quantity = stock_quantity + $2 WHERE id = $1";
            write.run(sql, values![product, line.quantity]).await?;
        }
    }
    Kept::Stock.changed(write).await
}

/// Gives back the places of the returned bookings; gives their people. Each is given back once.
async fn free_places(write: &Write<'_>, new: &NewRefund) -> Result<i64, StoreError> {
    let mut persons = 0;
    for line in new.refund.lines.iter().filter(|line| line.quantity > 0) {
        persons += free_place(write, new.order_id, line.position).await?;
    }
    Ok(persons)
}

pub(crate) async fn insert(
    write: &Write<'_>,
    order: OrderId,
    refund: &RefundRecord,
    credit: Option<i64>,
    now: UnixSeconds,
) -> Result<i64, StoreError> {
    let row = set! {
        order_id: order,
        as_credit: refund.as_credit,
        amount_cents: refund.cents,
        shipping_cents: refund.shipping,
        lines: to_json(&refund.lines)?,
        restocked: refund.restocked,
        persons_freed: refund.persons_freed,
        credit_id: credit,
        reason: &refund.reason,
        author: &refund.author,
        request_hash: &refund.request_hash,
        created_at: now,
    };
    write.insert_new("refunds", row).await
}
