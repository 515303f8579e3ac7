//! Refunds of orders.

use std::collections::BTreeMap;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, UpdateMany};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId, ProductId};
use shop_core::orders::OrderStatus;
use shop_core::orders::refund::RefundProgress;
use shop_services::ports::{GatewayRefundRecord, NewRefund, RefundRecord, StoreError};

use crate::cart::credit::issue;
use crate::cart::credit_moves::return_credit;
use crate::catalogue::stock::{Goods, move_goods};
use crate::db::fetch::{Fetch, FetchId, Run};
use crate::db::returning::update_returning;
use crate::db::{Db, Write};
use crate::entity::refunds::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, credit_ledger, gateway_refunds, order_lines, orders, record_from};
use crate::orders::bookings::release_place;
use crate::orders::instalments::sum_unpaid;
use crate::orders::refund_parts::{NewPart, write_part};
use crate::platform::counters::ChangeCounter;
use crate::platform::outbox;

// Converts the row alone; its parts are rows of their own.
record_from! {
    |row: Model| RefundRecord {
        id, as_credit,
        cents: row.amount_cents.0,
        failed: row.failed_cents.0,
        parts: Vec::new(),
        lines,
        shipping: row.shipping_cents.0,
        restocked, persons_freed, reason, author, request_hash, created_at,
    }
}

pub(crate) async fn read_refunds(db: &Db, id: OrderId) -> Result<Vec<RefundRecord>, StoreError> {
    let refunds = Entity::find().filter(Column::OrderId.eq(Stored(id))).order_by_asc(Column::Id);
    let mut refunds: Vec<RefundRecord> = refunds.fetch_records(db).await?;
    let parts = gateway_refunds::Entity::find()
        .filter(gateway_refunds::Column::OrderId.eq(Stored(id)))
        .order_by_asc(gateway_refunds::Column::Id);
    for part in parts.fetch_all(db).await? {
        if let Some(refund) = refunds.iter_mut().find(|refund| refund.id == part.refund_id) {
            refund.parts.push(GatewayRefundRecord::from(part));
        }
    }
    Ok(refunds)
}

pub(crate) async fn write_refund(db: &Db, new: &NewRefund, now: UnixSeconds) -> Result<Option<i64>, StoreError> {
    let write = db.begin(true).await?;
    let Some(stock_reduced) = add_to_order(&write, new, now).await? else { return Ok(None) };
    let restocked = new.refund.restocked && stock_reduced;
    if restocked {
        restock(&write, new).await?;
    }
    // An order that was cancelled meanwhile has released its places already.
    let persons_freed = if new.free_places && stock_reduced { release_places(&write, new).await? } else { 0 };
    let issued = match &new.credit {
        Some(credit) => Some(issue(&write, credit, Some(new.order_id), now).await?),
        None => None,
    };
    let refund = RefundRecord { restocked, persons_freed, ..new.refund.clone() };
    let id = insert(&write, new.order_id, &refund, issued, now).await?;
    for (payment, cents) in &new.parts {
        let part = NewPart { order: new.order_id, refund: id, payment: *payment, cents: *cents };
        write_part(&write, &part, RefundProgress::Requested, None, Some(new.check_at), now).await?;
    }
    outbox::queue(&write, Some(new.order_id), &outbox::with_number(&new.mails, id), now).await?;
    write.commit().await?;
    Ok(Some(id))
}

/// Adds a refund to the totals of its order and returns whether the order holds stock; `None` if the order was refunded or
/// changed meanwhile.
async fn add_to_order(write: &Write<'_>, new: &NewRefund, now: UnixSeconds) -> Result<Option<bool>, StoreError> {
    use orders::Column;
    let (money, credit) = new.expected;
    let more = |as_credit| if new.refund.as_credit == as_credit { new.refund.cents } else { Cents::ZERO };
    let refundable = [OrderStatus::Processing, OrderStatus::Completed].map(Stored);
    // Captured money can be refunded whatever the order's status.
    let uncaptured = new.parts.is_empty().then_some(refundable);
    let update = add_refunded(new.order_id, more(false), more(true))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::RefundedCents.eq(Stored(money)))
        .filter(Column::CreditRefundedCents.eq(Stored(credit)))
        .apply_if(uncaptured, |update, refundable| update.filter(Column::Status.is_in(refundable)));
    update_returning(update, [Column::StockReduced], write).await
}

/// Adds to the refunded money and credit of an order.
fn add_refunded(id: OrderId, money: Cents, credit: Cents) -> UpdateMany<orders::Entity> {
    use orders::Column::{CreditRefundedCents, Id, RefundedCents};
    orders::Entity::update_many()
        .col_expr(RefundedCents, Expr::col(RefundedCents).add(money.0))
        .col_expr(CreditRefundedCents, Expr::col(CreditRefundedCents).add(credit.0))
        .filter(Id.eq(Stored(id)))
}

/// Records the refund of everything that is left of an order: money first, then the store credit that it was paid with, which
/// returns to its source.
pub(crate) async fn refund_rest(
    write: &Write<'_>,
    id: OrderId,
    author: &str,
    reason: &str,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    let sums = orders::Entity::find_by_id(Stored(id))
        .select_only()
        .columns([orders::Column::TotalCents, orders::Column::RefundedCents, orders::Column::CreditRefundedCents])
        .into_tuple::<(Stored<Cents>, Stored<Cents>, Stored<Cents>)>();
    let Some((Stored(total), Stored(money_before), Stored(credit_before))) = sums.fetch_one(write).await? else {
        return Ok(());
    };
    let paid_by_credit = used_credit(write, id).await?;
    let returned = return_credit(write, id, credit_before, author, now).await?;
    // Credit returned beyond the credit paid replaces a money refund.
    let beyond = (credit_before - paid_by_credit).max(Cents::ZERO);
    let paid = total - sum_unpaid(write, id).await?;
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
    add_refunded(id, money, returned).run(write).await.map(|_| ())
}

/// Store credit that the order is paid with: spent credit, less what a cancellation returned.
async fn used_credit(write: &Write<'_>, id: OrderId) -> Result<Cents, StoreError> {
    use credit_ledger::Column;
    let moved = credit_ledger::Entity::find()
        .select_only()
        .expr_as(Column::Cents.sum().cast_as("BIGINT"), "cents")
        .filter(Column::OrderId.eq(Stored(id)))
        .filter(Column::Kind.is_in(["used", "given_back"]))
        .into_tuple::<Option<Stored<Cents>>>();
    Ok(moved.fetch_one(write).await?.flatten().map_or(Cents::ZERO, |cents| -cents.0))
}

/// Records the returned units, and adds them to stock in the order in which orders lock it.
async fn restock(write: &Write<'_>, new: &NewRefund) -> Result<(), StoreError> {
    use order_lines::Column::{OrderId, Position, Restocked, StockProductId};
    let mut goods: BTreeMap<ProductId, Goods> = BTreeMap::new();
    for line in new.refund.lines.iter().filter(|line| line.quantity > 0) {
        let update = order_lines::Entity::update_many()
            .col_expr(Restocked, Expr::col(Restocked).add(line.quantity))
            .filter(OrderId.eq(Stored(new.order_id)))
            .filter(Position.eq(line.position));
        let product: Option<Option<Stored<ProductId>>> = update_returning(update, [StockProductId], write).await?;
        if let Some(Stored(product)) = product.flatten() {
            goods.entry(product).or_default().stock += line.quantity;
        }
    }
    move_goods(write, &goods).await?;
    ChangeCounter::Stock.increment(write).await
}

/// Releases the places of the returned bookings and returns the number of their people. Each place is released once.
async fn release_places(write: &Write<'_>, new: &NewRefund) -> Result<i64, StoreError> {
    let mut persons = 0;
    for line in new.refund.lines.iter().filter(|line| line.quantity > 0) {
        persons += release_place(write, new.order_id, line.position).await?;
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
    let row = ActiveModel {
        order_id: Set(Stored(order)),
        as_credit: Set(refund.as_credit),
        amount_cents: Set(Stored(refund.cents)),
        shipping_cents: Set(Stored(refund.shipping)),
        lines: Set(Stored(refund.lines.clone())),
        restocked: Set(refund.restocked),
        persons_freed: Set(refund.persons_freed),
        credit_id: Set(credit),
        reason: Set(refund.reason.clone()),
        author: Set(refund.author.clone()),
        request_hash: Set(refund.request_hash.clone()),
        created_at: Set(now),
        ..Default::default()
    };
    Entity::insert(row).fetch_id(write).await
}
