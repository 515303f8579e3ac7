//! Coupons.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::coupon::Coupon;
use shop_core::coupon::applied::UsedCoupon;
use shop_core::coupon::validity::CouponUses;
use shop_services::ports::{
    CouponChanged, CouponFilter, CouponOrder, CouponPerson, CouponRecord, CouponStore, NewOrder, StoreError,
};

use crate::coupon_list::{columns, write_emails};
use crate::db::{Db, Write, col, json};

#[async_trait]
impl CouponStore for Db {
    async fn save_coupons(&self, coupons: &[Coupon], now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        for coupon in coupons {
            let mut values = columns(coupon)?;
            values.push(now.into());
            let row = write
                .one(
                    "INSERT INTO coupons (code, discount_type, amount, usage_limit, expires_at, details, shown_in_cart, created_at) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (code) DO UPDATE SET \
                     discount_type = excluded.discount_type, amount = excluded.amount, usage_limit = excluded.usage_limit, \
                     expires_at = excluded.expires_at, details = excluded.details, shown_in_cart = excluded.shown_in_cart \
                     RETURNING id",
                    values,
                )
                .await?;
            if let Some(row) = row {
                write_emails(&write, col(&row, "id")?, coupon).await?;
            }
        }
        write.commit().await
    }

    async fn coupon(&self, code: &str) -> Result<Option<Coupon>, StoreError> {
        let Some(row) = self.one("SELECT details FROM coupons WHERE code = $1", vec![code.into()]).await? else {
            return Ok(None);
        };
        json(&col::<String>(&row, "details")?, "coupons", code).map(Some)
    }

    async fn coupon_code(&self, id: i64) -> Result<Option<String>, StoreError> {
        let row = self.one("SELECT code FROM coupons WHERE id = $1", vec![id.into()]).await?;
        row.map(|row| col(&row, "code")).transpose()
    }

    async fn used_coupons(&self, codes: &[String], person: &CouponPerson) -> Result<Vec<UsedCoupon>, StoreError> {
        if codes.is_empty() {
            return Ok(Vec::new());
        }
        let (by_person, mut values) = uses_of(person, 1);
        let first = values.len() + 1;
        let wanted: Vec<String> = (first..first + codes.len()).map(|n| format!("${n}")).collect();
        values.extend(codes.iter().map(|code| code.as_str().into()));
        let sql = format!(
            "SELECT c.code, c.details, c.usage_count, ({by_person}) AS by_person, ({by_person} AND o.status = 'pending') AS held \
             FROM coupons c WHERE c.code IN ({}) ORDER BY c.id",
            wanted.join(", ")
        );
        let rows = self.all(&sql, values).await?;
        rows.iter()
            .map(|row| {
                let coupon = json(&col::<String>(row, "details")?, "coupons", &col::<String>(row, "code")?)?;
                let uses = CouponUses {
                    total: col(row, "usage_count")?,
                    by_person: col(row, "by_person")?,
                    held_by_person: col::<i64>(row, "held")? > 0,
                    logged_in: person.customer_id.is_some(),
                };
                Ok(UsedCoupon { coupon, uses })
            })
            .collect()
    }

    async fn offered_coupons(&self, emails: &[String], now: UnixSeconds) -> Result<Vec<(i64, String)>, StoreError> {
        self.read_offered(emails, now).await
    }

    async fn coupon_record(&self, id: i64) -> Result<Option<CouponRecord>, StoreError> {
        self.read_coupon_record(id).await
    }

    async fn list_coupons(
        &self,
        filter: &CouponFilter,
        now: UnixSeconds,
    ) -> Result<(Vec<CouponRecord>, u64), StoreError> {
        self.read_coupon_list(filter, now).await
    }

    async fn add_coupons(&self, coupons: &[Coupon], now: UnixSeconds) -> Result<Vec<(i64, String)>, StoreError> {
        self.insert_coupons(coupons, now).await
    }

    async fn change_coupon(&self, id: i64, coupon: &Coupon) -> Result<CouponChanged, StoreError> {
        self.update_coupon(id, coupon).await
    }

    async fn delete_coupon(&self, id: i64) -> Result<bool, StoreError> {
        self.run("DELETE FROM coupons WHERE id = $1", vec![id.into()]).await.map(|deleted| deleted > 0)
    }

    async fn coupon_orders(&self, id: i64) -> Result<Vec<CouponOrder>, StoreError> {
        self.read_coupon_orders(id).await
    }
}

/// Counts a person's orders that use coupon `c`, with the values of its placeholders from `$first` on.
fn uses_of(person: &CouponPerson, first: usize) -> (String, Vec<sea_orm::Value>) {
    // No order has number 0 or an empty address: with these a person unknown so far used nothing.
    let mut values = vec![person.customer_id.map_or(0, |id| id.0).into()];
    let emails = if person.emails.is_empty() { &[String::new()][..] } else { &person.emails };
    values.extend(emails.iter().map(|email| email.as_str().into()));
    let places: Vec<String> = (first + 1..=first + emails.len()).map(|n| format!("${n}")).collect();
    let sql = format!(
        "SELECT COUNT(*) FROM coupon_uses u JOIN orders o ON o.id = u.order_id \
         WHERE u.coupon_id = c.id AND (o.customer_id = ${first} OR u.user_key IN ({}))",
        places.join(", ")
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
        let counted = write
            .one(
                "UPDATE coupons SET usage_count = usage_count + 1 WHERE code = $1 \
                 AND (usage_limit IS NULL OR usage_limit <= 0 OR usage_count < usage_limit) RETURNING id",
                vec![coupon.code.as_str().into()],
            )
            .await?;
        let Some(row) = counted else { return Ok(Err(coupon.code.clone())) };
        let id: i64 = col(&row, "id")?;
        if let Some(limit) = coupon.limit_per_person.filter(|limit| *limit > 0) {
            let (count, mut values) = uses_of(&order.person, 1);
            values.push(id.into());
            let sql = format!("SELECT ({count}) AS uses FROM coupons c WHERE c.id = ${}", values.len());
            let row = write.one(&sql, values).await?;
            let uses: i64 = row.map_or(Ok(0), |row| col(&row, "uses"))?;
            if uses >= limit {
                return Ok(Err(coupon.code.clone()));
            }
        }
        ids.push(id);
    }
    Ok(Ok(ids))
}

/// Writes down which coupons an order uses.
pub(crate) async fn note_uses(write: &Write<'_>, id: OrderId, coupons: &[i64], email: &str) -> Result<(), StoreError> {
    for coupon in coupons {
        write
            .run(
                "INSERT INTO coupon_uses (coupon_id, order_id, user_key) VALUES ($1, $2, $3)",
                vec![(*coupon).into(), id.0.into(), email.to_lowercase().into()],
            )
            .await?;
    }
    Ok(())
}

/// Gives the uses of an order back.
pub(crate) async fn release_uses(write: &Write<'_>, id: OrderId) -> Result<(), StoreError> {
    write
        .run(
            "UPDATE coupons SET usage_count = usage_count - 1 WHERE id IN (SELECT coupon_id FROM coupon_uses WHERE order_id = $1)",
            vec![id.0.into()],
        )
        .await?;
    write.run("DELETE FROM coupon_uses WHERE order_id = $1", vec![id.0.into()]).await.map(|_| ())
}

/// Counts the uses of a reopened order again, whatever the limits: its price was agreed before. Coupons that were deleted
/// meanwhile are not counted, nor is an order twice.
pub(crate) async fn retake_uses(
    write: &Write<'_>,
    id: OrderId,
    codes: &[String],
    email: &str,
) -> Result<(), StoreError> {
    let mut ids = Vec::new();
    for code in codes {
        let row = write
            .one(
                "UPDATE coupons SET usage_count = usage_count + 1 WHERE code = $1 \
                 AND id NOT IN (SELECT coupon_id FROM coupon_uses WHERE order_id = $2) RETURNING id",
                vec![code.as_str().into(), id.0.into()],
            )
            .await?;
        if let Some(row) = row {
            ids.push(col(&row, "id")?);
        }
    }
    note_uses(write, id, &ids, email).await
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
