//! Transitions of orders from one status to another, and what follows from each.

use std::collections::BTreeMap;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, EntityTrait, IntoSimpleExpr, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId, ProductId};
use shop_core::catalogue::product::Backorders;
use shop_core::order::OrderStatus;
use shop_services::ports::{CouponPerson, StockTaken, StoreError, Transition, TransitionPayment, TransitionRefusal};
use shop_services::records::OrderLineContent;

use crate::cart::coupons;
use crate::cart::credit_moves;
use crate::catalogue::stock::count_sales;
use crate::checkout::offers_taken;
use crate::db::fetch::{Fetch, Run};
use crate::db::returning::update_returning;
use crate::db::{Db, Write};
use crate::entity::orders::{ActiveModel, Column, Entity};
use crate::entity::{Stored, order_lines, products};
use crate::orders::bookings;
use crate::orders::order_events::insert_event;
use crate::orders::orders_read::read_order_content;
use crate::orders::refunds::refund_rest;
use crate::orders::subscriptions;
use crate::platform::counters::Kept;
use crate::platform::outbox;

/// The columns of an order that a transition depends on.
struct TransitionOrder {
    stock_taken: bool,
    customer_id: Option<CustomerId>,
    billing_email: String,
    credit_refunded: Cents,
}

/// Takes an order from one status to another with all that follows from it, or leaves everything as it was.
pub(crate) async fn transition_order(
    db: &Db,
    transition: &Transition,
    now: UnixSeconds,
) -> Result<Result<(), TransitionRefusal>, StoreError> {
    let write = db.begin(true).await?;
    let Some(order) = change_status(&write, transition, now).await? else {
        return Ok(Err(TransitionRefusal::Changed));
    };
    if let Some(payment) = &transition.payment {
        change_payment(&write, transition.id, payment).await?;
    }
    for change in &transition.subscriptions {
        if !subscriptions::change(&write, change, now).await? {
            return Ok(Err(TransitionRefusal::Changed));
        }
    }
    if let Some(refusal) = move_goods(&write, transition, order.stock_taken).await? {
        return Ok(Err(refusal));
    }
    if let Some(refusal) = move_benefits(&write, transition, &order, now).await? {
        return Ok(Err(refusal));
    }
    let states = ("status", Some(transition.from), Some(transition.to));
    insert_event(&write, transition.id, states, &transition.note, &transition.author, now).await?;
    // The buyer of an order whose payment was refused is still requested to pay, by the link to pay.
    let unpaid = |status| matches!(status, OrderStatus::Pending | OrderStatus::Failed);
    if unpaid(transition.from) && !unpaid(transition.to) {
        outbox::drop_request_to_pay(&write, transition.id).await?;
    }
    outbox::queue(&write, Some(transition.id), &transition.mails, now).await?;
    write.commit().await?;
    Ok(Ok(()))
}

/// Writes the new status; `None`: the order does not have the status that it is taken from.
async fn change_status(
    write: &Write<'_>,
    transition: &Transition,
    now: UnixSeconds,
) -> Result<Option<TransitionOrder>, StoreError> {
    let stepped = ActiveModel {
        status: Set(Stored(transition.to)),
        updated_at: Set(now),
        hold_until: Set(transition.payment.as_ref().and_then(|payment| payment.hold_until)),
        ..Default::default()
    };
    let update = Entity::update_many()
        .set(stepped)
        .filter(Column::Id.eq(Stored(transition.id)))
        .filter(Column::Status.eq(Stored(transition.from)));
    let columns = [Column::StockTaken, Column::CustomerId, Column::BillingEmail, Column::CreditRefundedCents];
    let order = update_returning::<Returned, _, _>(update, columns, write).await?;
    Ok(order.map(|(stock_taken, customer_id, billing_email, credit_refunded)| TransitionOrder {
        stock_taken,
        customer_id: customer_id.map(|id| id.0),
        billing_email,
        credit_refunded: credit_refunded.0,
    }))
}

/// Whether its stock is taken, its account, its address, and what was refunded as credit.
type Returned = (bool, Option<Stored<CustomerId>>, String, Stored<Cents>);

/// Writes another way of payment into an order.
async fn change_payment(write: &Write<'_>, id: OrderId, payment: &TransitionPayment) -> Result<(), StoreError> {
    let Some(mut content) = read_order_content(write, id).await? else { return Ok(()) };
    content.payment_title.clone_from(&payment.title);
    let changed = ActiveModel {
        payment_method: Set(payment.method.clone()),
        content: Set(Stored(content)),
        ..Default::default()
    };
    Entity::update_many().set(changed).filter(Column::Id.eq(Stored(id))).run(write).await.map(|_| ())
}

/// Moves the stock, the sales and the booked places of an order, if the transition takes them or gives them back.
async fn move_goods(
    write: &Write<'_>,
    transition: &Transition,
    taken: bool,
) -> Result<Option<TransitionRefusal>, StoreError> {
    let id = transition.id;
    let wanted = match transition.stock {
        StockTaken::Yes => true,
        StockTaken::No => false,
        StockTaken::Unchanged => taken,
    };
    if wanted == taken {
        return Ok(None);
    }
    if let Some(refusal) = move_stock(write, id, wanted).await? {
        return Ok(Some(refusal));
    }
    move_sales(write, id, wanted).await?;
    if let Some(refusal) = bookings::move_places(write, id, wanted).await? {
        return Ok(Some(refusal));
    }
    let moved = ActiveModel { stock_taken: Set(wanted), ..Default::default() };
    Entity::update_many().set(moved).filter(Column::Id.eq(Stored(id))).run(write).await?;
    Kept::Stock.changed(write).await?;
    Ok(None)
}

/// Gives back the coupons, offers and credit of an order that is given up, takes them again for one that is resumed, and books the
/// rest of one that is refunded.
async fn move_benefits(
    write: &Write<'_>,
    transition: &Transition,
    order: &TransitionOrder,
    now: UnixSeconds,
) -> Result<Option<TransitionRefusal>, StoreError> {
    let (id, author) = (transition.id, transition.author.as_str());
    let given_up = |status| matches!(status, OrderStatus::Cancelled | OrderStatus::Failed);
    if given_up(transition.to) {
        coupons::release_uses(write, id).await?;
        offers_taken::release(write, id).await?;
        credit_moves::give_back(write, id, order.credit_refunded, author, now).await?;
    } else if transition.to == OrderStatus::Refunded {
        refund_rest(write, id, author, &transition.note, now).await?;
    } else if given_up(transition.from) {
        let person = CouponPerson { customer_id: order.customer_id, emails: vec![order.billing_email.to_lowercase()] };
        if let Err(code) = coupons::retake_uses(write, id, &transition.coupons, &person).await? {
            return Ok(Some(TransitionRefusal::CouponUsedUp { code }));
        }
        if let Some(id) = offers_taken::retake(write, id).await? {
            return Ok(Some(TransitionRefusal::OfferUsed { id }));
        }
        let wanted = credit_moves::not_taken(write, id, &transition.credits).await?;
        match credit_moves::take(write, &wanted, now).await? {
            Ok(taken) => credit_moves::note(write, id, &taken, author, now).await?,
            Err(code) => return Ok(Some(TransitionRefusal::CreditShort { code })),
        }
    }
    Ok(None)
}

/// Takes what a given up order had sold off the sales of its products, or counts it again.
async fn move_sales(write: &Write<'_>, id: OrderId, take: bool) -> Result<(), StoreError> {
    use order_lines::Column::{Content, OrderId, Quantity, Restocked};
    let lines = order_lines::Entity::find()
        .select_only()
        .columns([Quantity, Restocked, Content])
        .filter(OrderId.eq(Stored(id)))
        .into_tuple::<(i64, i64, Stored<OrderLineContent>)>();
    let mut moved: BTreeMap<i64, i64> = BTreeMap::new();
    for (quantity, restocked, content) in lines.fetch_all(write).await? {
        let pieces = quantity - restocked;
        *moved.entry(content.0.parent_id).or_default() += if take { pieces } else { -pieces };
    }
    if moved.is_empty() { Ok(()) } else { count_sales(write, &moved).await }
}

/// Gives an order's pieces back, or takes them again.
async fn move_stock(write: &Write<'_>, id: OrderId, take: bool) -> Result<Option<TransitionRefusal>, StoreError> {
    use order_lines::Column::{Name, OrderId, StockProductId};
    let stocks = order_lines::Entity::find()
        .select_only()
        .column(StockProductId)
        .expr_as(Name.min(), "name")
        .filter(OrderId.eq(Stored(id)))
        .filter(StockProductId.is_not_null())
        .group_by(StockProductId)
        .order_by_asc(StockProductId)
        .into_tuple::<(Stored<ProductId>, String)>();
    for (product, name) in stocks.fetch_all(write).await? {
        if change_stock(write, id, product.0, take).await? || !take {
            continue;
        }
        let left = products::Entity::find_by_id(product).select_only().column(products::Column::StockQuantity);
        // A product that is gone has no stock to be taken from.
        let Some(left) = left.into_tuple::<i64>().fetch_one(write).await? else { continue };
        return Ok(Some(TransitionRefusal::NotEnoughStock { name, available: Ord::max(left, 0) }));
    }
    Ok(None)
}

/// Takes the pieces of an order's lines from the stock of a product, unless there are too few, or gives them back; returns whether
/// the stock was changed.
async fn change_stock(write: &Write<'_>, id: OrderId, product: ProductId, take: bool) -> Result<bool, StoreError> {
    use products::Column::{Backorders as Allowed, Id, StockQuantity};
    let stock = || StockQuantity.into_simple_expr();
    let pieces = || pieces_not_returned(id, product);
    let update = products::Entity::update_many().filter(Id.eq(Stored(product)));
    let update = if take {
        let enough = Condition::any().add(Allowed.ne(Stored(Backorders::No))).add(stock().gte(pieces()));
        update.col_expr(StockQuantity, Expr::col(StockQuantity).sub(pieces())).filter(enough)
    } else {
        update.col_expr(StockQuantity, Expr::col(StockQuantity).add(pieces()))
    };
    Ok(update.run(write).await? != 0)
}

/// The pieces of an order's lines from the stock of a product that were not given back, as a subquery.
fn pieces_not_returned(id: OrderId, product: ProductId) -> Expr {
    use order_lines::Column::{OrderId, Quantity, Restocked, StockProductId};
    let pieces = Quantity.into_simple_expr().sub(Restocked.into_simple_expr()).sum();
    order_lines::Entity::find()
        .select_only()
        .expr(pieces)
        .filter(OrderId.eq(Stored(id)))
        .filter(StockProductId.eq(Stored(product)))
        .into_query()
        .into()
}
