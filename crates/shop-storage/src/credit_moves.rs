//! What orders do to store credit, within the order's own transaction.

use std::collections::BTreeMap;

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::coupon::credit::end_after_return;
use shop_services::ports::{StoreError, TakenCredit};

use crate::db::Write;
use crate::statement::{set, values};

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
    let row = set! {
        credit_id: entry.credit,
        kind: entry.kind,
        cents: entry.cents,
        order_id: entry.order,
        author: entry.author,
        reason: entry.reason,
        created_at: now,
    };
    write.insert("credit_ledger", row).await
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
        let sql = "UPDATE store_credit SET balance_cents = balance_cents - $2 WHERE code = $1 AND balance_cents >= $2 \
                   AND (expires_at IS NULL OR expires_at > $3) RETURNING id";
        let id = write.row::<i64>(sql, values![&credit.code, credit.amount, now]).await?;
        let Some(id) = id else { return Ok(Err(credit.code.clone())) };
        taken.push((id, credit.amount));
    }
    Ok(Ok(taken))
}

/// Of what credits are to pay of an order, what they do not pay now.
pub(crate) async fn not_taken(
    write: &Write<'_>,
    order: OrderId,
    credits: &[TakenCredit],
) -> Result<Vec<TakenCredit>, StoreError> {
    let sql = "SELECT c.code, CAST(-SUM(l.cents) AS BIGINT) FROM credit_ledger l JOIN store_credit c ON c.id = l.credit_id \
               WHERE l.order_id = $1 AND l.kind IN ('used', 'given_back') GROUP BY c.code";
    let paid: BTreeMap<String, Cents> = write.rows::<(String, Cents)>(sql, values![order]).await?.into_iter().collect();
    let rest = |credit: &TakenCredit| {
        let amount = credit.amount - paid.get(&credit.code).copied().unwrap_or_default();
        (amount > Cents::ZERO).then(|| TakenCredit { code: credit.code.clone(), amount })
    };
    Ok(credits.iter().filter_map(rest).collect())
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
    let sql = "SELECT l.credit_id, CAST(-SUM(l.cents) AS BIGINT), MAX(c.expires_at) FROM credit_ledger l \
               JOIN store_credit c ON c.id = l.credit_id WHERE l.order_id = $1 AND l.kind IN ('used', 'given_back') \
               GROUP BY l.credit_id ORDER BY l.credit_id";
    let rows = write.rows::<(i64, i64, Option<UnixSeconds>)>(sql, values![order]).await?;
    let mut kept = in_other_ways;
    let mut given = Cents::ZERO;
    for (credit, used, expires_at) in rows {
        let withheld = kept.min(Cents(used.max(0)));
        kept = kept - withheld;
        let back = Cents(used) - withheld;
        if back <= Cents::ZERO {
            continue;
        }
        let end = end_after_return(expires_at, now);
        let sql = "UPDATE store_credit SET balance_cents = balance_cents + $2, expires_at = $3 WHERE id = $1";
        write.run(sql, values![credit, back, end]).await?;
        let entry = Entry { credit, kind: "given_back", cents: back, order: Some(order), author, reason: "" };
        enter(write, &entry, now).await?;
        given += back;
    }
    Ok(given)
}
