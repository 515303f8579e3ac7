//! Store credit: its rows and its ledger. What an order takes and gives back is in [`crate::credit_moves`].

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::coupon::credit::{CreditOwner, StoreCredit};
use shop_services::ports::{CreditFilter, CreditRecord, CreditState, CreditStore, LedgerEntry, NewCredit, StoreError};

use crate::credit_moves::{Entry, enter};
use crate::db::{Db, Write};
use crate::outbox;
use crate::row::row;
use crate::statement::{Filter, set, values};

/// Most credits shown to a shopper.
const SHOWN: i64 = 50;

row! {
    CreditRecord: store_credit(id) {
        id, credit: StoreCredit { code, balance_cents, expires_at }, owner: CreditOwner { customer_id, email },
        issued: issued_cents, reason, created_at,
    }
}

row! {
    LedgerEntry: credit_ledger(id) { id, kind, cents, order_id, author, reason, created_at, }
}

row! {
    /// What is open of some credits, and how many there are.
    struct OpenCredit: store_credit(open) {
        open: Cents = "CAST(COALESCE(SUM(balance_cents), 0) AS BIGINT)",
        count: u64 = "COUNT(*)",
    }
}

#[async_trait]
impl CreditStore for Db {
    async fn credits(&self, codes: &[String]) -> Result<Vec<CreditRecord>, StoreError> {
        if codes.is_empty() {
            return Ok(Vec::new());
        }
        let mut wanted = Filter::new("1 = 1");
        wanted.and_one_of("code", codes.iter());
        self.list_by(wanted, "ORDER BY id").await
    }

    async fn credits_of(&self, customer: CustomerId, now: UnixSeconds) -> Result<Vec<CreditRecord>, StoreError> {
        let rest = "WHERE customer_id = $1 AND balance_cents > 0 AND (expires_at IS NULL OR expires_at > $2) \
                    ORDER BY expires_at IS NULL, expires_at, balance_cents LIMIT $3";
        self.list(rest, values![customer, now, SHOWN]).await
    }

    async fn credit(&self, id: i64) -> Result<Option<CreditRecord>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn credit_ledger(&self, id: i64) -> Result<Vec<LedgerEntry>, StoreError> {
        self.list("WHERE credit_id = $1 ORDER BY id", values![id]).await
    }

    async fn list_credits(
        &self,
        filter: &CreditFilter,
        now: UnixSeconds,
    ) -> Result<(Vec<CreditRecord>, u64, Cents), StoreError> {
        let condition = conditions(filter, now);
        let rows = self.page_of(&condition, "id DESC", (filter.page, filter.per_page)).await?;
        let sums = self.list_by::<OpenCredit>(condition, "").await?.pop();
        let (count, open) = sums.map_or((0, Cents::ZERO), |sums| (sums.count, sums.open));
        Ok((rows, count, open))
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
        let sql = "UPDATE store_credit SET balance_cents = balance_cents - $2 WHERE id = $1 AND balance_cents >= $2";
        if write.run(sql, values![id, amount]).await? == 0 {
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
        let mut expired = 0;
        for (id, left) in write.rows::<(i64, Cents)>(due, values![now]).await? {
            // An order that took from it meanwhile changed the balance: the next round sees what is left then.
            let sql =
                "UPDATE store_credit SET balance_cents = 0 WHERE id = $1 AND balance_cents = $2 AND expires_at <= $3";
            if write.run(sql, values![id, left, now]).await? == 1 {
                let (author, reason) = ("system", "");
                let entry = Entry { credit: id, kind: "expired", cents: -left, order: None, author, reason };
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
    let row = set! {
        email: &new.email,
        code: &new.code,
        customer_id = "(SELECT id FROM customers WHERE email = $1 AND email_confirmed_at IS NOT NULL)",
        balance_cents: new.amount,
        issued_cents: new.amount,
        expires_at: new.expires_at,
        reason: &new.reason,
        created_at: now,
    };
    let id = write.insert_new("store_credit", row).await?;
    let entry =
        Entry { credit: id, kind: "issued", cents: new.amount, order, author: &new.author, reason: &new.reason };
    enter(write, &entry, now).await?;
    outbox::queue(write, None, std::slice::from_ref(&new.mail), now).await?;
    Ok(id)
}

fn conditions(filter: &CreditFilter, now: UnixSeconds) -> Filter {
    let mut out = Filter::new("1 = 1");
    out.and_search(&filter.search, &["code", "email"]);
    if let Some(owner) = &filter.owner {
        out.and_either(("customer_id", owner.customer_id.unwrap_or(CustomerId(0))), ("email", &owner.email));
    }
    if let Some(state) = filter.state {
        let condition = match state {
            CreditState::Open => "balance_cents > 0 AND (expires_at IS NULL OR expires_at > ?)",
            CreditState::Empty => "balance_cents = 0 AND (expires_at IS NULL OR expires_at > ?)",
            CreditState::Expired => "expires_at <= ?",
        };
        out.and(condition, now);
    }
    out
}
