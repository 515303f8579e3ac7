//! Coupons as the merchant keeps them: lists, changes, and the orders that use them.

use std::collections::BTreeSet;

use shop_core::base::time::UnixSeconds;
use shop_core::coupon::Coupon;
use shop_core::coupon::check::CouponState;
use shop_services::ports::{CouponChanged, CouponFilter, CouponOrder, CouponRecord, StoreError};

use crate::db::{Db, Write, list, to_json};
use crate::row::{Row, row};
use crate::statement::{Filter, Set, set, value, values};

/// Most coupons offered to a shopper.
const OFFERED: i64 = 20;
/// Rows of one statement: 8 placeholders each stay far below the 32,766 that SQLite takes.
const ROWS: usize = 500;

row! {
    CouponRecord: coupons(id) { id, coupon: details, uses: usage_count, created_at, }
}

row! {
    CouponOrder: orders(order_id) {
        order_id: "o.id", status: "o.status", email: "o.billing_email", total_cents: "o.total_cents",
        created_at: "o.created_at",
    }
}

pub(crate) async fn read_offered(
    db: &Db,
    emails: &[String],
    now: UnixSeconds,
) -> Result<Vec<(i64, String)>, StoreError> {
    let mut patterns: Vec<String> = emails.iter().map(|email| email.to_lowercase()).collect();
    patterns.extend(
        emails.iter().filter_map(|email| email.rsplit_once('@').map(|(_, host)| format!("*@{host}").to_lowercase())),
    );
    let mut values = values![now, OFFERED];
    let bound = if patterns.is_empty() {
        String::new()
    } else {
        let bound = format!(
            " OR id IN (SELECT coupon_id FROM coupon_emails WHERE pattern IN ({}))",
            list(values.len() + 1, patterns.len())
        );
        values.extend(patterns.iter().map(value));
        bound
    };
    let sql = format!(
        "SELECT id, code FROM coupons \
             WHERE ((shown_in_cart AND id NOT IN (SELECT coupon_id FROM coupon_emails)){bound}) AND (expires_at IS NULL OR expires_at > $1) \
             AND (usage_limit IS NULL OR usage_limit <= 0 OR usage_count < usage_limit) ORDER BY id DESC LIMIT $2"
    );
    db.rows(&sql, values).await
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
        let row = |coupon: &&Coupon| {
            let mut row = columns(coupon)?;
            row.value("created_at", now);
            Ok(row)
        };
        let rows = free.iter().map(row).collect::<Result<_, StoreError>>()?;
        let tail = "ON CONFLICT (code) DO NOTHING RETURNING id, code";
        for (id, code) in write.insert_returning::<(i64, String)>("coupons", rows, tail).await? {
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
    let taken = "SELECT id FROM coupons WHERE code = $1 AND id <> $2";
    if write.has(taken, values![&coupon.code, id]).await?
        || !credit_codes(&write, std::slice::from_ref(coupon)).await?.is_empty()
    {
        return Ok(CouponChanged::CodeTaken);
    }
    if write.update("coupons", columns(coupon)?, "id = $1", values![id]).await? == 0 {
        return Ok(CouponChanged::Unknown);
    }
    write_emails(&write, id, coupon).await?;
    write.commit().await?;
    Ok(CouponChanged::Saved)
}

pub(crate) async fn read_coupon_orders(db: &Db, id: i64) -> Result<Vec<CouponOrder>, StoreError> {
    let sql = format!(
        "SELECT {} FROM coupon_uses u JOIN orders o ON o.id = u.order_id \
             WHERE u.coupon_id = $1 ORDER BY o.id DESC LIMIT 100",
        CouponOrder::COLUMNS
    );
    db.rows(&sql, values![id]).await
}

/// Codes among these that store credits have: a code names one thing.
async fn credit_codes(write: &Write<'_>, coupons: &[Coupon]) -> Result<BTreeSet<String>, StoreError> {
    let sql = format!("SELECT code FROM store_credit WHERE code IN ({})", list(1, coupons.len()));
    let codes = write.rows(&sql, coupons.iter().map(|coupon| value(&coupon.code)).collect()).await?;
    Ok(codes.into_iter().collect())
}

/// Writes the addresses that a coupon is for anew.
pub(crate) async fn write_emails(write: &Write<'_>, id: i64, coupon: &Coupon) -> Result<(), StoreError> {
    write.run("DELETE FROM coupon_emails WHERE coupon_id = $1", values![id]).await?;
    let emails: BTreeSet<String> = coupon.emails.iter().map(|email| email.trim().to_lowercase()).collect();
    if emails.is_empty() {
        return Ok(());
    }
    let rows = emails.iter().map(|pattern| set! { coupon_id: id, pattern }).collect();
    write.insert_all("coupon_emails", rows, "").await.map(|_| ())
}

/// The columns that the merchant fills.
pub(crate) fn columns(coupon: &Coupon) -> Result<Set, StoreError> {
    Ok(set! {
        code: &coupon.code,
        discount_type: coupon.kind.as_str(),
        amount: coupon.amount_hundredths,
        usage_limit: coupon.usage_limit,
        expires_at: coupon.expires_at,
        details: to_json(coupon)?,
        shown_in_cart: coupon.shown_in_cart,
    })
}

/// Which coupons a list has.
pub(crate) fn conditions(filter: &CouponFilter, now: UnixSeconds) -> Filter {
    let mut out = Filter::new("1 = 1");
    out.and_search(&filter.search, &["code"]);
    if !filter.kind.is_empty() {
        out.and("discount_type = ?", &filter.kind);
    }
    if let Some(state) = filter.state {
        let open = "(usage_limit IS NULL OR usage_limit <= 0 OR usage_count < usage_limit)";
        let condition = match state {
            CouponState::Active => format!("(expires_at IS NULL OR expires_at > ?) AND {open}"),
            CouponState::Expired => "expires_at <= ?".to_owned(),
            CouponState::UsedUp => format!("(expires_at IS NULL OR expires_at > ?) AND NOT {open}"),
        };
        out.and(&condition, now);
    }
    out
}
