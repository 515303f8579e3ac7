//! Coupons.

use async_trait::async_trait;
use shop_core::catalogue::product::UnixSeconds;
use shop_core::coupon::Coupon;
use shop_services::ports::{CouponStore, StoreError};

use crate::db::{Db, col, json, to_json};

#[async_trait]
impl CouponStore for Db {
    async fn save_coupons(&self, coupons: &[Coupon], now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        for coupon in coupons {
            write
                .run(
                    "INSERT INTO coupons (code, discount_type, amount, usage_limit, expires_at, details, created_at) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (code) DO UPDATE SET discount_type = excluded.discount_type, \
                     amount = excluded.amount, usage_limit = excluded.usage_limit, expires_at = excluded.expires_at, \
                     details = excluded.details",
                    vec![
                        coupon.code.as_str().into(),
                        coupon.kind.as_str().into(),
                        coupon.amount_hundredths.into(),
                        coupon.usage_limit.into(),
                        coupon.expires_at.into(),
                        to_json(coupon)?.into(),
                        now.into(),
                    ],
                )
                .await?;
        }
        write.commit().await
    }

    async fn coupon(&self, code: &str) -> Result<Option<Coupon>, StoreError> {
        let Some(row) = self.one("SELECT details FROM coupons WHERE code = $1", vec![code.into()]).await? else {
            return Ok(None);
        };
        json(&col::<String>(&row, "details")?, "coupons", code).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use shop_core::Cents;
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
