//! Price list with a trade buyer's prices.

use shop_core::base::Cents;
use shop_core::base::time::UnixSeconds;
use shop_core::cart::totals::{PriceContext, displayed_unit_price};
use shop_core::catalogue::product::{Item, Product, ProductKind, PublishStatus, TaxStatus, Visibility};
use shop_core::orders::document::{PriceList, PriceListLine};

use super::parts::seller;
use crate::catalogue::{OrderBy, ProductQuery};
use crate::trade::buying_terms::BuyerShop;

/// Builds the price list of a buyer's catalogue: everything that is listed and has a price, by name, with net prices at the
/// shop's own location.
pub fn price_list(shop: &BuyerShop, now: UnixSeconds) -> PriceList {
    let BuyerShop { catalogue, settings, .. } = shop;
    let (rules, place) = (settings.totals_rules(), settings.base_place());
    let net = |item: &Item, cents: Cents| {
        let taxable = item.tax_status == TaxStatus::Taxable;
        let context = PriceContext::new(taxable, &item.tax_class, &settings.tax, &rules, &place, false);
        displayed_unit_price(cents, &context, false)
    };
    let line = |(product, item): (&Product, &Item)| {
        let tiers = item.prices.better_tiers(now);
        Some(PriceListLine {
            sku: item.sku.clone(),
            text: if item.name.is_empty() { product.item.name.clone() } else { item.name.clone() },
            price: net(item, item.prices.current(now)?),
            tiers: tiers.iter().map(|tier| (tier.from_quantity, net(item, tier.cents))).collect(),
        })
    };
    let listed = catalogue.query(&ProductQuery {
        visibility: Some(Visibility::Catalog),
        orderby: OrderBy::Title,
        ascending: true,
        page: 1,
        per_page: usize::MAX,
        ..ProductQuery::default()
    });
    let products = listed.ids.iter().filter_map(|id| catalogue.product(*id));
    PriceList {
        lang: settings.lang(),
        seller: seller(settings, settings.lang()),
        made_at: now,
        lines: products.flat_map(sold).filter_map(line).collect(),
    }
}

/// Returns the items of a product that are sold on their own.
fn sold(product: &Product) -> impl Iterator<Item = (&Product, &Item)> {
    let own = (product.kind == ProductKind::Simple).then_some(&product.item);
    let variations = product.variations.iter().filter(|one| one.item.status == PublishStatus::Publish);
    let variations = variations.filter(move |_| product.kind == ProductKind::Variable).map(|one| &one.item);
    own.into_iter().chain(variations).map(move |item| (product, item))
}
