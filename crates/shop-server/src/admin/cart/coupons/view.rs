//! Coupons in the form that the API returns.

use serde::Serialize;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, Lang};
use shop_core::cart::coupon::check::{CouponForm, CouponState, form_of, last_day};
use shop_core::cart::coupon::offer::label;
use shop_services::Context;
use shop_services::cart::coupon_management::Coupons;
use shop_services::ports::{CouponOrder, CouponRecord};
use utoipa::ToSchema;

use crate::admin::catalogue::names::{NamedEntry, named_products};
use crate::admin::problem::Refusal;

/// A coupon in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CouponRow {
    id: i64,
    code: String,
    /// `percent`, `fixed_cart` or `fixed_product`.
    kind: String,
    /// The discount as a text.
    label: String,
    /// `active`, `expired` or `used_up`.
    state: String,
    /// Number of times it was used.
    uses: i64,
    usage_limit: Option<i64>,
    /// Last valid day: "2026-12-31"; empty if it does not expire.
    last_day: String,
    shown_in_cart: bool,
    created_at: i64,
}

/// An order that uses a coupon.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CouponUse {
    order_id: i64,
    status: String,
    email: String,
    total_cents: Cents,
    created_at: i64,
}

/// A coupon with the orders that use it.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CouponDetail {
    #[serde(flatten)]
    row: CouponRow,
    fields: CouponForm,
    /// Names of the products that the coupon includes or excludes.
    products: Vec<NamedEntry>,
    /// Newest orders first, at most 100.
    orders: Vec<CouponUse>,
}

/// Builds the list row of a coupon.
pub(super) fn row(record: &CouponRecord, now: UnixSeconds, lang: Lang) -> CouponRow {
    let coupon = &record.coupon;
    CouponRow {
        id: record.id,
        code: coupon.code.clone(),
        kind: coupon.kind.as_str().into(),
        label: label(coupon, lang),
        state: CouponState::new(coupon, record.uses, now).as_str().into(),
        uses: record.uses,
        usage_limit: coupon.usage_limit.filter(|limit| *limit > 0),
        last_day: last_day(coupon.expires_at),
        shown_in_cart: coupon.shown_in_cart,
        created_at: record.created_at,
    }
}

/// Loads a coupon with its products and orders.
pub(super) async fn detail(context: &Context, coupons: &Coupons, id: i64) -> Result<CouponDetail, Refusal> {
    let record = coupons.coupon_record(id).await?.ok_or_else(Refusal::not_found)?;
    let orders = coupons.coupon_orders(id).await?;
    let catalogue = context.catalogue().await?;
    let coupon = &record.coupon;
    let products = coupon.product_ids.iter().chain(&coupon.excluded_product_ids);
    Ok(CouponDetail {
        row: row(&record, context.now(), context.settings().await?.lang()),
        products: named_products(products, &catalogue),
        fields: form_of(coupon),
        orders: orders.into_iter().map(coupon_use).collect(),
    })
}

fn coupon_use(order: CouponOrder) -> CouponUse {
    CouponUse {
        order_id: order.order_id.0,
        status: order.status.as_str().into(),
        email: order.email,
        total_cents: order.total_cents,
        created_at: order.created_at,
    }
}
