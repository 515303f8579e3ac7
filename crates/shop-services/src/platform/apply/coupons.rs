//! Coupons of a shop document.

use serde::Deserialize;
use shop_core::base::calendar::{day_named, start_of_day};
use shop_core::base::text::parse_fixed;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CategoryId, Cents, ProductId};
use shop_core::cart::coupon::{Coupon, CouponKind};

use super::{ApplyError, wrong};
use crate::catalogue::{Catalogue, Found};

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct CouponDocument {
    code: String,
    discount_type: String,
    amount: String,
    product_skus: Vec<String>,
    excluded_product_skus: Vec<String>,
    product_categories: Vec<String>,
    excluded_product_categories: Vec<String>,
    exclude_sale_items: bool,
    minimum_amount: String,
    maximum_amount: String,
    individual_use: bool,
    usage_limit: Option<i64>,
    usage_limit_per_user: Option<i64>,
    limit_usage_to_x_items: Option<i64>,
    expires: String,
    email_restrictions: Vec<String>,
    free_shipping: bool,
    description: String,
    shown_in_cart: bool,
}

/// Parses a coupon; products are named by SKU, categories by slug.
pub(super) fn read_coupon(document: &CouponDocument, catalogue: &Catalogue) -> Result<Coupon, ApplyError> {
    let refuse = |reason: String| wrong(format!("coupons: {}", document.code), reason);
    if document.code.trim().is_empty() {
        return Err(wrong("coupons", "each needs a code"));
    }
    let kind = CouponKind::parse(&document.discount_type)
        .ok_or_else(|| refuse(format!("`{}` is no discount_type", document.discount_type)))?;
    let amount_hundredths = parse_fixed(&document.amount, 2)
        .filter(|amount| *amount >= 0 && (kind != CouponKind::Percent || *amount <= 10_000))
        .ok_or_else(|| refuse(format!("`{}` is no amount", document.amount)))?;
    let limit = |text: &str| -> Result<Option<Cents>, ApplyError> {
        if text.is_empty() {
            return Ok(None);
        }
        Cents::parse(text).map(Some).ok_or_else(|| refuse(format!("`{text}` is no amount")))
    };
    let products = |skus: &[String]| -> Result<Vec<ProductId>, ApplyError> {
        let id = |sku: &String| match catalogue.by_sku(sku) {
            Some(Found::Product(product)) => Ok(product.item.id),
            Some(Found::Variation(_, variation)) => Ok(variation.item.id),
            None => Err(refuse(format!("no product has the SKU {sku}"))),
        };
        skus.iter().map(id).collect()
    };
    let categories = |slugs: &[String]| -> Result<Vec<CategoryId>, ApplyError> {
        let id = |slug: &String| {
            let found = catalogue.terms().categories().iter().find(|category| category.slug == *slug);
            found.map(|category| category.id).ok_or_else(|| refuse(format!("there is no category {slug}")))
        };
        slugs.iter().map(id).collect()
    };
    Ok(Coupon {
        code: document.code.trim().to_lowercase(),
        kind,
        amount_hundredths,
        product_ids: products(&document.product_skus)?,
        excluded_product_ids: products(&document.excluded_product_skus)?,
        category_ids: categories(&document.product_categories)?,
        excluded_category_ids: categories(&document.excluded_product_categories)?,
        excludes_sale_items: document.exclude_sale_items,
        minimum_cents: limit(&document.minimum_amount)?,
        maximum_cents: limit(&document.maximum_amount)?,
        individual_use: document.individual_use,
        usage_limit: document.usage_limit,
        usage_limit_per_user: document.usage_limit_per_user,
        item_limit: document.limit_usage_to_x_items,
        expires_at: expiry(&document.expires).map_err(refuse)?,
        emails: document.email_restrictions.iter().map(|email| email.trim().to_lowercase()).collect(),
        free_shipping: document.free_shipping,
        description: document.description.clone(),
        shown_in_cart: document.shown_in_cart,
    })
}

/// A coupon expires at the start of its day in Europe/Rome, as in WooCommerce.
fn expiry(day: &str) -> Result<Option<UnixSeconds>, String> {
    if day.is_empty() {
        return Ok(None);
    }
    day_named(day).map(|day| Some(start_of_day(day))).ok_or_else(|| format!("`{day}` is no day such as 2026-12-31"))
}
