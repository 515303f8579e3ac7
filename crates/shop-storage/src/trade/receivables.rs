//! Receivables of orders by invoice. A company's row is locked while its debt changes, so that concurrent orders or payments are
//! written one after the other.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DerivePartialModel, EntityTrait, JoinType, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, RelationTrait, Select,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, OrderId};
use shop_core::orders::OrderStatus;
use shop_core::trade::company::Approval;
use shop_core::trade::credit_line::CreditLine;
use shop_services::ports::{CompanyDebt, NewMail, NewOrder, PlaceRefusal, Receivable, StoreError};

use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::{Db, Write};
use crate::entity::receivables::{ActiveModel, Column, Entity, Relation};
use crate::entity::{Stored, companies, orders, record_from};
use crate::platform::outbox;

/// Statuses of cancelled and failed orders: nothing is owed for them.
const GIVEN_UP: [OrderStatus; 2] = [OrderStatus::Cancelled, OrderStatus::Failed];

/// The receivable of an order, read with its row of `orders`.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "Entity")]
struct Owed {
    order_id: Stored<OrderId>,
    company_id: Stored<CompanyId>,
    #[sea_orm(from_expr = "orders::Column::TotalCents.into_expr()")]
    total_cents: Stored<Cents>,
    #[sea_orm(from_expr = "cost().sub(Column::PaidCents.into_expr())")]
    open_cents: Stored<Cents>,
    due_day: i64,
    #[sea_orm(from_expr = "orders::Column::CreatedAt.into_expr()")]
    ordered_at: UnixSeconds,
}

record_from! { |row: Owed| Receivable { order_id, company_id, total_cents, open_cents, due_day, ordered_at } }

/// The price of an order, less money refunds.
fn cost() -> Expr {
    orders::Column::TotalCents.into_expr().sub(orders::Column::RefundedCents.into_expr())
}

/// Condition for open receivables: the order was not cancelled, and costs more than was paid.
fn is_owed() -> Condition {
    Condition::all()
        .add(orders::Column::Status.is_not_in(GIVEN_UP.map(Stored)))
        .add(cost().gt(Column::PaidCents.into_expr()))
}

/// Sum of what is owed for several orders by invoice.
fn sum_owed() -> Expr {
    let owed: Expr = Expr::case(is_owed(), cost().sub(Column::PaidCents.into_expr())).finally(0_i64).into();
    // The sum of BIGINT columns is a NUMERIC on PostgreSQL.
    Func::coalesce([owed.sum(), Expr::value(0_i64)]).cast_as("BIGINT")
}

/// Unpaid orders by invoice, with their rows of `orders`.
fn unpaid_receivables() -> Select<Entity> {
    Entity::find().join(JoinType::InnerJoin, Relation::Orders.def()).filter(Column::PaidDay.is_null())
}

/// Orders with an open receivable, earliest due date first.
fn open() -> Select<Entity> {
    unpaid_receivables().filter(is_owed()).order_by_asc(Column::DueDay).order_by_asc(Column::OrderId)
}

async fn list<C: ConnectionTrait>(on: &C, wanted: Select<Entity>) -> Result<Vec<Receivable>, StoreError> {
    wanted.into_partial_model::<Owed>().fetch_records(on).await
}

/// Checks the credit limit for an order by invoice about to be written; returns why it is refused. The company's row stays locked
/// until the order is written, so that of two concurrent orders the second sees the first.
pub(crate) async fn check_credit(write: &Write<'_>, order: &NewOrder) -> Result<Option<PlaceRefusal>, StoreError> {
    use companies::Column::{Approval as ApprovalColumn, Id, Version};
    if order.content.invoice_due_day.is_none() {
        return Ok(None);
    }
    let Some(company) = order.company_id else { return Ok(Some(PlaceRefusal::NotByInvoice)) };
    let lock = companies::Entity::update_many().col_expr(Version, Expr::col(Version));
    let lock = lock.filter(Id.eq(Stored(company))).filter(ApprovalColumn.eq(Stored(Approval::Approved)));
    if lock.run(write).await? == 0 {
        return Ok(Some(PlaceRefusal::NotByInvoice));
    }
    // A separate statement, so that it sees what the last holder of the lock wrote.
    let credit = read_credit(write, company).await?;
    let above = credit.left_cents().is_some_and(|left| order.content.total_cents > left);
    Ok(above.then_some(PlaceRefusal::OverCreditLimit { credit }))
}

/// Records the due date of an order by invoice.
pub(crate) async fn record(write: &Write<'_>, id: OrderId, order: &NewOrder) -> Result<(), StoreError> {
    let (Some(due_day), Some(company_id)) = (order.content.invoice_due_day, order.company_id) else { return Ok(()) };
    let row = ActiveModel {
        order_id: Set(Stored(id)),
        company_id: Set(Stored(company_id)),
        due_day: Set(due_day),
        ..Default::default()
    };
    Entity::insert(row).run(write).await.map(|_| ())
}

/// Reads a company's credit limit and debt.
pub(crate) async fn read_credit<C: ConnectionTrait>(on: &C, company: CompanyId) -> Result<CreditLine, StoreError> {
    use companies::Column::{CreditLimitCents, CreditLimited, Id};
    let limit = Expr::case(CreditLimited.into_expr(), CreditLimitCents.into_expr());
    let owed =
        unpaid_receivables().select_only().expr(sum_owed()).filter(Column::CompanyId.into_expr().eq(Id.into_expr()));
    let credit = companies::Entity::find()
        .select_only()
        .expr_as(limit, "limit_cents")
        .expr_as(owed.into_query(), "open_cents")
        .filter(Id.eq(Stored(company)));
    let found = credit.into_tuple::<(Option<Stored<Cents>>, Stored<Cents>)>().fetch_one(on).await?;
    let (limit, open) = found.unwrap_or((Some(Stored(Cents::ZERO)), Stored(Cents::ZERO)));
    Ok(CreditLine { limit_cents: limit.map(|limit| limit.0), open_cents: open.0 })
}

pub(crate) async fn read_debt(db: &Db, company: CompanyId, today: i64) -> Result<CompanyDebt, StoreError> {
    let overdue = unpaid_receivables()
        .select_only()
        .expr_as(sum_owed(), "overdue")
        .filter(Column::CompanyId.eq(Stored(company)))
        .filter(Column::DueDay.lt(today))
        .into_tuple::<Stored<Cents>>();
    Ok(CompanyDebt {
        credit: read_credit(db, company).await?,
        overdue_cents: overdue.fetch_one(db).await?.map_or(Cents::ZERO, |cents| cents.0),
        orders: open().filter(Column::CompanyId.eq(Stored(company))).fetch_count(db).await?,
    })
}

/// A company's open orders, earliest due date first.
pub(crate) async fn list_open(write: &Write<'_>, company: CompanyId) -> Result<Vec<Receivable>, StoreError> {
    list(write, open().filter(Column::CompanyId.eq(Stored(company)))).await
}

pub(crate) async fn read_open(db: &Db, company: CompanyId, limit: u64) -> Result<Vec<Receivable>, StoreError> {
    list(db, open().filter(Column::CompanyId.eq(Stored(company))).limit(limit)).await
}

pub(crate) async fn read_to_remind(db: &Db, due_before: i64, limit: u64) -> Result<Vec<Receivable>, StoreError> {
    let due = open().filter(Column::DueDay.lt(due_before)).filter(Column::RemindedAt.is_null());
    list(db, due.limit(limit)).await
}

pub(crate) async fn record_reminder(
    db: &Db,
    order: OrderId,
    mails: &[NewMail],
    now: UnixSeconds,
) -> Result<bool, StoreError> {
    let write = db.begin(true).await?;
    let owed = orders::Entity::find()
        .select_only()
        .expr(Expr::value(1_i64))
        .filter(orders::Column::Id.into_expr().eq(Column::OrderId.into_expr()))
        .filter(is_owed())
        .into_query();
    let reminded = ActiveModel { reminded_at: Set(Some(now)), ..Default::default() };
    let reminded = Entity::update_many()
        .set(reminded)
        .filter(Column::OrderId.eq(Stored(order)))
        .filter(Column::RemindedAt.is_null())
        .filter(Column::PaidDay.is_null())
        .filter(Expr::exists(owed));
    if reminded.run(&write).await? == 0 {
        return Ok(false);
    }
    outbox::queue(&write, Some(order), mails, now).await?;
    write.commit().await?;
    Ok(true)
}
