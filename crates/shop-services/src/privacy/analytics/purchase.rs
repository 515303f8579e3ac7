//! Builds the purchase event of an order.

use shop_core::base::{Cents, Half, ProductId, round_div};
use shop_core::orders::OrderStatus;
use shop_core::privacy::analytics::{AnalyticsEventName, AnalyticsForm, AnalyticsItem};

use crate::cart::stock_item;
use crate::catalogue::Catalogue;
use crate::platform::settings::ShopSettings;
use crate::ports::{NewOrderLine, OrderRecord};

/// Whether an order with this status is a purchase: paid, to be paid on delivery, or with its payment processing.
pub(super) fn is_purchase(status: OrderStatus) -> bool {
    matches!(status, OrderStatus::OnHold | OrderStatus::Processing | OrderStatus::Completed)
}

/// The purchase event of an order.
pub(super) fn form(order: &OrderRecord, catalogue: &Catalogue, settings: &ShopSettings) -> AnalyticsForm {
    let content = &order.content;
    let cents = |cents: Cents| cents.0.to_string();
    AnalyticsForm {
        event: AnalyticsEventName::Purchase,
        items: order.lines.iter().map(|line| item(line, order, catalogue)).collect(),
        total_price: cents(content.total_cents),
        tax_total: cents(content.tax_cents),
        shipping_total: cents(content.delivery.as_ref().map_or(Cents(0), |delivery| delivery.cost_cents)),
        coupons: content.coupons.iter().map(|coupon| coupon.code.clone()).collect(),
        order_id: order.id.to_string(),
        affiliation: settings.shop.name.clone(),
        by_sku: settings.analytics.by_sku,
        ..AnalyticsForm::default()
    }
}

fn item(line: &NewOrderLine, order: &OrderRecord, catalogue: &Catalogue) -> AnalyticsItem {
    let content = &line.content;
    let with_tax = !order.content.net_prices;
    let sum = if with_tax { content.total_cents + content.total_tax_cents } else { content.total_cents };
    let reduced = content.total_cents < content.subtotal_cents && line.quantity > 0;
    let after = reduced.then(|| round_div(sum.0.into(), line.quantity.into(), Half::Up).to_string());
    let product = catalogue.product(ProductId(content.parent_id));
    let variation = product.and_then(|one| one.variations.iter().find(|v| v.item.id == line.product_id));
    let stock = product.map(|product| &stock_item(product, variation).stock);
    AnalyticsItem {
        id: line.product_id.0,
        parent_id: (content.parent_id != line.product_id.0).then_some(content.parent_id),
        name: line.name.clone(),
        sku: line.sku.clone(),
        categories: product
            .map(|product| catalogue.terms().wording(order.content.lang).category_names(product))
            .unwrap_or_default(),
        stock_level: stock.filter(|stock| stock.managed).map(|stock| stock.quantity),
        variation: content.variation.iter().map(|(_, _, value)| value.clone()).collect(),
        quantity: Some(line.quantity),
        price: content.unit_price_cents.0.to_string(),
        line_total: sum.0.to_string(),
        price_after_coupon_discount: after.unwrap_or_default(),
        ..AnalyticsItem::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_bought_once_its_money_is_there_or_on_the_way() {
        let bought: Vec<&str> =
            OrderStatus::ALL.iter().filter(|one| is_purchase(**one)).map(|one| one.as_str()).collect();
        assert_eq!(bought, ["on-hold", "processing", "completed"]);
    }
}
