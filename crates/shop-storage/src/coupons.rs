//! Coupons.

use std::collections::BTreeSet;

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, OrderId};
use shop_core::coupon::Coupon;
use shop_core::coupon::applied::UsedCoupon;
use shop_core::coupon::validity::CouponUses;
use shop_services::ports::{
    CouponChanged, CouponFilter, CouponOrder, CouponPerson, CouponRecord, CouponStore, NewOrder, StoreError,
};

use crate::coupon_list::{
    columns, conditions, insert_coupons, read_coupon_orders, read_offered, update_coupon, write_emails,
};
use crate::db::{Db, Write, list};
use crate::row::{Row, row};
use crate::statement::{set, value, values};

row! {
    UsedCoupon: coupons(+code) {
        coupon: details,
        uses: CouponUses {
            total: usage_count, by_person, held_by_person: held => |orders: i64| orders > 0, logged_in = false
        },
    }
}

row! {
    /// A coupon, with the use that was just counted.
    struct Counted: coupons(+id) { id: i64, usage_count: i64, coupon: Coupon = "details", }
}

#[async_trait]
impl CouponStore for Db {
    async fn save_coupons(&self, coupons: &[Coupon], now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        for coupon in coupons {
            let mut row = columns(coupon)?;
            row.value("created_at", now);
            let known = "ON CONFLICT (code) DO UPDATE SET \
                         discount_type = excluded.discount_type, amount = excluded.amount, usage_limit = excluded.usage_limit, \
                         expires_at = excluded.expires_at, details = excluded.details, shown_in_cart = excluded.shown_in_cart \
                         RETURNING id";
            for id in write.insert_returning("coupons", vec![row], known).await? {
                write_emails(&write, id, coupon).await?;
            }
        }
        write.commit().await
    }

    async fn coupon(&self, code: &str) -> Result<Option<Coupon>, StoreError> {
        let record = self.find::<CouponRecord>("WHERE code = $1", values![code]).await?;
        Ok(record.map(|record| record.coupon))
    }

    async fn coupon_code(&self, id: i64) -> Result<Option<String>, StoreError> {
        self.row("SELECT code FROM coupons WHERE id = $1", values![id]).await
    }

    async fn used_coupons(&self, codes: &[String], person: &CouponPerson) -> Result<Vec<UsedCoupon>, StoreError> {
        if codes.is_empty() {
            return Ok(Vec::new());
        }
        let (by_person, mut values) = uses_of(person, 1);
        let wanted = list(values.len() + 1, codes.len());
        values.extend(codes.iter().map(value));
        let sql = format!(
            "SELECT {} FROM (SELECT c.*, ({by_person}) AS by_person, ({by_person} AND o.status = 'pending') AS held \
             FROM coupons c WHERE c.code IN ({wanted})) AS used ORDER BY id",
            UsedCoupon::COLUMNS
        );
        let mut used: Vec<UsedCoupon> = self.rows(&sql, values).await?;
        for coupon in &mut used {
            coupon.uses.logged_in = person.customer_id.is_some();
        }
        Ok(used)
    }

    async fn offered_coupons(&self, emails: &[String], now: UnixSeconds) -> Result<Vec<(i64, String)>, StoreError> {
        read_offered(self, emails, now).await
    }

    async fn coupon_record(&self, id: i64) -> Result<Option<CouponRecord>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn list_coupons(
        &self,
        filter: &CouponFilter,
        now: UnixSeconds,
    ) -> Result<(Vec<CouponRecord>, u64), StoreError> {
        self.page(conditions(filter, now), "id DESC", (filter.page, filter.per_page)).await
    }

    async fn add_coupons(&self, coupons: &[Coupon], now: UnixSeconds) -> Result<Vec<(i64, String)>, StoreError> {
        insert_coupons(self, coupons, now).await
    }

    async fn change_coupon(&self, id: i64, coupon: &Coupon) -> Result<CouponChanged, StoreError> {
        update_coupon(self, id, coupon).await
    }

    async fn delete_coupon(&self, id: i64) -> Result<bool, StoreError> {
        self.run("DELETE FROM coupons WHERE id = $1", values![id]).await.map(|deleted| deleted > 0)
    }

    async fn coupon_orders(&self, id: i64) -> Result<Vec<CouponOrder>, StoreError> {
        read_coupon_orders(self, id).await
    }
}

/// Counts a person's orders that use coupon `c`, with the values of its placeholders from `$first` on.
fn uses_of(person: &CouponPerson, first: usize) -> (String, Vec<sea_orm::Value>) {
    // No order has number 0 or an empty address: with these a person unknown so far used nothing.
    let mut values = values![person.customer_id.unwrap_or(CustomerId(0))];
    let emails = if person.emails.is_empty() { &[String::new()][..] } else { &person.emails };
    values.extend(emails.iter().map(value));
    let sql = format!(
        "SELECT COUNT(*) FROM coupon_uses u JOIN orders o ON o.id = u.order_id \
         WHERE u.coupon_id = c.id AND (o.customer_id = ${first} OR u.user_key IN ({}))",
        list(first + 1, emails.len())
    );
    (sql, values)
}

/// Counts the uses of an order about to be written; gives the ids of its coupons, or the code of one that is used up.
/// The change of the coupon's row makes other orders with it wait until this one is written.
pub(crate) async fn take_uses(write: &Write<'_>, order: &NewOrder) -> Result<Result<Vec<i64>, String>, StoreError> {
    let mut ids = Vec::with_capacity(order.coupons.len());
    let mut taken: Vec<_> = order.coupons.iter().collect();
    taken.sort_by(|a, b| a.code.cmp(&b.code));
    for coupon in taken {
        let sql = "UPDATE coupons SET usage_count = usage_count + 1 WHERE code = $1 \
                   AND (usage_limit IS NULL OR usage_limit <= 0 OR usage_count < usage_limit) RETURNING id";
        let counted = write.row::<i64>(sql, values![&coupon.code]).await?;
        let Some(id) = counted else { return Ok(Err(coupon.code.clone())) };
        if !has_use_left(write, id, coupon.limit_per_person, &order.person).await? {
            return Ok(Err(coupon.code.clone()));
        }
        ids.push(id);
    }
    Ok(Ok(ids))
}

/// Whether a person may use a coupon once more. The caller has changed the coupon's row, so that nobody else counts meanwhile.
async fn has_use_left(
    write: &Write<'_>,
    id: i64,
    limit_per_person: Option<i64>,
    person: &CouponPerson,
) -> Result<bool, StoreError> {
    let Some(limit) = limit_per_person.filter(|limit| *limit > 0) else { return Ok(true) };
    let (count, mut values) = uses_of(person, 1);
    values.push(value(id));
    let sql = format!("SELECT ({count}) AS uses FROM coupons c WHERE c.id = ${}", values.len());
    Ok(write.number(&sql, values).await? < limit)
}

/// Writes down which coupons an order uses.
pub(crate) async fn note_uses(write: &Write<'_>, id: OrderId, coupons: &[i64], email: &str) -> Result<(), StoreError> {
    for coupon in coupons {
        let row = set! { coupon_id: *coupon, order_id: id, user_key: email.to_lowercase() };
        write.insert("coupon_uses", row).await?;
    }
    Ok(())
}

/// Gives the uses of an order back.
pub(crate) async fn release_uses(write: &Write<'_>, id: OrderId) -> Result<(), StoreError> {
    let sql = "UPDATE coupons SET usage_count = usage_count - 1 \
               WHERE id IN (SELECT coupon_id FROM coupon_uses WHERE order_id = $1)";
    write.run(sql, values![id]).await?;
    write.run("DELETE FROM coupon_uses WHERE order_id = $1", values![id]).await.map(|_| ())
}

/// Counts the uses of a reopened order again, or gives the code of a coupon that is used up: whose order failed must not pay it and
/// another one with a coupon that holds once. Coupons that were deleted meanwhile are not counted, nor is an order twice.
pub(crate) async fn retake_uses(
    write: &Write<'_>,
    id: OrderId,
    codes: &[String],
    person: &CouponPerson,
) -> Result<Result<(), String>, StoreError> {
    let mut ids = Vec::new();
    for code in codes.iter().collect::<BTreeSet<_>>() {
        let uncounted = "code = $1 AND id NOT IN (SELECT coupon_id FROM coupon_uses WHERE order_id = $2)";
        let counted =
            write.update_returning(set! { usage_count = "usage_count + 1" }, uncounted, values![code, id]).await?;
        let Some(Counted { id, usage_count, coupon }) = counted else { continue };
        let has_total_left = coupon.usage_limit.is_none_or(|limit| limit <= 0 || usage_count <= limit);
        if !has_total_left || !has_use_left(write, id, coupon.usage_limit_per_user, person).await? {
            return Ok(Err(code.clone()));
        }
        ids.push(id);
    }
    let email = person.emails.first().map_or("", String::as_str);
    note_uses(write, id, &ids, email).await?;
    Ok(Ok(()))
}

#[cfg(test)]
mod tests {
    use shop_core::base::Cents;
    use shop_core::coupon::CouponKind;

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
