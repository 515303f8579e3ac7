//! The merchant's coupons: lists, changes, and the orders that use them.

use std::collections::BTreeSet;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{ExprTrait, OnConflict, Query};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait, RelationTrait,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::cart::coupon::Coupon;
use shop_core::cart::coupon::check::CouponState;
use shop_core::orders::OrderStatus;
use shop_services::ports::{CouponChanged, CouponFilter, CouponOrder, CouponRecord, StoreError};

use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::returning::returning_columns;
use crate::db::{Db, Write};
use crate::entity::coupons::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, coupon_emails, coupon_uses, orders, record_from, store_credit};
use crate::search::matches;

/// Maximum number of coupons offered to a shopper.
const OFFERED: u64 = 20;
/// Maximum number of orders listed for a coupon.
const ORDERS: u64 = 100;
/// Rows per statement: with 8 placeholders each they stay far below SQLite's limit of 32,766.
const ROWS: usize = 500;

record_from! { |row: Model| CouponRecord { id, uses: row.usage_count, created_at, coupon: row.into() } }

pub(crate) async fn read_offered(
    db: &Db,
    emails: &[String],
    now: UnixSeconds,
) -> Result<Vec<(i64, String)>, StoreError> {
    let mut patterns: Vec<String> = emails.iter().map(|email| email.to_lowercase()).collect();
    patterns.extend(
        emails.iter().filter_map(|email| email.rsplit_once('@').map(|(_, host)| format!("*@{host}").to_lowercase())),
    );
    let limited = || coupon_emails::Entity::find().select_only().column(coupon_emails::Column::CouponId);
    let for_all =
        Condition::all().add(Column::ShownInCart.into_expr()).add(Column::Id.not_in_subquery(limited().into_query()));
    let for_person = (!patterns.is_empty())
        .then(|| limited().filter(coupon_emails::Column::Pattern.is_in(patterns)))
        .map(|own| Column::Id.in_subquery(own.into_query()));
    let offered = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Code])
        .filter(Condition::any().add(for_all).add_option(for_person))
        .filter(not_expired(now))
        .filter(has_use_left())
        .order_by_desc(Column::Id)
        .limit(OFFERED);
    offered.into_tuple().fetch_all(db).await
}

pub(crate) async fn insert_coupons(
    db: &Db,
    coupons: &[Coupon],
    now: UnixSeconds,
) -> Result<Vec<(i64, String)>, StoreError> {
    let write = db.begin(true).await?;
    let mut added = Vec::with_capacity(coupons.len());
    for some in coupons.chunks(ROWS) {
        let credits = credit_codes(&write, some).await?;
        let free: Vec<&Coupon> = some.iter().filter(|coupon| !credits.contains(&coupon.code)).collect();
        if free.is_empty() {
            continue;
        }
        let rows = free.iter().map(|coupon| ActiveModel { created_at: Set(now), ..ActiveModel::from(*coupon) });
        let known = OnConflict::column(Column::Code).do_nothing().to_owned();
        let mut insert = Entity::insert_many(rows).on_conflict(known).into_query();
        insert.returning(Query::returning().columns([Column::Id, Column::Code]));
        for (id, code) in returning_columns::<(i64, String)>(&insert, &write).await? {
            if let Some(coupon) = free.iter().find(|coupon| coupon.code == code) {
                write_emails(&write, id, coupon).await?;
            }
            added.push((id, code));
        }
    }
    write.commit().await?;
    Ok(added)
}

pub(crate) async fn update_coupon(db: &Db, id: i64, coupon: &Coupon) -> Result<CouponChanged, StoreError> {
    let write = db.begin(true).await?;
    let taken = Entity::find().filter(Column::Code.eq(&coupon.code)).filter(Column::Id.ne(id));
    if taken.fetch_exists(&write).await? || !credit_codes(&write, std::slice::from_ref(coupon)).await?.is_empty() {
        return Ok(CouponChanged::CodeTaken);
    }
    if Entity::update_many().set(ActiveModel::from(coupon)).filter(Column::Id.eq(id)).run(&write).await? == 0 {
        return Ok(CouponChanged::Unknown);
    }
    write_emails(&write, id, coupon).await?;
    write.commit().await?;
    Ok(CouponChanged::Saved)
}

pub(crate) async fn read_coupon_orders(db: &Db, id: i64) -> Result<Vec<CouponOrder>, StoreError> {
    use orders::Column::{BillingEmail, CreatedAt, Id, Status, TotalCents};
    let found = orders::Entity::find()
        .select_only()
        .columns([Id, Status, BillingEmail, TotalCents, CreatedAt])
        .join(JoinType::InnerJoin, coupon_uses::Relation::Orders.def().rev())
        .filter(coupon_uses::Column::CouponId.eq(id))
        .order_by_desc(Id)
        .limit(ORDERS)
        .into_tuple::<(Stored<OrderId>, Stored<OrderStatus>, String, Stored<Cents>, UnixSeconds)>();
    let order = |(order_id, status, email, total_cents, created_at): (Stored<_>, Stored<_>, _, Stored<_>, _)| {
        CouponOrder { order_id: order_id.0, status: status.0, email, total_cents: total_cents.0, created_at }
    };
    Ok(found.fetch_all(db).await?.into_iter().map(order).collect())
}

/// Finds which of these codes belong to store credits: a code is unique among coupons and credits.
async fn credit_codes(write: &Write<'_>, coupons: &[Coupon]) -> Result<BTreeSet<String>, StoreError> {
    let codes = store_credit::Entity::find()
        .select_only()
        .column(store_credit::Column::Code)
        .filter(store_credit::Column::Code.is_in(coupons.iter().map(|coupon| &coupon.code)));
    Ok(codes.into_tuple().fetch_all(write).await?.into_iter().collect())
}

/// Replaces the email addresses that a coupon is limited to.
pub(crate) async fn write_emails(write: &Write<'_>, id: i64, coupon: &Coupon) -> Result<(), StoreError> {
    coupon_emails::Entity::delete_many().filter(coupon_emails::Column::CouponId.eq(id)).run(write).await?;
    let emails: BTreeSet<String> = coupon.emails.iter().map(|email| email.trim().to_lowercase()).collect();
    if emails.is_empty() {
        return Ok(());
    }
    let row = |pattern| coupon_emails::ActiveModel { coupon_id: Set(id), pattern: Set(pattern) };
    coupon_emails::Entity::insert_many(emails.into_iter().map(row)).run(write).await.map(|_| ())
}

/// Condition for the coupons of a list.
pub(crate) fn conditions(filter: &CouponFilter, now: UnixSeconds) -> Condition {
    let kind = (!filter.kind.is_empty()).then(|| Column::DiscountType.eq(&filter.kind));
    let state = filter.state.map(|state| match state {
        CouponState::Active => Condition::all().add(not_expired(now)).add(has_use_left()),
        CouponState::Expired => Condition::all().add(Column::ExpiresAt.lte(now)),
        CouponState::UsedUp => Condition::all().add(not_expired(now)).add(has_use_left().not()),
    });
    Condition::all().add_option(matches(&filter.search, [Column::Code.into_expr()])).add_option(kind).add_option(state)
}

fn not_expired(now: UnixSeconds) -> Condition {
    Condition::any().add(Column::ExpiresAt.is_null()).add(Column::ExpiresAt.gt(now))
}

/// Condition for coupons whose total usage limit is not reached.
pub(crate) fn has_use_left() -> Condition {
    Condition::any()
        .add(Column::UsageLimit.is_null())
        .add(Column::UsageLimit.lte(0_i64))
        .add(Column::UsageCount.into_expr().lt(Column::UsageLimit.into_expr()))
}
