//! What has changed under a cart since it was looked at last: goods, stock, prices. Each change is told once.

use std::collections::BTreeMap;

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, FieldError, ProductId, format};
use shop_core::catalogue::product::TaxStatus;
use shop_core::catalogue::quantity::{fit, line_bounds};
use shop_core::messages::codes;
use shop_core::pricing::tax_place;
use shop_core::purchase::check;
use shop_core::totals::{PriceContext, displayed_unit_price};

use super::priced_line::{resolve, stock_item};
use super::purchases::{StockNow, one_piece};
use crate::catalogue::Catalogue;
use crate::records::{CartContent, StoredNotice};
use crate::settings::{ShopSettings, TaxDisplay};

/// Brings lines in line with what can be bought: gone products go (and that is told), so do choices that are no longer on
/// offer, more pieces than are left become what is left, and numbers that the merchant no longer sells the next that he does. A
/// line of which nothing is left stays, so that its buyer sees why. Gives what was told.
pub(super) fn reconcile(content: &mut CartContent, catalogue: &Catalogue, stock: &StockNow) -> Vec<StoredNotice> {
    let told = content.notices.len();
    let before = content.lines.len();
    content.lines.retain(|line| resolve(catalogue, line).is_some());
    if content.lines.len() < before {
        content.notices.push(StoredNotice {
            kind: "info".into(),
            code: codes::LINE_REMOVED.into(),
            params: BTreeMap::new(),
        });
    }
    let mut changed = Vec::new();
    content.lines.retain(|line| {
        let Some((product, _)) = resolve(catalogue, line) else { return false };
        let holds = check(&product.purchase, &line.choices).is_ok();
        if !holds {
            changed.push(StoredNotice {
                kind: "info".into(),
                code: codes::CHOICES_CHANGED.into(),
                params: product.item.named(),
            });
        }
        holds
    });
    content.notices.append(&mut changed);
    let mut taken: BTreeMap<ProductId, i64> = BTreeMap::new();
    let mut lowered = Vec::new();
    for line in &mut content.lines {
        let Some((product, variation)) = resolve(catalogue, line) else { continue };
        let holder = stock_item(product, variation);
        let left = stock.get(&holder.id).filter(|_| holder.stock.limit().is_some());
        let available = left.map(|left| left - taken.get(&holder.id).copied().unwrap_or_default());
        if line.offer.is_some() {
            // An offer is taken as it is, or not at all: too few pieces are told by the line, and refuse the order.
            *taken.entry(holder.id).or_default() += line.quantity;
            continue;
        }
        let name = &product.item.name;
        let fitted = fit(name, &line.quantity.to_string(), &line_bounds(product, variation, None));
        let limit = line_bounds(product, variation, available);
        let short = available.filter(|left| *left > 0 && fitted.value > *left);
        // Where less is left than can be ordered at all, the line stays, and is refused with what is left.
        let most = limit.max.filter(|most| short.is_some() && *most >= limit.min);
        let quantity = most.unwrap_or(fitted.value);
        if quantity != line.quantity {
            line.quantity = quantity;
            let lowered_to =
                |left| FieldError::new("", codes::QUANTITY_LOWERED).with("name", name).with("available", left);
            let Some(said) = short.map(lowered_to).or(fitted.notice) else { continue };
            let params = said.params.into_iter().chain(product.item.named()).collect();
            lowered.push(StoredNotice { kind: "info".into(), code: said.code.into_owned(), params });
        }
        if left.is_some() {
            *taken.entry(holder.id).or_default() += line.quantity;
        }
    }
    content.notices.extend(lowered);
    content.notices.get(told..).unwrap_or_default().to_vec()
}

/// Tells of prices that are no longer those at which a line was added, as the cart shows prices, and keeps the new ones. A
/// price that cannot be seen to change (the same in the buyer's country after rounding) is kept in silence.
pub(super) fn tell_price_changes(
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
    let mut told = Vec::new();
    for line in content.lines.iter_mut().filter(|line| line.offer.is_none()) {
        let Some((product, variation)) = resolve(catalogue, line) else { continue };
        let item = variation.map_or(&product.item, |v| &v.item);
        let Ok(purchase) = check(&product.purchase, &line.choices) else { continue };
        let current = item.prices.of_quantity(line.quantity, now).map(|current| one_piece(product, current, &purchase));
        let Some(current) = current.filter(|current| *current != line.added_price) else { continue };
        let taxable = item.tax_status == TaxStatus::Taxable;
        let context = PriceContext::new(taxable, &item.tax_class, &settings.tax, &rules, &place, false);
        let shown = |price: Cents| format::price(displayed_unit_price(price, &context, with_tax), settings.lang());
        let (before, after) = (shown(line.added_price), shown(current));
        line.added_price = current;
        if before != after {
            told.push(StoredNotice {
                kind: "info".into(),
                code: codes::PRICE_CHANGED.into(),
                params: product
                    .item
                    .named()
                    .into_iter()
                    .chain([("before".to_owned(), before), ("now".to_owned(), after)])
                    .collect(),
            });
        }
    }
    content.notices.extend(told);
}
