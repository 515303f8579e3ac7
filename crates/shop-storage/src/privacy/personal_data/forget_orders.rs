//! Erases personal data of orders: by age, and for deleted accounts.

use std::collections::BTreeMap;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, CustomerId, OrderId};
use shop_core::orders::OrderStatus;
use shop_services::ports::StoreError;
use shop_services::records::OrderContent;

use crate::db::fetch::{Fetch, Lock, Run};
use crate::db::{Db, Write};
use crate::entity::orders::{ActiveModel, Column, Entity, Model};
use crate::entity::{
    Rest, Stored, coupon_uses, einvoices, invoices, order_events, outbox, received_payment_orders, received_payments,
    subscriptions, withdrawals,
};

/// Orders read per chunk.
const PAGE: usize = 500;

/// Statuses of orders without a sale.
const UNSOLD: [OrderStatus; 3] = [OrderStatus::Cancelled, OrderStatus::Failed, OrderStatus::CheckoutDraft];
/// Statuses of orders that were paid, or are paid on delivery.
const SOLD: [OrderStatus; 3] = [OrderStatus::Processing, OrderStatus::Completed, OrderStatus::Refunded];
/// Statuses of open orders.
const OPEN: [OrderStatus; 3] = [OrderStatus::Pending, OrderStatus::OnHold, OrderStatus::Processing];

/// Condition for orders without such rows in another table.
fn has_none<E: EntityTrait>(rows: Select<E>, order_id: E::Column) -> Expr {
    let of_order = Expr::col(order_id.as_column_ref()).eq(Expr::col(Column::Id.as_column_ref()));
    Expr::exists(rows.select_only().expr(Expr::cust("1")).filter(of_order).into_query()).not()
}

/// Condition for orders whose subscriptions have not changed since a given time.
fn has_no_subscription_since(moment: UnixSeconds) -> Expr {
    let later = subscriptions::Entity::find().filter(subscriptions::Column::ChangedAt.gte(moment));
    has_none(later, subscriptions::Column::OrderId)
}

/// Condition for orders without a sale: no money moved, no tax document was written, and nobody waits for them.
fn is_unsold() -> Condition {
    // Constants, as in the partial index: a bound value would keep the database from using it.
    let status = Expr::col(Column::Status.as_column_ref());
    let unsold = status.is_in(UNSOLD.map(|status| Expr::Constant(status.as_str().into())));
    let sold = order_events::Entity::find().filter(order_events::Column::ToStatus.is_in(SOLD.map(Stored)));
    Condition::all()
        .add(Column::AnonymisedAt.is_null())
        .add(unsold)
        .add(Column::InvoicedAt.is_null())
        .add(Column::RefundedCents.eq(Stored(Cents(0))))
        .add(Column::CreditRefundedCents.eq(Stored(Cents(0))))
        .add(has_none(sold, order_events::Column::OrderId))
        .add(has_none(invoices::Entity::find(), invoices::Column::OrderId))
        .add(has_none(einvoices::Entity::find(), einvoices::Column::OrderId))
        .add(has_none(received_payment_orders::Entity::find(), received_payment_orders::Column::OrderId))
}

/// Removes the buyer from old orders that are closed; an order with a recently changed subscription is left as it is.
pub(super) async fn forget_buyers(
    db: &Db,
    before: UnixSeconds,
    now: UnixSeconds,
    most: u64,
) -> Result<u64, StoreError> {
    let write = db.begin(false).await?;
    let old = Entity::find()
        .filter(Column::AnonymisedAt.is_null())
        .filter(Column::CreatedAt.lt(before))
        .filter(Column::UpdatedAt.lt(before))
        .filter(Column::Status.is_not_in(OPEN.map(Stored)))
        .filter(has_no_subscription_since(before))
        .order_by_asc(Column::CreatedAt)
        .limit(most);
    forget_buyers_of(write, old, now).await
}

/// Removes the buyer from old orders without a sale.
pub(super) async fn forget_unsold(
    db: &Db,
    before: UnixSeconds,
    now: UnixSeconds,
    most: u64,
) -> Result<u64, StoreError> {
    let write = db.begin(false).await?;
    let old = Entity::find()
        .filter(is_unsold())
        .filter(Column::UpdatedAt.lt(before))
        .filter(has_no_subscription_since(before))
        .order_by_asc(Column::UpdatedAt)
        .limit(most);
    forget_buyers_of(write, old, now).await
}

async fn forget_buyers_of(write: Write<'_>, old: Select<Entity>, now: UnixSeconds) -> Result<u64, StoreError> {
    // Locked, so that nobody else changes the orders between read and write; SQLite has a single writer anyway.
    let orders = old.locked().fetch_all(&write).await?;
    let count = u64::try_from(orders.len()).unwrap_or_default();
    for order in orders {
        forget_buyer(&write, order, now).await?;
    }
    write.commit().await?;
    Ok(count)
}

async fn forget_buyer(write: &Write<'_>, order: Model, now: UnixSeconds) -> Result<(), StoreError> {
    let id = order.id;
    let anonymous = ActiveModel {
        content: Set(Stored(Rest(OrderContent::from(order).without_person()))),
        billing_email: Set(String::new()),
        billing_name: Set(String::new()),
        buyer_reference: Set(String::new()),
        ordered_by: Set(String::new()),
        idempotency_key: Set(None),
        customer_id: Set(None),
        company_id: Set(None),
        attributed_at: Set(None),
        anonymised_at: Set(Some(now)),
        ..Default::default()
    };
    Entity::update_many().set(anonymous).filter(Column::Id.eq(id)).run(write).await?;
    forget_received(write, id).await?;
    let anonymous =
        withdrawals::ActiveModel { name: Set(String::new()), email: Set(String::new()), ..Default::default() };
    let of_order = withdrawals::Column::OrderId.eq(id);
    withdrawals::Entity::update_many().set(anonymous).filter(of_order).run(write).await?;
    let anonymous = coupon_uses::ActiveModel { user_key: Set(String::new()), ..Default::default() };
    let of_order = coupon_uses::Column::OrderId.eq(id);
    coupon_uses::Entity::update_many().set(anonymous).filter(of_order).run(write).await?;
    subscriptions::Entity::delete_many().filter(subscriptions::Column::OrderId.eq(id)).run(write).await?;
    order_events::Entity::delete_many().filter(order_events::Column::OrderId.eq(id)).run(write).await?;
    outbox::Entity::delete_many().filter(outbox::Column::OrderId.eq(id)).run(write).await?;
    Ok(())
}

/// Notes about received payments are deleted with the last order that they paid.
async fn forget_received(write: &Write<'_>, order: Stored<OrderId>) -> Result<(), StoreError> {
    use received_payment_orders::Column::{OrderId, PaymentId};
    let of_order = OrderId.eq(order);
    let paid = received_payment_orders::Entity::find().select_only().column(PaymentId).filter(of_order.clone());
    let paid = paid.into_tuple::<i64>().fetch_all(write).await?;
    received_payment_orders::Entity::delete_many().filter(of_order).run(write).await?;
    for id in paid {
        let others = received_payment_orders::Entity::find().select_only().column(PaymentId).filter(PaymentId.eq(id));
        let last = received_payments::Entity::delete_many()
            .filter(received_payments::Column::Id.eq(id))
            .filter(Expr::exists(others.into_query()).not());
        last.run(write).await?;
    }
    Ok(())
}

/// Removes the attribution from old orders; the columns for reports stay.
pub(super) async fn forget_attributions(db: &Db, before: UnixSeconds, most: u64) -> Result<u64, StoreError> {
    let write = db.begin(false).await?;
    let old =
        Entity::find().filter(Column::AttributedAt.lt(before)).order_by_asc(Column::AttributedAt).limit(most).locked();
    let orders = old.fetch_all(&write).await?;
    let count = u64::try_from(orders.len()).unwrap_or_default();
    for order in orders {
        let id = order.id;
        let content = OrderContent { attribution: BTreeMap::new(), ..OrderContent::from(order) };
        set_unattributed(&write, id, content).await?;
    }
    write.commit().await?;
    Ok(count)
}

async fn set_unattributed(write: &Write<'_>, id: Stored<OrderId>, content: OrderContent) -> Result<(), StoreError> {
    let unattributed =
        ActiveModel { content: Set(Stored(Rest(content))), attributed_at: Set(None), ..Default::default() };
    Entity::update_many().set(unattributed).filter(Column::Id.eq(id)).run(write).await.map(|_| ())
}

/// Removes the attribution, the browser and the buyer's notes from the orders of a deleted account. A company's orders keep them,
/// because the company still trades with the shop.
pub(crate) async fn forget_visits(
    write: &Write<'_>,
    customer: CustomerId,
    company: Option<CompanyId>,
    keeps_notes: bool,
) -> Result<(), StoreError> {
    let own = Condition::any()
        .add(Column::CustomerId.eq(Stored(customer)))
        .add_option(company.map(|company| Column::CompanyId.eq(Stored(company))));
    let ids = Entity::find().select_only().column(Column::Id).filter(own).order_by_asc(Column::Id);
    let ids = ids.into_tuple::<Stored<OrderId>>().fetch_all(write).await?;
    for page in ids.chunks(PAGE) {
        let orders = Entity::find().filter(Column::Id.is_in(page.iter().copied())).locked();
        for order in orders.fetch_all(write).await? {
            let id = order.id;
            let content = OrderContent::from(order);
            let note = if keeps_notes { content.customer_note.clone() } else { String::new() };
            let rest = OrderContent { customer_note: note, ..content.clone().without_visit() };
            if rest != content {
                set_unattributed(write, id, rest).await?;
            }
        }
    }
    Ok(())
}
