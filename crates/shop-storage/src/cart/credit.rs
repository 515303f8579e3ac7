//! Store credit: its rows and its ledger. How orders spend and return it is in [`crate::cart::credit_moves`].

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::cart::coupon::credit::{CreditOwner, StoreCredit};
use shop_services::ports::{CreditFilter, CreditRecord, CreditState, CreditStore, LedgerEntry, NewCredit, StoreError};

use crate::cart::credit_moves::{Entry, insert_entry, not_expired};
use crate::db::fetch::{Fetch, Run, page_of};
use crate::db::returning::returning_columns;
use crate::db::{Db, Write};
use crate::entity::store_credit::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, credit_ledger, customers, record_from};
use crate::platform::outbox;
use crate::search::matches;

/// Maximum number of credits shown to a shopper.
const MAX_SHOWN: u64 = 50;
/// Maximum number of credits that one run expires.
const EXPIRY_BATCH: u64 = 500;

record_from! {
    |row: Model| CreditRecord {
        id,
        credit: StoreCredit { code: row.code, balance_cents: row.balance_cents.0, expires_at: row.expires_at },
        owner: CreditOwner { customer_id: row.customer_id.map(|id| id.0), email: row.email },
        issued: row.issued_cents.0,
        reason, created_at,
    }
}

record_from! { |row: credit_ledger::Model| LedgerEntry { id, kind, cents, order_id, author, reason, created_at } }

#[async_trait]
impl CreditStore for Db {
    async fn credits(&self, codes: &[String]) -> Result<Vec<CreditRecord>, StoreError> {
        if codes.is_empty() {
            return Ok(Vec::new());
        }
        Entity::find().filter(Column::Code.is_in(codes)).order_by_asc(Column::Id).fetch_records(self).await
    }

    async fn credits_of(&self, customer: CustomerId, now: UnixSeconds) -> Result<Vec<CreditRecord>, StoreError> {
        let open = Entity::find()
            .filter(Column::CustomerId.eq(Stored(customer)))
            .filter(Column::BalanceCents.gt(Stored(Cents::ZERO)))
            .filter(not_expired(now))
            .order_by_asc(Column::ExpiresAt.is_null())
            .order_by_asc(Column::ExpiresAt)
            .order_by_asc(Column::BalanceCents)
            .limit(MAX_SHOWN);
        open.fetch_records(self).await
    }

    async fn credit(&self, id: i64) -> Result<Option<CreditRecord>, StoreError> {
        Entity::find_by_id(id).fetch_record(self).await
    }

    async fn credit_ledger(&self, id: i64) -> Result<Vec<LedgerEntry>, StoreError> {
        let entries = credit_ledger::Entity::find()
            .filter(credit_ledger::Column::CreditId.eq(id))
            .order_by_asc(credit_ledger::Column::Id);
        entries.fetch_records(self).await
    }

    async fn list_credits(
        &self,
        filter: &CreditFilter,
        now: UnixSeconds,
    ) -> Result<(Vec<CreditRecord>, u64, Cents), StoreError> {
        let wanted = Entity::find().filter(conditions(filter, now));
        let page = page_of(wanted.clone().order_by_desc(Column::Id), filter.page, filter.per_page);
        let credits = page.fetch_records(self).await?;
        let sums = wanted
            .select_only()
            .expr_as(Column::BalanceCents.sum().cast_as("BIGINT"), "open")
            .expr_as(Expr::cust("*").count(), "credits")
            .into_tuple::<(Option<Stored<Cents>>, Stored<u64>)>();
        let (open, count) = sums.fetch_one(self).await?.unwrap_or_default();
        Ok((credits, count.0, open.unwrap_or_default().0))
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
        let withdrawn = Entity::update_many()
            .col_expr(Column::BalanceCents, Expr::col(Column::BalanceCents).sub(Stored(amount)))
            .filter(Column::Id.eq(id))
            .filter(Column::BalanceCents.gte(Stored(amount)));
        if withdrawn.run(&write).await? == 0 {
            return Ok(false);
        }
        let entry = Entry { credit: id, kind: "withdrawn", cents: -amount, order: None, author, reason };
        insert_entry(&write, &entry, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn expire_credits(&self, now: UnixSeconds) -> Result<u64, StoreError> {
        let write = self.begin(true).await?;
        let due = Entity::find()
            .select_only()
            .columns([Column::Id, Column::BalanceCents])
            .filter(Column::ExpiresAt.lte(now))
            .filter(Column::BalanceCents.gt(Stored(Cents::ZERO)))
            .order_by_asc(Column::Id)
            .limit(EXPIRY_BATCH)
            .into_tuple::<(i64, Stored<Cents>)>();
        let mut expired = 0;
        for (id, left) in due.fetch_all(&write).await? {
            // A concurrent order that spent from the credit has changed the balance: the next run sees the remainder.
            let emptied = ActiveModel { balance_cents: Set(Stored(Cents::ZERO)), ..Default::default() };
            let emptied = Entity::update_many()
                .set(emptied)
                .filter(Column::Id.eq(id))
                .filter(Column::BalanceCents.eq(left))
                .filter(Column::ExpiresAt.lte(now));
            if emptied.run(&write).await? == 1 {
                let (author, reason) = ("system", "");
                let entry = Entry { credit: id, kind: "expired", cents: -left.0, order: None, author, reason };
                insert_entry(&write, &entry, now).await?;
                expired += 1;
            }
        }
        write.commit().await?;
        Ok(expired)
    }
}

/// Issues a credit within a transaction and queues its mail; returns its id.
pub(crate) async fn issue(
    write: &Write<'_>,
    new: &NewCredit,
    order: Option<OrderId>,
    now: UnixSeconds,
) -> Result<i64, StoreError> {
    let id = insert(write, new, now).await?;
    let entry =
        Entry { credit: id, kind: "issued", cents: new.amount, order, author: &new.author, reason: &new.reason };
    insert_entry(write, &entry, now).await?;
    outbox::queue(write, None, std::slice::from_ref(&new.mail), now).await?;
    Ok(id)
}

/// Inserts a credit; it belongs to the account with its email address if that address is confirmed.
async fn insert(write: &Write<'_>, new: &NewCredit, now: UnixSeconds) -> Result<i64, StoreError> {
    let owner = customers::Entity::find()
        .select_only()
        .column(customers::Column::Id)
        .filter(customers::Column::Email.eq(&new.email))
        .filter(customers::Column::EmailConfirmedAt.is_not_null())
        .into_query();
    let row: [(Column, Expr); 8] = [
        (Column::Email, Expr::value(&new.email)),
        (Column::Code, Expr::value(&new.code)),
        (Column::CustomerId, owner.into()),
        (Column::BalanceCents, Expr::value(Stored(new.amount))),
        (Column::IssuedCents, Expr::value(Stored(new.amount))),
        (Column::ExpiresAt, Expr::value(new.expires_at)),
        (Column::Reason, Expr::value(&new.reason)),
        (Column::CreatedAt, Expr::value(now)),
    ];
    let (columns, values): (Vec<Column>, Vec<Expr>) = row.into_iter().unzip();
    let mut insert = Query::insert();
    insert.into_table(Entity).columns(columns).returning_col(Column::Id);
    insert.values(values).map_err(|error| StoreError::Refused(error.to_string()))?;
    let ids = returning_columns(&insert, write).await?;
    ids.first().copied().ok_or_else(|| StoreError::Refused("the insert of a store credit returned no id".to_owned()))
}

fn conditions(filter: &CreditFilter, now: UnixSeconds) -> Condition {
    let owner = filter.owner.as_ref().map(|owner| {
        Condition::any()
            .add(Column::CustomerId.eq(Stored(owner.customer_id.unwrap_or(CustomerId(0)))))
            .add(Column::Email.eq(&owner.email))
    });
    let nothing = Stored(Cents::ZERO);
    let state = filter.state.map(|state| match state {
        CreditState::Open => Condition::all().add(Column::BalanceCents.gt(nothing)).add(not_expired(now)),
        CreditState::Empty => Condition::all().add(Column::BalanceCents.eq(nothing)).add(not_expired(now)),
        CreditState::Expired => Condition::all().add(Column::ExpiresAt.lte(now)),
    });
    Condition::all()
        .add_option(matches(&filter.search, [Column::Code.into_expr(), Column::Email.into_expr()]))
        .add_option(owner)
        .add_option(state)
}
