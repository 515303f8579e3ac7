//! Coupons as the merchant keeps them: lists, changes, and the orders that use them.

use std::collections::BTreeSet;

use sea_orm::{QueryResult, Value};
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::coupon::Coupon;
use shop_core::coupon::check::CouponState;
use shop_core::order::OrderStatus;
use shop_services::ports::{CouponChanged, CouponFilter, CouponOrder, CouponRecord, StoreError};

use crate::db::{Db, Write, col, contains, inconsistent, json, list, placeholders, to_json};

/// Most coupons offered to a shopper.
const OFFERED: i64 = 20;
/// Rows of one statement: 8 placeholders each stay far below the 32,766 that SQLite takes.
const ROWS: usize = 500;

impl Db {
    pub(crate) async fn read_offered(
        &self,
        emails: &[String],
        now: UnixSeconds,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        let mut patterns: Vec<String> = emails.iter().map(|email| email.to_lowercase()).collect();
        patterns.extend(
            emails
                .iter()
                .filter_map(|email| email.rsplit_once('@').map(|(_, host)| format!("*@{host}").to_lowercase())),
        );
        let mut values: Vec<Value> = vec![now.into(), OFFERED.into()];
        let bound = if patterns.is_empty() {
            String::new()
        } else {
            let bound = format!(
                " OR id IN (SELECT coupon_id FROM coupon_emails WHERE pattern IN ({}))",
                list(values.len() + 1, patterns.len())
            );
            values.extend(patterns.into_iter().map(Value::from));
            bound
        };
        let sql = format!(
            "SELECT id, code FROM coupons WHERE ((shown_in_cart AND id NOT IN (SELECT coupon_id FROM coupon_emails)){bound}) AND (expires_at IS NULL OR expires_at > $1) \
             AND (usage_limit IS NULL OR usage_limit <= 0 OR usage_count < usage_limit) ORDER BY id DESC LIMIT $2"
        );
        self.all(&sql, values).await?.iter().map(|row| Ok((col(row, "id")?, col(row, "code")?))).collect()
    }

    pub(crate) async fn read_coupon_record(&self, id: i64) -> Result<Option<CouponRecord>, StoreError> {
        let sql = "SELECT id, code, details, usage_count, created_at FROM coupons WHERE id = $1";
        self.one(sql, vec![id.into()]).await?.as_ref().map(record).transpose()
    }

    pub(crate) async fn read_coupon_list(
        &self,
        filter: &CouponFilter,
        now: UnixSeconds,
    ) -> Result<(Vec<CouponRecord>, u64), StoreError> {
        let (condition, values) = conditions(filter, now);
        let per_page = i64::try_from(filter.per_page.clamp(1, 100)).unwrap_or(25);
        let offset = i64::try_from(filter.page.saturating_sub(1)).unwrap_or(0).saturating_mul(per_page);
        let (limit_at, offset_at) = (values.len() + 1, values.len() + 2);
        let mut paged = values.clone();
        paged.extend([per_page.into(), offset.into()]);
        let sql = format!(
            "SELECT id, code, details, usage_count, created_at FROM coupons WHERE {condition} \
             ORDER BY id DESC LIMIT ${limit_at} OFFSET ${offset_at}"
        );
        let rows = self.all(&sql, paged).await?.iter().map(record).collect::<Result<Vec<_>, _>>()?;
        let total = self.one(&format!("SELECT COUNT(*) AS n FROM coupons WHERE {condition}"), values).await?;
        let total: i64 = total.map_or(Ok(0), |row| col(&row, "n"))?;
        Ok((rows, u64::try_from(total).unwrap_or(0)))
    }

    pub(crate) async fn insert_coupons(
        &self,
        coupons: &[Coupon],
        now: UnixSeconds,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        let write = self.begin(true).await?;
        let mut added = Vec::with_capacity(coupons.len());
        for some in coupons.chunks(ROWS) {
            let credits = credit_codes(&write, some).await?;
            let free: Vec<&Coupon> = some.iter().filter(|coupon| !credits.contains(&coupon.code)).collect();
            if free.is_empty() {
                continue;
            }
            let sql = format!(
                "INSERT INTO coupons (code, discount_type, amount, usage_limit, expires_at, details, shown_in_cart, created_at) \
                 VALUES {} ON CONFLICT (code) DO NOTHING RETURNING id, code",
                placeholders(free.len(), 8)
            );
            let mut values: Vec<Value> = Vec::with_capacity(free.len() * 8);
            for coupon in &free {
                values.extend(columns(coupon)?);
                values.push(now.into());
            }
            for row in write.all(&sql, values).await? {
                let (id, code): (i64, String) = (col(&row, "id")?, col(&row, "code")?);
                if let Some(coupon) = free.iter().find(|coupon| coupon.code == code) {
                    write_emails(&write, id, coupon).await?;
                }
                added.push((id, code));
            }
        }
        write.commit().await?;
        Ok(added)
    }

    pub(crate) async fn update_coupon(&self, id: i64, coupon: &Coupon) -> Result<CouponChanged, StoreError> {
        let write = self.begin(true).await?;
        let taken = write
            .one("SELECT id FROM coupons WHERE code = $1 AND id <> $2", vec![coupon.code.as_str().into(), id.into()])
            .await?;
        if taken.is_some() || !credit_codes(&write, std::slice::from_ref(coupon)).await?.is_empty() {
            return Ok(CouponChanged::CodeTaken);
        }
        let mut values = columns(coupon)?;
        values.push(id.into());
        let changed = write
            .run(
                "UPDATE coupons SET code = $1, discount_type = $2, amount = $3, usage_limit = $4, expires_at = $5, details = $6, \
                 shown_in_cart = $7 WHERE id = $8",
                values,
            )
            .await?;
        if changed == 0 {
            return Ok(CouponChanged::Unknown);
        }
        write_emails(&write, id, coupon).await?;
        write.commit().await?;
        Ok(CouponChanged::Saved)
    }

    pub(crate) async fn read_coupon_orders(&self, id: i64) -> Result<Vec<CouponOrder>, StoreError> {
        let sql = "SELECT o.id, o.status, o.billing_email, o.total_cents, o.created_at FROM coupon_uses u \
                   JOIN orders o ON o.id = u.order_id WHERE u.coupon_id = $1 ORDER BY o.id DESC LIMIT 100";
        self.all(sql, vec![id.into()]).await?.iter().map(order).collect()
    }
}

/// Codes among these that store credits have: a code names one thing.
async fn credit_codes(write: &Write<'_>, coupons: &[Coupon]) -> Result<BTreeSet<String>, StoreError> {
    let sql = format!("SELECT code FROM store_credit WHERE code IN ({})", list(1, coupons.len()));
    let rows = write.all(&sql, coupons.iter().map(|coupon| coupon.code.as_str().into()).collect()).await?;
    rows.iter().map(|row| col(row, "code")).collect()
}

/// Writes the addresses that a coupon is for anew.
pub(crate) async fn write_emails(write: &Write<'_>, id: i64, coupon: &Coupon) -> Result<(), StoreError> {
    write.run("DELETE FROM coupon_emails WHERE coupon_id = $1", vec![id.into()]).await?;
    let emails: BTreeSet<String> = coupon.emails.iter().map(|email| email.trim().to_lowercase()).collect();
    if emails.is_empty() {
        return Ok(());
    }
    let sql = format!("INSERT INTO coupon_emails (coupon_id, pattern) VALUES {}", placeholders(emails.len(), 2));
    let values = emails.into_iter().flat_map(|email| [id.into(), email.into()]).collect();
    write.run(&sql, values).await.map(|_| ())
}

/// Values of the columns `code` to `shown_in_cart`.
pub(crate) fn columns(coupon: &Coupon) -> Result<Vec<Value>, StoreError> {
    Ok(vec![
        coupon.code.as_str().into(),
        coupon.kind.as_str().into(),
        coupon.amount_hundredths.into(),
        coupon.usage_limit.into(),
        coupon.expires_at.into(),
        to_json(coupon)?.into(),
        coupon.shown_in_cart.into(),
    ])
}

fn conditions(filter: &CouponFilter, now: UnixSeconds) -> (String, Vec<Value>) {
    let mut values: Vec<Value> = Vec::new();
    let mut parts = vec!["1 = 1".to_owned()];
    let search = filter.search.trim();
    if !search.is_empty() {
        values.push(contains(search).into());
        parts.push(format!("code LIKE ${} ESCAPE '\\'", values.len()));
    }
    if !filter.kind.is_empty() {
        values.push(filter.kind.as_str().into());
        parts.push(format!("discount_type = ${}", values.len()));
    }
    if let Some(state) = filter.state {
        values.push(now.into());
        let n = values.len();
        let open = "(usage_limit IS NULL OR usage_limit <= 0 OR usage_count < usage_limit)";
        parts.push(match state {
            CouponState::Active => format!("(expires_at IS NULL OR expires_at > ${n}) AND {open}"),
            CouponState::Expired => format!("expires_at <= ${n}"),
            CouponState::UsedUp => format!("(expires_at IS NULL OR expires_at > ${n}) AND NOT {open}"),
        });
    }
    (parts.join(" AND "), values)
}

fn record(row: &QueryResult) -> Result<CouponRecord, StoreError> {
    let id: i64 = col(row, "id")?;
    Ok(CouponRecord {
        id,
        coupon: json(&col::<String>(row, "details")?, "coupons", id)?,
        uses: col(row, "usage_count")?,
        created_at: col(row, "created_at")?,
    })
}

fn order(row: &QueryResult) -> Result<CouponOrder, StoreError> {
    let id: i64 = col(row, "id")?;
    let status: String = col(row, "status")?;
    Ok(CouponOrder {
        order_id: OrderId(id),
        status: OrderStatus::parse(&status).ok_or_else(|| inconsistent("orders", id, "unknown status"))?,
        email: col(row, "billing_email")?,
        total_cents: col(row, "total_cents")?,
        created_at: col(row, "created_at")?,
    })
}
