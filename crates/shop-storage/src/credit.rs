//! Store credit: its rows and its ledger. What an order takes and gives back is in [`crate::credit_moves`].

use async_trait::async_trait;
use sea_orm::{QueryResult, Value};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::coupon::credit::{CreditOwner, StoreCredit};
use shop_services::ports::{CreditFilter, CreditRecord, CreditState, CreditStore, LedgerEntry, NewCredit, StoreError};

use crate::credit_moves::{Entry, enter};
use crate::db::{Db, Write, col, contains, list};
use crate::outbox;

const COLUMNS: &str = "id, code, customer_id, email, balance_cents, issued_cents, expires_at, reason, created_at";
/// Most credits shown to a shopper.
const SHOWN: i64 = 50;

#[async_trait]
impl CreditStore for Db {
    async fn credits(&self, codes: &[String]) -> Result<Vec<CreditRecord>, StoreError> {
        if codes.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!("SELECT {COLUMNS} FROM store_credit WHERE code IN ({}) ORDER BY id", list(1, codes.len()));
        self.all(&sql, codes.iter().map(|code| code.as_str().into()).collect()).await?.iter().map(record).collect()
    }

    async fn credits_of(&self, customer: CustomerId, now: UnixSeconds) -> Result<Vec<CreditRecord>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM store_credit WHERE customer_id = $1 AND balance_cents > 0 \
             AND (expires_at IS NULL OR expires_at > $2) ORDER BY expires_at IS NULL, expires_at, balance_cents LIMIT $3"
        );
        self.all(&sql, vec![customer.0.into(), now.into(), SHOWN.into()]).await?.iter().map(record).collect()
    }

    async fn credit(&self, id: i64) -> Result<Option<CreditRecord>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM store_credit WHERE id = $1");
        self.one(&sql, vec![id.into()]).await?.as_ref().map(record).transpose()
    }

    async fn credit_ledger(&self, id: i64) -> Result<Vec<LedgerEntry>, StoreError> {
        let sql = "SELECT id, kind, cents, order_id, author, reason, created_at FROM credit_ledger WHERE credit_id = $1 ORDER BY id";
        self.all(sql, vec![id.into()]).await?.iter().map(entry).collect()
    }

    async fn list_credits(
        &self,
        filter: &CreditFilter,
        now: UnixSeconds,
    ) -> Result<(Vec<CreditRecord>, u64, Cents), StoreError> {
        let (condition, values) = conditions(filter, now);
        let per_page = i64::try_from(filter.per_page.clamp(1, 100)).unwrap_or(25);
        let offset = i64::try_from(filter.page.saturating_sub(1)).unwrap_or(0).saturating_mul(per_page);
        let (limit_at, offset_at) = (values.len() + 1, values.len() + 2);
        let mut paged = values.clone();
        paged.extend([per_page.into(), offset.into()]);
        let sql = format!(
            "SELECT {COLUMNS} FROM store_credit WHERE {condition} ORDER BY id DESC LIMIT ${limit_at} OFFSET ${offset_at}"
        );
        let rows = self.all(&sql, paged).await?.iter().map(record).collect::<Result<Vec<_>, _>>()?;
        let sql = format!(
            "SELECT COUNT(*) AS n, CAST(COALESCE(SUM(balance_cents), 0) AS BIGINT) AS open FROM store_credit WHERE {condition}"
        );
        let sums = self.one(&sql, values).await?;
        let (count, open): (i64, i64) = match sums {
            Some(row) => (col(&row, "n")?, col(&row, "open")?),
            None => (0, 0),
        };
        Ok((rows, u64::try_from(count).unwrap_or(0), Cents(open)))
    }

    async fn issue_credits(&self, new: &[NewCredit], now: UnixSeconds) -> Result<Vec<i64>, StoreError> {
        let write = self.begin(true).await?;
        let mut ids = Vec::with_capacity(new.len());
        for credit in new {
            ids.push(issue(&write, credit, None, now).await?);
        }
        write.commit().await?;
        Ok(ids)
    }

    async fn withdraw_credit(
        &self,
        id: i64,
        amount: Cents,
        author: &str,
        reason: &str,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let taken = write
            .run(
                "UPDATE store_credit SET balance_cents = balance_cents - $2 WHERE id = $1 AND balance_cents >= $2",
                vec![id.into(), amount.0.into()],
            )
            .await?;
        if taken == 0 {
            return Ok(false);
        }
        let entry = Entry { credit: id, kind: "withdrawn", cents: -amount, order: None, author, reason };
        enter(&write, &entry, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn expire_credits(&self, now: UnixSeconds) -> Result<u64, StoreError> {
        let write = self.begin(true).await?;
        let due = "SELECT id, balance_cents FROM store_credit WHERE expires_at <= $1 AND balance_cents > 0 ORDER BY id LIMIT 500";
        let rows = write.all(due, vec![now.into()]).await?;
        let mut expired = 0;
        for row in rows {
            let (id, left): (i64, i64) = (col(&row, "id")?, col(&row, "balance_cents")?);
            // An order that took from it meanwhile changed the balance: the next round sees what is left then.
            let sql =
                "UPDATE store_credit SET balance_cents = 0 WHERE id = $1 AND balance_cents = $2 AND expires_at <= $3";
            if write.run(sql, vec![id.into(), left.into(), now.into()]).await? == 1 {
                let entry = Entry {
                    credit: id,
                    kind: "expired",
                    cents: Cents(-left),
                    order: None,
                    author: "system",
                    reason: "",
                };
                enter(&write, &entry, now).await?;
                expired += 1;
            }
        }
        write.commit().await?;
        Ok(expired)
    }
}

/// Issues a credit within a transaction, with its message; gives its number.
pub(crate) async fn issue(
    write: &Write<'_>,
    new: &NewCredit,
    order: Option<OrderId>,
    now: UnixSeconds,
) -> Result<i64, StoreError> {
    let row = write
        .one(
            "INSERT INTO store_credit (code, customer_id, email, balance_cents, issued_cents, expires_at, reason, created_at) \
             VALUES ($1, (SELECT id FROM customers WHERE email = $2 AND email_confirmed_at IS NOT NULL), $2, $3, $3, $4, $5, $6) RETURNING id",
            vec![
                new.code.as_str().into(),
                new.email.as_str().into(),
                new.amount.0.into(),
                new.expires_at.into(),
                new.reason.as_str().into(),
                now.into(),
            ],
        )
        .await?;
    let row = row.ok_or_else(|| StoreError::Refused("an inserted credit returned no id".into()))?;
    let id: i64 = col(&row, "id")?;
    let entry =
        Entry { credit: id, kind: "issued", cents: new.amount, order, author: &new.author, reason: &new.reason };
    enter(write, &entry, now).await?;
    outbox::queue(write, None, std::slice::from_ref(&new.mail), now).await?;
    Ok(id)
}

fn conditions(filter: &CreditFilter, now: UnixSeconds) -> (String, Vec<Value>) {
    let mut values: Vec<Value> = Vec::new();
    let mut parts = vec!["1 = 1".to_owned()];
    let search = filter.search.trim();
    if !search.is_empty() {
        values.push(contains(search).into());
        let n = values.len();
        parts.push(format!("(code LIKE ${n} ESCAPE '\\' OR email LIKE ${n} ESCAPE '\\')"));
    }
    if let Some(owner) = &filter.owner {
        values.extend([owner.customer_id.map_or(0, |id| id.0).into(), owner.email.as_str().into()]);
        parts.push(format!("(customer_id = ${} OR email = ${})", values.len() - 1, values.len()));
    }
    if let Some(state) = filter.state {
        values.push(now.into());
        let n = values.len();
        parts.push(match state {
            CreditState::Open => format!("balance_cents > 0 AND (expires_at IS NULL OR expires_at > ${n})"),
            CreditState::Empty => format!("balance_cents = 0 AND (expires_at IS NULL OR expires_at > ${n})"),
            CreditState::Expired => format!("expires_at <= ${n}"),
        });
    }
    (parts.join(" AND "), values)
}

fn record(row: &QueryResult) -> Result<CreditRecord, StoreError> {
    Ok(CreditRecord {
        id: col(row, "id")?,
        credit: StoreCredit {
            code: col(row, "code")?,
            balance_cents: Cents(col(row, "balance_cents")?),
            expires_at: col(row, "expires_at")?,
        },
        owner: CreditOwner {
            customer_id: col::<Option<i64>>(row, "customer_id")?.map(CustomerId),
            email: col(row, "email")?,
        },
        issued: Cents(col(row, "issued_cents")?),
        reason: col(row, "reason")?,
        created_at: col(row, "created_at")?,
    })
}

fn entry(row: &QueryResult) -> Result<LedgerEntry, StoreError> {
    Ok(LedgerEntry {
        id: col(row, "id")?,
        kind: col(row, "kind")?,
        cents: Cents(col(row, "cents")?),
        order_id: col::<Option<i64>>(row, "order_id")?.map(OrderId),
        author: col(row, "author")?,
        reason: col(row, "reason")?,
        created_at: col(row, "created_at")?,
    })
}
