//! Places an order: claims stock, coupons, offers, credit and booking slots, and writes the rows.

use std::collections::BTreeMap;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, RelationTrait};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, CustomerId, OrderId, ProductId};
use shop_services::ports::{NewOrder, NewRenewal, OrderedCart, PlaceRefusal, StoreError};

use crate::accounts::customers;
use crate::cart::coupons;
use crate::cart::credit_moves;
use crate::catalogue::stock::{Goods, Overdraft, move_goods};
use crate::checkout::offer_claims;
use crate::db::Write;
use crate::db::fetch::{Fetch, FetchId, Run};
use crate::entity::{Stored, carts, order_lines, orders};
use crate::orders::bookings;
use crate::orders::instalments;
use crate::orders::order_events::insert_event;
use crate::orders::subscriptions;
use crate::trade::approvals;
use crate::trade::receivables;

/// Resources that an order has claimed.
pub(crate) struct ClaimedResources {
    coupons: Vec<i64>,
    /// Credit ids and amounts.
    credits: Vec<(i64, Cents)>,
    pub(crate) account: Option<CustomerId>,
}

/// Claims everything that an order needs, in the same sequence for every order, so that two cannot deadlock.
pub(crate) async fn claim_resources(
    write: &Write<'_>,
    order: &NewOrder,
    now: UnixSeconds,
) -> Result<Result<ClaimedResources, PlaceRefusal>, StoreError> {
    // The cart comes first: of two requests that order the same cart, the second finds it changed and writes nothing.
    if let Some(cart) = &order.cart
        && !write_ordered_cart(write, cart, now).await?
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
    if let Some(refusal) = bookings::book_places(write, order).await? {
        return Ok(Err(refusal));
    }
    let coupons = match coupons::claim_uses(write, order).await? {
        Ok(ids) => ids,
        Err(code) => return Ok(Err(PlaceRefusal::CouponUsedUp { code })),
    };
    let credits = match credit_moves::spend(write, &order.credits, now).await? {
        Ok(claimed) => claimed,
        Err(code) => return Ok(Err(PlaceRefusal::CreditShort { code })),
    };
    if let Some(id) = offer_claims::claim(write, order, now).await? {
        return Ok(Err(PlaceRefusal::OfferGone { id }));
    }
    if let Some(refusal) = receivables::check_credit(write, order).await? {
        return Ok(Err(refusal));
    }
    let account = match &order.account {
        None => None,
        Some(new) => match customers::add_under_free_name(write, new, now).await? {
            None => return Ok(Err(PlaceRefusal::EmailTaken)),
            some => some,
        },
    };
    Ok(Ok(ClaimedResources { coupons, credits, account }))
}

/// Writes the order and its dependent rows.
pub(crate) async fn write_order(
    write: &Write<'_>,
    order: &NewOrder,
    claimed: &ClaimedResources,
    now: UnixSeconds,
) -> Result<Result<OrderId, PlaceRefusal>, StoreError> {
    let id = insert_order(write, order, claimed.account, now).await?;
    if let Some(approval) = order.approval
        && !approvals::use_up(write, approval, id).await?
    {
        return Ok(Err(PlaceRefusal::ApprovalUsed));
    }
    insert_lines(write, id, order).await?;
    bookings::record_places(write, id, order).await?;
    instalments::insert(write, id, &order.instalments, now).await?;
    subscriptions::begin(write, id, order, claimed.account, now).await?;
    subscriptions::link_renewal(write, id, order).await?;
    coupons::record_uses(write, id, &claimed.coupons, &order.content.billing.email).await?;
    credit_moves::record_spent(write, id, &claimed.credits, "customer", now).await?;
    offer_claims::record(write, id, &order.offers).await?;
    receivables::record(write, id, order).await?;
    let author = if order.renewal.is_some() { "system" } else { "customer" };
    insert_event(write, id, ("status", None, Some(order.status)), "", author, now).await?;
    Ok(Ok(id))
}

/// Writes the cart as it is after its order; returns `false` if it changed since it was priced.
pub(crate) async fn write_ordered_cart(
    write: &Write<'_>,
    cart: &OrderedCart,
    now: UnixSeconds,
) -> Result<bool, StoreError> {
    use carts::Column::{SessionKey, Version};
    let after =
        carts::ActiveModel { content: Set(Stored(cart.after.clone())), updated_at: Set(now), ..Default::default() };
    let left = carts::Entity::update_many()
        .set(after)
        .col_expr(Version, Expr::col(Version).add(1_i64))
        .filter(SessionKey.eq(&cart.session_key))
        .filter(Version.eq(cart.version));
    Ok(left.run(write).await? == 1)
}

/// Takes the units of an order from stock, and counts them as sold.
async fn take_stock(write: &Write<'_>, order: &NewOrder) -> Result<Option<PlaceRefusal>, StoreError> {
    let mut goods: BTreeMap<ProductId, Goods> = BTreeMap::new();
    for line in &order.lines {
        if let Some(id) = line.stock_product_id {
            let claimed = goods.entry(id).or_default();
            if claimed.stock == 0 && line.backorders_allowed {
                claimed.overdraft = Overdraft::Allowed;
            }
            claimed.stock -= line.quantity;
        }
        goods.entry(ProductId(line.content.parent_id)).or_default().sold += line.quantity;
    }
    let Some(short) = move_goods(write, &goods).await? else { return Ok(None) };
    let line = order.lines.iter().find(|line| line.stock_product_id == Some(short.id));
    let product_id = line.map_or(short.id, |line| line.product_id);
    Ok(Some(PlaceRefusal::NotEnoughStock { product_id, available: short.left }))
}

async fn insert_order(
    write: &Write<'_>,
    order: &NewOrder,
    account: Option<CustomerId>,
    now: UnixSeconds,
) -> Result<OrderId, StoreError> {
    let company_id = match &order.renewal {
        Some(renewal) => company_of_renewal(write, renewal).await?,
        None => order.company_id,
    };
    let row = orders::ActiveModel {
        order_key: Set(order.order_key.clone()),
        status: Set(Stored(order.status)),
        customer_id: Set(account.or(order.customer_id).map(Stored)),
        company_id: Set(company_id.map(Stored)),
        ordered_by: Set(order.ordered_by.clone()),
        payment_method: Set(order.payment_method.clone()),
        stock_reduced: Set(true),
        cart_hash: Set(order.cart_hash.clone()),
        idempotency_key: Set(order.idempotency_key.clone()),
        created_at: Set(now),
        updated_at: Set(now),
        hold_until: Set(order.hold_until),
        ..orders::ActiveModel::of_content(&order.content).with_attribution(&order.content, now)
    };
    orders::Entity::insert(row).fetch_id(write).await.map(|id| id.0)
}

/// Finds the company for which a subscription was ordered.
async fn company_of_renewal(write: &Write<'_>, renewal: &NewRenewal) -> Result<Option<CompanyId>, StoreError> {
    use crate::entity::subscriptions::{Column, Relation};
    let company = orders::Entity::find()
        .select_only()
        .column(orders::Column::CompanyId)
        .join(JoinType::InnerJoin, Relation::Orders.def().rev())
        .filter(Column::Id.eq(Stored(renewal.change.id)))
        .into_tuple::<Option<Stored<CompanyId>>>();
    Ok(company.fetch_one(write).await?.flatten().map(|id| id.0))
}

async fn insert_lines(write: &Write<'_>, id: OrderId, order: &NewOrder) -> Result<(), StoreError> {
    if order.lines.is_empty() {
        return Ok(());
    }
    let rows = (0_i64..).zip(&order.lines).map(|(position, line)| order_lines::ActiveModel {
        order_id: Set(Stored(id)),
        position: Set(position),
        product_id: Set(Stored(line.product_id)),
        stock_product_id: Set(line.stock_product_id.map(Stored)),
        quantity: Set(line.quantity),
        sku: Set(line.sku.clone()),
        name: Set(line.name.clone()),
        content: Set(Stored(line.content.clone())),
        ..Default::default()
    });
    order_lines::Entity::insert_many(rows).run(write).await.map(|_| ())
}
