//! Coupons as the back office reads and writes them.

use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CategoryId, Lang, ProductId};
use shop_core::coupon::check::{CouponForm, CouponState, form_of, last_day};
use shop_core::coupon::offer::label;
use shop_services::ports::{CouponOrder, CouponRecord};
use utoipa::ToSchema;

use crate::admin::names::{NamedEntry, named};
use crate::admin::problem::Refusal;
use crate::state::AppState;

/// A coupon in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CouponRow {
    id: i64,
    code: String,
    /// `percent`, `fixed_cart` or `fixed_product`.
    kind: String,
    /// What it gives, in words.
    label: String,
    /// `active`, `expired` or `used_up`.
    state: String,
    /// How often it was used.
    uses: i64,
    usage_limit: Option<i64>,
    /// Last day on which it holds: "2026-12-31"; empty: it does not end.
    last_day: String,
    shown_in_cart: bool,
    created_at: i64,
}

/// Everything of a coupon that can be changed, as texts of a form. Empty ones are conditions that do not apply.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(in crate::admin) struct CouponFields {
    code: String,
    kind: String,
    /// Percent or euro.
    amount: String,
    description: String,
    shown_in_cart: bool,
    free_shipping: bool,
    individual_use: bool,
    excludes_sale_items: bool,
    product_ids: Vec<i64>,
    excluded_product_ids: Vec<i64>,
    category_ids: Vec<i64>,
    excluded_category_ids: Vec<i64>,
    minimum: String,
    maximum: String,
    usage_limit: String,
    usage_limit_per_user: String,
    item_limit: String,
    last_day: String,
    emails: Vec<String>,
}

/// An order that uses a coupon.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CouponUse {
    order_id: i64,
    status: String,
    email: String,
    total_cents: i64,
    created_at: i64,
}

/// A coupon with the orders that use it.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CouponDetail {
    #[serde(flatten)]
    row: CouponRow,
    fields: CouponFields,
    /// Names of the products that the fields name, included or excluded.
    products: Vec<NamedEntry>,
    /// Newest first, at most 100.
    orders: Vec<CouponUse>,
}

impl CouponFields {
    /// The form that the rules check.
    pub(in crate::admin) fn into_form(self) -> CouponForm {
        let products = |ids: Vec<i64>| ids.into_iter().map(ProductId).collect();
        let categories = |ids: Vec<i64>| ids.into_iter().map(CategoryId).collect();
        CouponForm {
            code: self.code,
            kind: self.kind,
            amount: self.amount,
            description: self.description,
            shown_in_cart: self.shown_in_cart,
            free_shipping: self.free_shipping,
            individual_use: self.individual_use,
            excludes_sale_items: self.excludes_sale_items,
            product_ids: products(self.product_ids),
            excluded_product_ids: products(self.excluded_product_ids),
            category_ids: categories(self.category_ids),
            excluded_category_ids: categories(self.excluded_category_ids),
            minimum: self.minimum,
            maximum: self.maximum,
            usage_limit: self.usage_limit,
            usage_limit_per_user: self.usage_limit_per_user,
            item_limit: self.item_limit,
            last_day: self.last_day,
            emails: self.emails,
        }
    }
}

impl From<CouponForm> for CouponFields {
    fn from(form: CouponForm) -> Self {
        let products = |ids: Vec<ProductId>| ids.into_iter().map(|id| id.0).collect();
        let categories = |ids: Vec<CategoryId>| ids.into_iter().map(|id| id.0).collect();
        Self {
            code: form.code,
            kind: form.kind,
            amount: form.amount,
            description: form.description,
            shown_in_cart: form.shown_in_cart,
            free_shipping: form.free_shipping,
            individual_use: form.individual_use,
            excludes_sale_items: form.excludes_sale_items,
            product_ids: products(form.product_ids),
            excluded_product_ids: products(form.excluded_product_ids),
            category_ids: categories(form.category_ids),
            excluded_category_ids: categories(form.excluded_category_ids),
            minimum: form.minimum,
            maximum: form.maximum,
            usage_limit: form.usage_limit,
            usage_limit_per_user: form.usage_limit_per_user,
            item_limit: form.item_limit,
            last_day: form.last_day,
            emails: form.emails,
        }
    }
}

/// A coupon in a list.
pub(super) fn row(record: &CouponRecord, now: UnixSeconds, lang: Lang) -> CouponRow {
    let coupon = &record.coupon;
    CouponRow {
        id: record.id,
        code: coupon.code.clone(),
        kind: coupon.kind.as_str().into(),
        label: label(coupon, lang),
        state: CouponState::of(coupon, record.uses, now).as_str().into(),
        uses: record.uses,
        usage_limit: coupon.usage_limit.filter(|limit| *limit > 0),
        last_day: last_day(coupon.expires_at),
        shown_in_cart: coupon.shown_in_cart,
        created_at: record.created_at,
    }
}

/// A coupon with everything.
pub(super) async fn detail(state: &AppState, id: i64) -> Result<CouponDetail, Refusal> {
    let record = state.shop.coupons.coupon_record(id).await?.ok_or_else(Refusal::not_found)?;
    let orders = state.shop.coupons.coupon_orders(id).await?;
    let catalogue = state.shop.context.catalogue().await?;
    let coupon = &record.coupon;
    let products = coupon.product_ids.iter().chain(&coupon.excluded_product_ids);
    Ok(CouponDetail {
        row: row(&record, state.shop.context.now(), state.shop.context.settings().await?.lang()),
        products: named(products, &catalogue),
        fields: form_of(coupon).into(),
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
