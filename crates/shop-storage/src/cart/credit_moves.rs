//! Store credit that orders spend and return, within the order's own transaction.

use std::collections::BTreeMap;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait, RelationTrait,
    Select,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::cart::coupon::credit::end_after_return;
use shop_services::ports::{RedeemedCredit, StoreError};

use crate::db::Write;
use crate::db::fetch::{Fetch, Run};
use crate::db::returning::returning_columns;
use crate::entity::store_credit::{ActiveModel, Column, Entity};
use crate::entity::{Stored, credit_ledger};

/// Ledger entry: an order was paid with credit.
const USED: &str = "used";
/// Ledger entry: credit that paid an order was returned.
const GIVEN_BACK: &str = "given_back";

/// A new ledger entry.
pub(crate) struct Entry<'a> {
    pub(crate) credit: i64,
    pub(crate) kind: &'static str,
    pub(crate) cents: Cents,
    pub(crate) order: Option<OrderId>,
    pub(crate) author: &'a str,
    pub(crate) reason: &'a str,
}

/// Inserts a ledger entry.
pub(crate) async fn insert_entry(write: &Write<'_>, entry: &Entry<'_>, now: UnixSeconds) -> Result<(), StoreError> {
    let row = credit_ledger::ActiveModel {
        credit_id: Set(entry.credit),
        kind: Set(entry.kind.to_owned()),
        cents: Set(Stored(entry.cents)),
        order_id: Set(entry.order.map(Stored)),
        author: Set(entry.author.to_owned()),
        reason: Set(entry.reason.to_owned()),
        created_at: Set(now),
        ..Default::default()
    };
    credit_ledger::Entity::insert(row).run(write).await.map(|_| ())
}

/// Spends the credits of an order in ascending order of their codes, so that two orders cannot deadlock. Returns the ids of the
/// credits, or the code of one that is expired or has too little left.
pub(crate) async fn spend(
    write: &Write<'_>,
    credits: &[RedeemedCredit],
    now: UnixSeconds,
) -> Result<Result<Vec<(i64, Cents)>, String>, StoreError> {
    let mut wanted: Vec<&RedeemedCredit> = credits.iter().collect();
    wanted.sort_by(|a, b| a.code.cmp(&b.code));
    let mut taken = Vec::with_capacity(wanted.len());
    for credit in wanted {
        let mut paid = Entity::update_many()
            .col_expr(Column::BalanceCents, Expr::col(Column::BalanceCents).sub(Stored(credit.amount)))
            .filter(Column::Code.eq(&credit.code))
            .filter(Column::BalanceCents.gte(Stored(credit.amount)))
            .filter(not_expired(now))
            .into_query();
        paid.returning_col(Column::Id);
        let ids = returning_columns::<i64>(&paid, write).await?;
        let Some(id) = ids.first().copied() else { return Ok(Err(credit.code.clone())) };
        taken.push((id, credit.amount));
    }
    Ok(Ok(taken))
}

/// Returns the part of an order's credit payment that the credits cannot cover now.
pub(crate) async fn uncovered_credits(
    write: &Write<'_>,
    order: OrderId,
    credits: &[RedeemedCredit],
) -> Result<Vec<RedeemedCredit>, StoreError> {
    let paid = entries_of(order)
        .column(Column::Code)
        .expr_as(credit_ledger::Column::Cents.sum().cast_as("BIGINT"), "added")
        .group_by(Column::Code)
        .into_tuple::<(String, Stored<Cents>)>();
    let paid: BTreeMap<String, Cents> =
        paid.fetch_all(write).await?.into_iter().map(|(code, added)| (code, -added.0)).collect();
    let rest = |credit: &RedeemedCredit| {
        let amount = credit.amount - paid.get(&credit.code).copied().unwrap_or_default();
        (amount > Cents::ZERO).then(|| RedeemedCredit { code: credit.code.clone(), amount })
    };
    Ok(credits.iter().filter_map(rest).collect())
}

/// Records the credit that an order spent.
pub(crate) async fn record_spent(
    write: &Write<'_>,
    order: OrderId,
    taken: &[(i64, Cents)],
    author: &str,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    for (credit, cents) in taken {
        let entry = Entry { credit: *credit, kind: USED, cents: -*cents, order: Some(order), author, reason: "" };
        insert_entry(write, &entry, now).await?;
    }
    Ok(())
}

/// Returns the credit that an order was paid with, less what was returned already; returns the sum. A credit that is expired, or
/// nearly, is extended.
pub(crate) async fn return_credit(
    write: &Write<'_>,
    order: OrderId,
    in_other_ways: Cents,
    author: &str,
    now: UnixSeconds,
) -> Result<Cents, StoreError> {
    let rows = entries_of(order)
        .column(credit_ledger::Column::CreditId)
        .expr_as(credit_ledger::Column::Cents.sum().cast_as("BIGINT"), "added")
        .expr_as(Column::ExpiresAt.max(), "expires_at")
        .group_by(credit_ledger::Column::CreditId)
        .order_by_asc(credit_ledger::Column::CreditId)
        .into_tuple::<(i64, Stored<Cents>, Option<UnixSeconds>)>();
    let mut to_withhold = in_other_ways;
    let mut given = Cents::ZERO;
    for (credit, added, expires_at) in rows.fetch_all(write).await? {
        let used = -added.0;
        let withheld = to_withhold.min(used.max(Cents::ZERO));
        to_withhold = to_withhold - withheld;
        let back = used - withheld;
        if back <= Cents::ZERO {
            continue;
        }
        let end = ActiveModel { expires_at: Set(end_after_return(expires_at, now)), ..Default::default() };
        Entity::update_many()
            .set(end)
            .col_expr(Column::BalanceCents, Expr::col(Column::BalanceCents).add(Stored(back)))
            .filter(Column::Id.eq(credit))
            .run(write)
            .await?;
        let entry = Entry { credit, kind: GIVEN_BACK, cents: back, order: Some(order), author, reason: "" };
        insert_entry(write, &entry, now).await?;
        given += back;
    }
    Ok(given)
}

/// Ledger entries about payments of an order, with their credits.
fn entries_of(order: OrderId) -> Select<credit_ledger::Entity> {
    credit_ledger::Entity::find()
        .select_only()
        .join(JoinType::InnerJoin, credit_ledger::Relation::StoreCredit.def())
        .filter(credit_ledger::Column::OrderId.eq(Stored(order)))
        .filter(credit_ledger::Column::Kind.is_in([USED, GIVEN_BACK]))
}

/// Condition for credits that are not expired.
pub(crate) fn not_expired(now: UnixSeconds) -> Condition {
    Condition::any().add(Column::ExpiresAt.is_null()).add(Column::ExpiresAt.gt(now))
}
