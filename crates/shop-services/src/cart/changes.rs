//! Changes of products, stock and prices since a cart was last opened. Each is reported once.

use std::collections::BTreeMap;

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, FieldError, Params, ProductId, format};
use shop_core::cart::pricing::tax_place;
use shop_core::cart::totals::{PriceContext, displayed_unit_price};
use shop_core::catalogue::product::{Product, TaxStatus, Variation};
use shop_core::catalogue::purchase::check;
use shop_core::catalogue::quantity::{fit, line_bounds};
use shop_core::platform::messages::codes;

use super::priced_line::{resolve, stock_item};
use super::purchases::{StockNow, one_piece};
use crate::catalogue::Catalogue;
use crate::platform::settings::{ShopSettings, TaxDisplay};
use crate::records::{CartContent, CartLine, StoredNotice};

/// Adapts the lines to what can be bought now and returns what changed. Lines whose product or choices are gone are removed,
/// quantities are lowered to the remaining stock and fitted to the product's packs. A line without any stock stays, so that the
/// shopper sees why it cannot be ordered.
pub(super) fn reconcile(content: &mut CartContent, catalogue: &Catalogue, stock: &StockNow) -> Vec<StoredNotice> {
    let mut changes = remove_unavailable_lines(content, catalogue);
    let mut used: BTreeMap<ProductId, i64> = BTreeMap::new();
    for line in &mut content.lines {
        let Some((product, variation)) = resolve(catalogue, line) else { continue };
        let holder = stock_item(product, variation);
        let left = stock.get(&holder.id).filter(|_| holder.stock.limit().is_some());
        let available = left.map(|left| left - used.get(&holder.id).copied().unwrap_or_default());
        if line.offer.is_some() {
            // An offer is ordered unchanged or not at all: its line shows the lack of stock, and the order is refused.
            *used.entry(holder.id).or_default() += line.quantity;
            continue;
        }
        changes.extend(fit_line(line, product, variation, available));
        if left.is_some() {
            *used.entry(holder.id).or_default() += line.quantity;
        }
    }
    changes
}

/// Removes lines whose product is no longer sold or whose choices are no longer offered.
fn remove_unavailable_lines(content: &mut CartContent, catalogue: &Catalogue) -> Vec<StoredNotice> {
    let before = content.lines.len();
    content.lines.retain(|line| resolve(catalogue, line).is_some());
    let mut changes = Vec::new();
    if content.lines.len() < before {
        changes.push(notice(codes::LINE_REMOVED, BTreeMap::new()));
    }
    content.lines.retain(|line| {
        let Some((product, _)) = resolve(catalogue, line) else { return false };
        let is_offered = check(&product.purchase, &line.choices).is_ok();
        if !is_offered {
            changes.push(notice(codes::CHOICES_CHANGED, product.item.name_params()));
        }
        is_offered
    });
    changes
}

/// Fits one line to its packs and to the `available` pieces; returns the notice of a changed quantity.
fn fit_line(
    line: &mut CartLine,
    product: &Product,
    variation: Option<&Variation>,
    available: Option<i64>,
) -> Option<StoredNotice> {
    let name = &product.item.name;
    let fitted = fit(name, &line.quantity.to_string(), &line_bounds(product, variation, None));
    let limit = line_bounds(product, variation, available);
    let short = available.filter(|left| *left > 0 && fitted.value > *left);
    // If less is left than the minimum order quantity, the line stays, and is refused with the remaining quantity.
    let most = limit.max.filter(|most| short.is_some() && *most >= limit.min);
    let quantity = most.unwrap_or(fitted.value);
    if quantity == line.quantity {
        return None;
    }
    line.quantity = quantity;
    let lowered = |left| FieldError::new("", codes::QUANTITY_LOWERED).with("name", name).with("available", left);
    let reason = short.map(lowered).or(fitted.notice)?;
    let params = reason.params.into_iter().chain(product.item.name_params()).collect();
    Some(notice(reason.code, params))
}

fn notice(code: impl Into<String>, params: Params) -> StoredNotice {
    StoredNotice { kind: "info".into(), code: code.into(), params }
}

/// Reports prices that have changed since a line was added, as the cart displays prices, and stores the new ones. A change that
/// is not visible (because the buyer's price is the same after rounding) is stored silently.
pub(super) fn report_price_changes(
    content: &mut CartContent,
    catalogue: &Catalogue,
    settings: &ShopSettings,
    now: UnixSeconds,
) {
    let rules = settings.totals_rules();
    let picks_up = content.delivery.is_pickup();
    let base = &rules.base;
    let place =
        tax_place(settings.taxes.based_on, &(&content.billing).into(), &(&content.shipping).into(), base, picks_up);
    let with_tax = settings.taxes.cart_prices == TaxDisplay::Included;
    let mut notices = Vec::new();
    for line in content.lines.iter_mut().filter(|line| line.offer.is_none()) {
        let Some((product, variation)) = resolve(catalogue, line) else { continue };
        let item = variation.map_or(&product.item, |v| &v.item);
        let Ok(purchase) = check(&product.purchase, &line.choices) else { continue };
        let current = item.prices.of_quantity(line.quantity, now).map(|current| one_piece(product, current, &purchase));
        let Some(current) = current.filter(|current| *current != line.added_price) else { continue };
        let taxable = item.tax_status == TaxStatus::Taxable;
        let context = PriceContext::new(taxable, &item.tax_class, &settings.tax, &rules, &place, false);
        let displayed = |price: Cents| format::price(displayed_unit_price(price, &context, with_tax), settings.lang());
        let (before, after) = (displayed(line.added_price), displayed(current));
        line.added_price = current;
        if before != after {
            let prices = [("before".to_owned(), before), ("now".to_owned(), after)];
            notices.push(notice(codes::PRICE_CHANGED, product.item.name_params().into_iter().chain(prices).collect()));
        }
    }
    content.notices.extend(notices);
}
