//! Placing an order: what it takes of what is scarce, and the rows that it is.

use std::collections::BTreeMap;

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, CustomerId, OrderId, ProductId};
use shop_services::ports::{NewOrder, NewRenewal, OrderedCart, PlaceRefusal, StoreError};

use crate::db::{Write, to_json};
use crate::order_events::insert_event;
use crate::statement::{set, values};
use crate::{
    approvals, bookings, coupons, credit_moves, customers, instalments, offers_taken, receivables, subscriptions,
};

/// What an order took of what is scarce.
pub(crate) struct Taken {
    /// By their ids.
    coupons: Vec<i64>,
    /// Ids and amounts.
    credits: Vec<(i64, Cents)>,
    pub(crate) account: Option<CustomerId>,
}

/// Takes all that an order needs, in the same sequence for every order, so that two never wait for each other.
pub(crate) async fn take(
    write: &Write<'_>,
    order: &NewOrder,
    now: UnixSeconds,
) -> Result<Result<Taken, PlaceRefusal>, StoreError> {
    // The cart first: of two requests that order the same cart one finds it changed and writes nothing.
    if let Some(cart) = &order.cart
        && !leave_cart(write, cart, now).await?
    {
        return Ok(Err(PlaceRefusal::CartChanged));
    }
    if let Some(renewal) = &order.renewal
        && !subscriptions::change(write, &renewal.change, now).await?
    {
        return Ok(Err(PlaceRefusal::SubscriptionChanged));
    }
    if let Some(refusal) = take_stock(write, order).await? {
        return Ok(Err(refusal));
    }
    if let Some(refusal) = bookings::take_places(write, order).await? {
        return Ok(Err(refusal));
    }
    let coupons = match coupons::take_uses(write, order).await? {
        Ok(ids) => ids,
        Err(code) => return Ok(Err(PlaceRefusal::CouponUsedUp { code })),
    };
    let credits = match credit_moves::take(write, &order.credits, now).await? {
        Ok(taken) => taken,
        Err(code) => return Ok(Err(PlaceRefusal::CreditShort { code })),
    };
    if let Some(id) = offers_taken::take(write, order, now).await? {
        return Ok(Err(PlaceRefusal::OfferGone { id }));
    }
    if let Some(refusal) = receivables::admit(write, order).await? {
        return Ok(Err(refusal));
    }
    let account = match &order.account {
        None => None,
        Some(new) => match customers::add_under_free_name(write, new, now).await? {
            None => return Ok(Err(PlaceRefusal::EmailTaken)),
            some => some,
        },
    };
    Ok(Ok(Taken { coupons, credits, account }))
}

/// Writes the order and what belongs to it.
pub(crate) async fn write_order(
    write: &Write<'_>,
    order: &NewOrder,
    taken: &Taken,
    now: UnixSeconds,
) -> Result<Result<OrderId, PlaceRefusal>, StoreError> {
    let id = insert_order(write, order, taken.account, now).await?;
    if let Some(approval) = order.approval
        && !approvals::use_up(write, approval, id).await?
    {
        return Ok(Err(PlaceRefusal::ApprovalUsed));
    }
    insert_lines(write, id, order).await?;
    bookings::note_places(write, id, order).await?;
    instalments::insert(write, id, &order.instalments, now).await?;
    subscriptions::begin(write, id, order, taken.account, now).await?;
    subscriptions::note_renewal(write, id, order).await?;
    coupons::note_uses(write, id, &taken.coupons, &order.content.billing.email).await?;
    credit_moves::note(write, id, &taken.credits, "customer", now).await?;
    offers_taken::note(write, id, &order.offers).await?;
    receivables::note(write, id, order).await?;
    let author = if order.renewal.is_some() { "system" } else { "customer" };
    insert_event(write, id, ("status", None, Some(order.status)), "", author, now).await?;
    Ok(Ok(id))
}

/// Leaves a cart as it is after its order; `false`: it changed since it was priced.
pub(crate) async fn leave_cart(write: &Write<'_>, cart: &OrderedCart, now: UnixSeconds) -> Result<bool, StoreError> {
    let after = set! { content: to_json(&cart.after)?, version = "version + 1", updated_at: now };
    let as_priced = values![&cart.session_key, cart.version];
    Ok(write.update("carts", after, "session_key = $1 AND version = $2", as_priced).await? == 1)
}

/// Pieces by whose stock they are, in ascending order so that two orders never wait for each other in a circle.
async fn take_stock(write: &Write<'_>, order: &NewOrder) -> Result<Option<PlaceRefusal>, StoreError> {
    let mut wanted: BTreeMap<ProductId, (i64, bool, ProductId)> = BTreeMap::new();
    let mut sold: BTreeMap<i64, i64> = BTreeMap::new();
    for line in &order.lines {
        if let Some(id) = line.stock_product_id {
            let entry = wanted.entry(id).or_insert((0, line.backorders_allowed, line.product_id));
            entry.0 += line.quantity;
        }
        *sold.entry(line.content.parent_id).or_default() += line.quantity;
    }
    for (id, (quantity, backorders, product_id)) in &wanted {
        let sql =
            "UPDATE products SET stock_quantity = stock_quantity - $2 WHERE id = $1 AND (stock_quantity >= $2 OR $3)";
        if write.run(sql, values![*id, *quantity, *backorders]).await? == 0 {
            let available = write.number("SELECT stock_quantity FROM products WHERE id = $1", values![*id]).await?;
            return Ok(Some(PlaceRefusal::NotEnoughStock { product_id: *product_id, available: available.max(0) }));
        }
    }
    count_sales(write, &sold).await?;
    Ok(None)
}

/// Adds sold pieces to the sales of their products, in one statement.
pub(crate) async fn count_sales(write: &Write<'_>, sold: &BTreeMap<i64, i64>) -> Result<(), StoreError> {
    let rows: Vec<String> =
        (0..sold.len()).map(|n| format!("(CAST(${} AS BIGINT), CAST(${} AS BIGINT))", n * 2 + 1, n * 2 + 2)).collect();
    let sql = format!(
        "UPDATE products SET total_sales = total_sales + sold.column2 FROM (VALUES {}) AS sold WHERE id = sold.column1",
        rows.join(", ")
    );
    let values = sold.iter().flat_map(|(id, quantity)| values![*id, *quantity]).collect();
    write.run(&sql, values).await.map(|_| ())
}

async fn insert_order(
    write: &Write<'_>,
    order: &NewOrder,
    account: Option<CustomerId>,
    now: UnixSeconds,
) -> Result<OrderId, StoreError> {
    let billing = &order.content.billing;
    let company_id = match &order.renewal {
        Some(renewal) => company_of_renewal(write, renewal).await?,
        None => order.company_id,
    };
    let row = set! {
        order_key: &order.order_key,
        status: order.status,
        customer_id: account.or(order.customer_id),
        company_id,
        ordered_by: &order.ordered_by,
        billing_email: &billing.email,
        billing_name: format!("{} {}", billing.first_name, billing.last_name),
        total_cents: order.total_cents,
        payment_method: &order.payment_method,
        stock_taken = "TRUE",
        cart_hash: &order.cart_hash,
        idempotency_key: &order.idempotency_key,
        content: to_json(&order.content)?,
        invoice_wanted: order.content.invoice.is_some(),
        buyer_reference: &order.content.buyer_reference,
        delivery_day: order.content.delivery_day,
        source_type: order.content.source("source_type"),
        source_name: order.content.source("utm_source"),
        source_medium: order.content.source("utm_medium"),
        source_campaign: order.content.source("utm_campaign"),
        attributed_at: order.content.is_attributed().then_some(now),
        created_at: now,
        updated_at: now,
        hold_until: order.hold_until,
    };
    write.insert_new("orders", row).await.map(OrderId)
}

/// The company for which a subscription was ordered.
async fn company_of_renewal(write: &Write<'_>, renewal: &NewRenewal) -> Result<Option<CompanyId>, StoreError> {
    let sql = "SELECT o.company_id FROM orders o JOIN subscriptions s ON s.order_id = o.id WHERE s.id = $1";
    Ok(write.row::<Option<CompanyId>>(sql, values![renewal.change.id]).await?.flatten())
}

async fn insert_lines(write: &Write<'_>, id: OrderId, order: &NewOrder) -> Result<(), StoreError> {
    if order.lines.is_empty() {
        return Ok(());
    }
    let rows = order.lines.iter().enumerate().map(|(position, line)| {
        Ok(set! {
            order_id: id,
            position,
            product_id: line.product_id,
            stock_product_id: line.stock_product_id,
            quantity: line.quantity,
            sku: &line.sku,
            name: &line.name,
            content: to_json(&line.content)?,
        })
    });
    let rows = rows.collect::<Result<_, StoreError>>()?;
    write.insert_all("order_lines", rows, "").await.map(|_| ())
}
