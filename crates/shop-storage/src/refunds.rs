//! Refunds of orders.

use sea_orm::QueryResult;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::order::refund::RefundProgress;
use shop_services::ports::{NewMail, NewRefund, RefundRecord, StoreError};

use crate::bookings::free_place;
use crate::credit::issue;
use crate::credit_moves::give_back;
use crate::db::{Db, Write, col, json, to_json};
use crate::gateway_refunds::{NewPart, write_part};
use crate::instalments::unpaid;
use crate::outbox;
use crate::stock::count_stock_change;

impl Db {
    pub(crate) async fn read_refunds(&self, id: OrderId) -> Result<Vec<RefundRecord>, StoreError> {
        let sql = "SELECT id, as_credit, amount_cents, failed_cents, shipping_cents, lines, restocked, persons_freed, reason, \
                   author, created_at FROM refunds WHERE order_id = $1 ORDER BY id";
        let mut refunds: Vec<RefundRecord> =
            self.all(sql, vec![id.0.into()]).await?.iter().map(refund).collect::<Result<_, _>>()?;
        for part in self.read_gateway_refunds(id).await? {
            if let Some(refund) = refunds.iter_mut().find(|refund| refund.id == part.refund_id) {
                refund.parts.push(part);
            }
        }
        Ok(refunds)
    }

    pub(crate) async fn write_refund(&self, new: &NewRefund, now: UnixSeconds) -> Result<Option<i64>, StoreError> {
        let write = self.begin(true).await?;
        let (money, credit) = new.expected;
        let more = |as_credit| if new.refund.as_credit == as_credit { new.refund.cents } else { Cents::ZERO };
        let changed = write
            .one(
                "UPDATE orders SET refunded_cents = refunded_cents + $2, credit_refunded_cents = credit_refunded_cents + $3, \
                 updated_at = $6 WHERE id = $1 AND refunded_cents = $4 AND credit_refunded_cents = $5 \
                 AND (status IN ('processing', 'completed') OR $7) RETURNING stock_taken",
                vec![
                    new.order_id.0.into(),
                    more(false).0.into(),
                    more(true).0.into(),
                    money.0.into(),
                    credit.0.into(),
                    now.into(),
                    // Captured money goes back whatever became of the order.
                    (!new.parts.is_empty()).into(),
                ],
            )
            .await?;
        let Some(row) = changed else { return Ok(None) };
        let stock_taken: bool = col(&row, "stock_taken")?;
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
        // One message of a kind for each order: the number keeps several refunds apart.
        let mails: Vec<NewMail> =
            new.mails.iter().map(|mail| NewMail { kind: format!("{}_{id}", mail.kind), ..mail.clone() }).collect();
        outbox::queue(&write, Some(new.order_id), &mails, now).await?;
        write.commit().await?;
        Ok(Some(id))
    }
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
    let row = write
        .one("SELECT total_cents, refunded_cents, credit_refunded_cents FROM orders WHERE id = $1", vec![id.0.into()])
        .await?;
    let Some(row) = row else { return Ok(()) };
    let cents = |name: &str| col::<i64>(&row, name).map(Cents);
    let (total, money_before, credit_before) =
        (cents("total_cents")?, cents("refunded_cents")?, cents("credit_refunded_cents")?);
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
    write
        .run(
            "UPDATE orders SET refunded_cents = refunded_cents + $2, credit_refunded_cents = credit_refunded_cents + $3 WHERE id = $1",
            vec![id.0.into(), money.0.into(), returned.0.into()],
        )
        .await
        .map(|_| ())
}

/// What an order is paid with: taken from credits, less what cancelling gave back.
async fn used_credit(write: &Write<'_>, id: OrderId) -> Result<Cents, StoreError> {
    let sql = "SELECT CAST(COALESCE(-SUM(cents), 0) AS BIGINT) AS used FROM credit_ledger \
               WHERE order_id = $1 AND kind IN ('used', 'given_back')";
    let row = write.one(sql, vec![id.0.into()]).await?;
    row.map_or(Ok(Cents::ZERO), |row| col::<i64>(&row, "used").map(Cents))
}

async fn restock(write: &Write<'_>, new: &NewRefund) -> Result<(), StoreError> {
    for line in new.refund.lines.iter().filter(|line| line.quantity > 0) {
        let row = write
            .one(
                "UPDATE order_lines SET restocked = restocked + $3 WHERE order_id = $1 AND position = $2 \
                 RETURNING stock_product_id",
                vec![new.order_id.0.into(), line.position.into(), line.quantity.into()],
            )
            .await?;
        let product: Option<i64> = match row {
            Some(row) => col(&row, "stock_product_id")?,
            None => None,
        };
        if let Some(product) = product {
            let sql = "UPDATE products SET stock_quantity = stock_quantity + $2 WHERE id = $1";
            write.run(sql, vec![product.into(), line.quantity.into()]).await?;
        }
    }
    count_stock_change(write).await
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
    let row = write
        .one(
            "INSERT INTO refunds (order_id, as_credit, amount_cents, shipping_cents, lines, restocked, persons_freed, \
             credit_id, reason, author, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id",
            vec![
                order.0.into(),
                refund.as_credit.into(),
                refund.cents.0.into(),
                refund.shipping.0.into(),
                to_json(&refund.lines)?.into(),
                refund.restocked.into(),
                refund.persons_freed.into(),
                credit.into(),
                refund.reason.as_str().into(),
                refund.author.as_str().into(),
                now.into(),
            ],
        )
        .await?;
    let row = row.ok_or_else(|| StoreError::Refused("an inserted refund returned no id".into()))?;
    col(&row, "id")
}

pub(crate) fn refund(row: &QueryResult) -> Result<RefundRecord, StoreError> {
    let id: i64 = col(row, "id")?;
    Ok(RefundRecord {
        id,
        as_credit: col(row, "as_credit")?,
        cents: Cents(col(row, "amount_cents")?),
        failed: Cents(col(row, "failed_cents")?),
        parts: Vec::new(),
        lines: json(&col::<String>(row, "lines")?, "refunds", id)?,
        shipping: Cents(col(row, "shipping_cents")?),
        restocked: col(row, "restocked")?,
        persons_freed: col(row, "persons_freed")?,
        reason: col(row, "reason")?,
        author: col(row, "author")?,
        created_at: col(row, "created_at")?,
    })
}
