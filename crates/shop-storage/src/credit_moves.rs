//! What orders do to store credit, within the order's own transaction.

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::coupon::credit::end_after_return;
use shop_services::ports::{StoreError, TakenCredit};

use crate::db::{Write, col};

/// An entry of the ledger to be written.
pub(crate) struct Entry<'a> {
    pub(crate) credit: i64,
    pub(crate) kind: &'static str,
    pub(crate) cents: Cents,
    pub(crate) order: Option<OrderId>,
    pub(crate) author: &'a str,
    pub(crate) reason: &'a str,
}

/// Writes an entry of the ledger.
pub(crate) async fn enter(write: &Write<'_>, entry: &Entry<'_>, now: UnixSeconds) -> Result<(), StoreError> {
    write
        .run(
            "INSERT INTO credit_ledger (credit_id, kind, cents, order_id, author, reason, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            vec![
                entry.credit.into(),
                entry.kind.into(),
                entry.cents.0.into(),
                entry.order.map(|id| id.0).into(),
                entry.author.into(),
                entry.reason.into(),
                now.into(),
            ],
        )
        .await
        .map(|_| ())
}

/// Takes what credits pay, code by code in ascending order so that two orders never wait for each other in a circle. Gives the
/// numbers of the credits, or the code of one on which less is left or whose time is over.
pub(crate) async fn take(
    write: &Write<'_>,
    credits: &[TakenCredit],
    now: UnixSeconds,
) -> Result<Result<Vec<(i64, Cents)>, String>, StoreError> {
    let mut wanted: Vec<&TakenCredit> = credits.iter().collect();
    wanted.sort_by(|a, b| a.code.cmp(&b.code));
    let mut taken = Vec::with_capacity(wanted.len());
    for credit in wanted {
        let row = write
            .one(
                "UPDATE store_credit SET balance_cents = balance_cents - $2 WHERE code = $1 AND balance_cents >= $2 \
                 AND (expires_at IS NULL OR expires_at > $3) RETURNING id",
                vec![credit.code.as_str().into(), credit.amount.0.into(), now.into()],
            )
            .await?;
        let Some(row) = row else { return Ok(Err(credit.code.clone())) };
        taken.push((col(&row, "id")?, credit.amount));
    }
    Ok(Ok(taken))
}

/// Of what credits are to pay of an order, what they do not pay already.
pub(crate) async fn not_taken(
    write: &Write<'_>,
    order: OrderId,
    credits: &[TakenCredit],
) -> Result<Vec<TakenCredit>, StoreError> {
    let rows = write
        .all(
            "SELECT c.code FROM credit_ledger l JOIN store_credit c ON c.id = l.credit_id \
             WHERE l.order_id = $1 AND l.kind IN ('used', 'given_back') GROUP BY c.code HAVING SUM(l.cents) < 0",
            vec![order.0.into()],
        )
        .await?;
    let taken: Vec<String> = rows.iter().map(|row| col(row, "code")).collect::<Result<_, _>>()?;
    Ok(credits.iter().filter(|credit| !taken.contains(&credit.code)).cloned().collect())
}

/// Writes down what an order took.
pub(crate) async fn note(
    write: &Write<'_>,
    order: OrderId,
    taken: &[(i64, Cents)],
    author: &str,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    for (credit, cents) in taken {
        let entry = Entry { credit: *credit, kind: "used", cents: -*cents, order: Some(order), author, reason: "" };
        enter(write, &entry, now).await?;
    }
    Ok(())
}

/// Gives back what an order was paid with, less what was given back of it in other ways; gives the sum. A credit whose time
/// is over, or nearly, pays for some time more.
pub(crate) async fn give_back(
    write: &Write<'_>,
    order: OrderId,
    in_other_ways: Cents,
    author: &str,
    now: UnixSeconds,
) -> Result<Cents, StoreError> {
    let rows = write
        .all(
            "SELECT l.credit_id, CAST(-SUM(l.cents) AS BIGINT) AS used, MAX(c.expires_at) AS expires_at FROM credit_ledger l \
             JOIN store_credit c ON c.id = l.credit_id WHERE l.order_id = $1 AND l.kind IN ('used', 'given_back') \
             GROUP BY l.credit_id ORDER BY l.credit_id",
            vec![order.0.into()],
        )
        .await?;
    let mut kept = in_other_ways;
    let mut given = Cents::ZERO;
    for row in rows {
        let (credit, used): (i64, i64) = (col(&row, "credit_id")?, col(&row, "used")?);
        let withheld = kept.min(Cents(used.max(0)));
        kept = kept - withheld;
        let back = Cents(used) - withheld;
        if back <= Cents::ZERO {
            continue;
        }
        let end = end_after_return(col(&row, "expires_at")?, now);
        write
            .run(
                "UPDATE store_credit SET balance_cents = balance_cents + $2, expires_at = $3 WHERE id = $1",
                vec![credit.into(), back.0.into(), end.into()],
            )
            .await?;
        let entry = Entry { credit, kind: "given_back", cents: back, order: Some(order), author, reason: "" };
        enter(write, &entry, now).await?;
        given += back;
    }
    Ok(given)
}
