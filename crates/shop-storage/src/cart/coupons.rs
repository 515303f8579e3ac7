//! Coupons as shoppers use them, and the uses by orders.

use std::collections::BTreeSet;

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    RelationTrait, Select,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, OrderId};
use shop_core::cart::coupon::Coupon;
use shop_core::cart::coupon::applied::UsedCoupon;
use shop_core::cart::coupon::validity::CouponUses;
use shop_core::orders::OrderStatus;
use shop_services::ports::{
    CouponChanged, CouponFilter, CouponOrder, CouponPerson, CouponRecord, CouponStore, NewOrder, StoreError,
};

use crate::cart::coupon_list::{
    conditions, has_use_left, insert_coupons, read_coupon_orders, read_offered, update_coupon, write_emails,
};
use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::returning::{returning, returning_columns};
use crate::db::{Db, Write};
use crate::entity::coupons::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, coupon_uses, orders};

/// A coupon with the number of times that a person used it.
#[derive(FromQueryResult)]
struct UsedRow {
    #[sea_orm(nested)]
    coupon: Model,
    by_person: i64,
    held: i64,
}

#[async_trait]
impl CouponStore for Db {
    async fn save_coupons(&self, coupons: &[Coupon], now: UnixSeconds) -> Result<(), StoreError> {
        use Column::{Amount, Code, Details, DiscountType, ExpiresAt, ShownInCart, UsageLimit};
        let write = self.begin(true).await?;
        for coupon in coupons {
            let row = ActiveModel { created_at: Set(now), ..ActiveModel::from(coupon) };
            let replaced = [DiscountType, Amount, UsageLimit, ExpiresAt, Details, ShownInCart];
            let known = OnConflict::column(Code).update_columns(replaced).to_owned();
            let mut insert = Entity::insert(row).on_conflict(known).into_query();
            insert.returning_col(Column::Id);
            for id in returning_columns(&insert, &write).await? {
                write_emails(&write, id, coupon).await?;
            }
        }
        write.commit().await
    }

    async fn coupon(&self, code: &str) -> Result<Option<Coupon>, StoreError> {
        Entity::find().filter(Column::Code.eq(code)).fetch_record(self).await
    }

    async fn coupon_code(&self, id: i64) -> Result<Option<String>, StoreError> {
        let code = Entity::find_by_id(id).select_only().column(Column::Code);
        code.into_tuple().fetch_one(self).await
    }

    async fn used_coupons(&self, codes: &[String], person: &CouponPerson) -> Result<Vec<UsedCoupon>, StoreError> {
        if codes.is_empty() {
            return Ok(Vec::new());
        }
        let held = uses_of(person).filter(orders::Column::Status.eq(Stored(OrderStatus::Pending)));
        let used = Entity::find()
            .expr_as(uses_of(person).into_query(), "by_person")
            .expr_as(held.into_query(), "held")
            .filter(Column::Code.is_in(codes))
            .order_by_asc(Column::Id);
        let coupon = |row: UsedRow| UsedCoupon {
            uses: CouponUses {
                total: row.coupon.usage_count,
                by_person: row.by_person,
                held_by_person: row.held > 0,
                logged_in: person.customer_id.is_some(),
            },
            coupon: row.coupon.into(),
        };
        Ok(used.into_model::<UsedRow>().fetch_all(self).await?.into_iter().map(coupon).collect())
    }

    async fn offered_coupons(&self, emails: &[String], now: UnixSeconds) -> Result<Vec<(i64, String)>, StoreError> {
        read_offered(self, emails, now).await
    }

    async fn coupon_record(&self, id: i64) -> Result<Option<CouponRecord>, StoreError> {
        Entity::find_by_id(id).fetch_record(self).await
    }

    async fn list_coupons(
        &self,
        filter: &CouponFilter,
        now: UnixSeconds,
    ) -> Result<(Vec<CouponRecord>, u64), StoreError> {
        let wanted = Entity::find().filter(conditions(filter, now)).order_by_desc(Column::Id);
        wanted.fetch_page_and_count(self, filter.page, filter.per_page).await
    }

    async fn add_coupons(&self, coupons: &[Coupon], now: UnixSeconds) -> Result<Vec<(i64, String)>, StoreError> {
        insert_coupons(self, coupons, now).await
    }

    async fn change_coupon(&self, id: i64, coupon: &Coupon) -> Result<CouponChanged, StoreError> {
        update_coupon(self, id, coupon).await
    }

    async fn delete_coupon(&self, id: i64) -> Result<bool, StoreError> {
        let deleted = Entity::delete_many().filter(Column::Id.eq(id)).run(self).await?;
        Ok(deleted > 0)
    }

    async fn coupon_orders(&self, id: i64) -> Result<Vec<CouponOrder>, StoreError> {
        read_coupon_orders(self, id).await
    }
}

/// Counts a person's orders that use the coupon of the surrounding query.
fn uses_of(person: &CouponPerson) -> Select<coupon_uses::Entity> {
    // No order has customer 0 or an empty address, so the count is zero for an unknown person.
    let customer = person.customer_id.unwrap_or(CustomerId(0));
    let emails = if person.emails.is_empty() { &[String::new()][..] } else { &person.emails };
    let by_person = Condition::any()
        .add(orders::Column::CustomerId.eq(Stored(customer)))
        .add(coupon_uses::Column::UserKey.is_in(emails));
    coupon_uses::Entity::find()
        .select_only()
        .expr(Expr::cust("*").count())
        .join(JoinType::InnerJoin, coupon_uses::Relation::Orders.def())
        .filter(coupon_uses::Column::CouponId.into_expr().eq(Column::Id.into_expr()))
        .filter(by_person)
}

/// Counts the uses of an order about to be written; returns the ids of its coupons, or the code of one that is used up. Updating
/// the coupon's row makes other orders with it wait until this one is written.
pub(crate) async fn claim_uses(write: &Write<'_>, order: &NewOrder) -> Result<Result<Vec<i64>, String>, StoreError> {
    let mut ids = Vec::with_capacity(order.coupons.len());
    let mut taken: Vec<_> = order.coupons.iter().collect();
    taken.sort_by(|a, b| a.code.cmp(&b.code));
    for coupon in taken {
        let mut count = Entity::update_many()
            .col_expr(Column::UsageCount, Expr::col(Column::UsageCount).add(1_i64))
            .filter(Column::Code.eq(&coupon.code))
            .filter(has_use_left())
            .into_query();
        count.returning_col(Column::Id);
        let counted = returning_columns::<i64>(&count, write).await?;
        let Some(id) = counted.first().copied() else { return Ok(Err(coupon.code.clone())) };
        if !person_has_use_left(write, id, coupon.limit_per_person, &order.person).await? {
            return Ok(Err(coupon.code.clone()));
        }
        ids.push(id);
    }
    Ok(Ok(ids))
}

/// Whether a person may use a coupon once more. The caller has updated the coupon's row, so that nobody else counts meanwhile.
async fn person_has_use_left(
    write: &Write<'_>,
    id: i64,
    limit_per_person: Option<i64>,
    person: &CouponPerson,
) -> Result<bool, StoreError> {
    let Some(limit) = limit_per_person.filter(|limit| *limit > 0) else { return Ok(true) };
    let uses = Entity::find_by_id(id).select_only().expr_as(uses_of(person).into_query(), "uses");
    Ok(uses.into_tuple::<i64>().fetch_one(write).await?.unwrap_or(0) < limit)
}

/// Records which coupons an order uses.
pub(crate) async fn record_uses(
    write: &Write<'_>,
    id: OrderId,
    coupons: &[i64],
    email: &str,
) -> Result<(), StoreError> {
    for coupon in coupons {
        let row = coupon_uses::ActiveModel {
            coupon_id: Set(*coupon),
            order_id: Set(Stored(id)),
            user_key: Set(email.to_lowercase()),
        };
        coupon_uses::Entity::insert(row).run(write).await?;
    }
    Ok(())
}

/// Releases the coupon uses of an order.
pub(crate) async fn release_uses(write: &Write<'_>, id: OrderId) -> Result<(), StoreError> {
    Entity::update_many()
        .col_expr(Column::UsageCount, Expr::col(Column::UsageCount).sub(1_i64))
        .filter(Column::Id.in_subquery(coupons_of(id).into_query()))
        .run(write)
        .await?;
    let uses = coupon_uses::Entity::delete_many().filter(coupon_uses::Column::OrderId.eq(Stored(id)));
    uses.run(write).await.map(|_| ())
}

/// Counts the uses of a reopened order again, or returns the code of a coupon that is used up: a shopper whose order failed must
/// not pay it and another order with the same single-use coupon. Deleted coupons are not counted, and no order is counted twice.
pub(crate) async fn reclaim_uses(
    write: &Write<'_>,
    id: OrderId,
    codes: &[String],
    person: &CouponPerson,
) -> Result<Result<(), String>, StoreError> {
    let mut ids = Vec::new();
    for code in codes.iter().collect::<BTreeSet<_>>() {
        let uncounted = Entity::update_many()
            .col_expr(Column::UsageCount, Expr::col(Column::UsageCount).add(1_i64))
            .filter(Column::Code.eq(code))
            .filter(Column::Id.not_in_subquery(coupons_of(id).into_query()));
        let Some(counted) = returning(uncounted, write).await?.pop() else { continue };
        let (id, uses, coupon) = (counted.id, counted.usage_count, Coupon::from(counted));
        let has_total_left = coupon.usage_limit.is_none_or(|limit| limit <= 0 || uses <= limit);
        if !has_total_left || !person_has_use_left(write, id, coupon.usage_limit_per_user, person).await? {
            return Ok(Err(code.clone()));
        }
        ids.push(id);
    }
    let email = person.emails.first().map_or("", String::as_str);
    record_uses(write, id, &ids, email).await?;
    Ok(Ok(()))
}

/// Ids of the coupons that an order uses.
fn coupons_of(order: OrderId) -> Select<coupon_uses::Entity> {
    coupon_uses::Entity::find()
        .select_only()
        .column(coupon_uses::Column::CouponId)
        .filter(coupon_uses::Column::OrderId.eq(Stored(order)))
}

#[cfg(test)]
mod tests {
    use shop_core::base::Cents;
    use shop_core::cart::coupon::CouponKind;

    use super::*;

    #[tokio::test]
    async fn a_coupon_is_read_as_it_was_saved_and_saved_again_replaces_itself() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&format!("sqlite://{}?mode=rwc", folder.path().join("shop.db").display())).await.unwrap();
        db.migrate().await.unwrap();
        let coupon = Coupon {
            code: "dieci".into(),
            kind: CouponKind::Percent,
            amount_hundredths: 1000,
            product_ids: vec![4.into()],
            minimum_cents: Some(Cents(3000)),
            usage_limit: Some(1),
            expires_at: Some(1_800_000_000),
            emails: vec!["*@shop.example".into()],
            ..Coupon::default()
        };
        db.save_coupons(std::slice::from_ref(&coupon), 1).await.unwrap();
        assert_eq!(db.coupon("dieci").await.unwrap(), Some(coupon.clone()));
        let cheaper = Coupon { amount_hundredths: 500, ..coupon };
        db.save_coupons(std::slice::from_ref(&cheaper), 2).await.unwrap();
        assert_eq!(db.coupon("dieci").await.unwrap(), Some(cheaper));
        assert_eq!(db.coupon("DIECI").await.unwrap(), None, "codes are lower-case");
    }
}
