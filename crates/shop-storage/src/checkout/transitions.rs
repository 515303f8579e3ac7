//! Status transitions of orders and their consequences.

use std::collections::BTreeMap;

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId, ProductId};
use shop_core::orders::OrderStatus;
use shop_services::ports::{CouponPerson, StockTarget, StoreError, Transition, TransitionPayment, TransitionRefusal};
use shop_services::records::OrderLineContent;

use crate::cart::coupons;
use crate::cart::credit_moves;
use crate::catalogue::stock::{Goods, Overdraft, move_goods};
use crate::checkout::offer_claims;
use crate::db::fetch::{Fetch, Run};
use crate::db::returning::update_returning;
use crate::db::{Db, Write};
use crate::entity::orders::{ActiveModel, Column, Entity};
use crate::entity::{Rest, Stored, order_lines};
use crate::orders::bookings;
use crate::orders::order_events::insert_event;
use crate::orders::orders_read::lock_order_content;
use crate::orders::refunds::refund_rest;
use crate::orders::subscriptions;
use crate::platform::counters::ChangeCounter;
use crate::platform::outbox;

/// The columns of an order that a transition depends on.
struct TransitionOrder {
    stock_reduced: bool,
    customer_id: Option<CustomerId>,
    billing_email: String,
    credit_refunded: Cents,
}

/// Changes the status of an order with all consequences, or leaves everything as it was.
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
    if let Some(refusal) = move_goods_and_places(&write, transition, order.stock_reduced).await? {
        return Ok(Err(refusal));
    }
    if let Some(refusal) = move_benefits(&write, transition, &order, now).await? {
        return Ok(Err(refusal));
    }
    let states = ("status", Some(transition.from), Some(transition.to));
    insert_event(&write, transition.id, states, &transition.note, &transition.author, now).await?;
    // The buyer of an order whose payment failed is still reminded to pay, with the payment link.
    let unpaid = |status| matches!(status, OrderStatus::Pending | OrderStatus::Failed);
    if unpaid(transition.from) && !unpaid(transition.to) {
        outbox::drop_request_to_pay(&write, transition.id).await?;
    }
    outbox::queue(&write, Some(transition.id), &transition.mails, now).await?;
    write.commit().await?;
    Ok(Ok(()))
}

/// Writes the new status; returns `None` if the order does not have the expected status.
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
    let columns = [Column::StockReduced, Column::CustomerId, Column::BillingEmail, Column::CreditRefundedCents];
    let order = update_returning::<Returned, _, _>(update, columns, write).await?;
    Ok(order.map(|(stock_reduced, customer_id, billing_email, credit_refunded)| TransitionOrder {
        stock_reduced,
        customer_id: customer_id.map(|id| id.0),
        billing_email,
        credit_refunded: credit_refunded.0,
    }))
}

/// Whether its stock is taken, its account, its address, and the amount refunded as credit.
type Returned = (bool, Option<Stored<CustomerId>>, String, Stored<Cents>);

/// Changes the payment method of an order.
async fn change_payment(write: &Write<'_>, id: OrderId, payment: &TransitionPayment) -> Result<(), StoreError> {
    let Some(mut content) = lock_order_content(write, id).await? else { return Ok(()) };
    content.payment_title.clone_from(&payment.title);
    let changed = ActiveModel {
        payment_method: Set(payment.method.clone()),
        content: Set(Stored(Rest(content))),
        ..Default::default()
    };
    Entity::update_many().set(changed).filter(Column::Id.eq(Stored(id))).run(write).await.map(|_| ())
}

/// Moves the stock, the sales and the booking slots of an order if the transition takes or releases them.
async fn move_goods_and_places(
    write: &Write<'_>,
    transition: &Transition,
    taken: bool,
) -> Result<Option<TransitionRefusal>, StoreError> {
    let id = transition.id;
    let wanted = match transition.stock {
        StockTarget::Yes => true,
        StockTarget::No => false,
        StockTarget::Unchanged => taken,
    };
    if wanted == taken {
        return Ok(None);
    }
    if let Some(refusal) = move_lines(write, id, wanted).await? {
        return Ok(Some(refusal));
    }
    if let Some(refusal) = bookings::move_places(write, id, wanted).await? {
        return Ok(Some(refusal));
    }
    let moved = ActiveModel { stock_reduced: Set(wanted), ..Default::default() };
    Entity::update_many().set(moved).filter(Column::Id.eq(Stored(id))).run(write).await?;
    ChangeCounter::Stock.increment(write).await?;
    Ok(None)
}

/// Releases the coupons, offers and credit of a cancelled order, claims them again for a resumed one, and refunds the remainder
/// of a refunded one.
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
        offer_claims::release(write, id).await?;
        credit_moves::return_credit(write, id, order.credit_refunded, author, now).await?;
    } else if transition.to == OrderStatus::Refunded {
        refund_rest(write, id, author, &transition.note, now).await?;
    } else if given_up(transition.from) {
        let person = CouponPerson { customer_id: order.customer_id, emails: vec![order.billing_email.to_lowercase()] };
        if let Err(code) = coupons::reclaim_uses(write, id, &transition.coupons, &person).await? {
            return Ok(Some(TransitionRefusal::CouponUsedUp { code }));
        }
        if let Some(id) = offer_claims::reclaim(write, id).await? {
            return Ok(Some(TransitionRefusal::OfferUsed { id }));
        }
        let wanted = credit_moves::uncovered_credits(write, id, &transition.credits).await?;
        match credit_moves::spend(write, &wanted, now).await? {
            Ok(taken) => credit_moves::record_spent(write, id, &taken, author, now).await?,
            Err(code) => return Ok(Some(TransitionRefusal::CreditShort { code })),
        }
    }
    Ok(None)
}

/// Returns an order's units to stock and subtracts them from the sales, or the reverse. The status change has locked the order's
/// row, so that no units are returned meanwhile.
async fn move_lines(write: &Write<'_>, id: OrderId, take: bool) -> Result<Option<TransitionRefusal>, StoreError> {
    use order_lines::Column::{Content, Name, OrderId, Position, Quantity, Restocked, StockProductId};
    let lines = order_lines::Entity::find()
        .select_only()
        .columns([StockProductId, Name, Quantity, Restocked, Content])
        .filter(OrderId.eq(Stored(id)))
        .order_by_asc(Position)
        .into_tuple::<(Option<Stored<ProductId>>, String, i64, i64, Stored<OrderLineContent>)>();
    let (mut goods, mut names) = (BTreeMap::<ProductId, Goods>::new(), BTreeMap::new());
    for (stock, name, quantity, restocked, content) in lines.fetch_all(write).await? {
        let pieces = if take { quantity - restocked } else { restocked - quantity };
        if let Some(Stored(stock)) = stock {
            let moved = goods.entry(stock).or_default();
            moved.stock -= pieces;
            moved.overdraft = Overdraft::ByProduct;
            names.entry(stock).or_insert(name);
        }
        goods.entry(ProductId(content.0.parent_id)).or_default().sold += pieces;
    }
    let short = move_goods(write, &goods).await?;
    Ok(short.map(|short| TransitionRefusal::NotEnoughStock {
        name: names.remove(&short.id).unwrap_or_default(),
        available: short.left,
    }))
}
