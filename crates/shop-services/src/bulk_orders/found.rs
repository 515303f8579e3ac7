//! Products as the bulk order form shows them.

use shop_core::base::text::fold;
use shop_core::base::{Cents, FieldError, Lang, ProductId};
use shop_core::catalogue::product::{Product, ProductKind, StockStatus, Variation, Visibility};
use shop_core::catalogue::quantity::{QuantityBounds, line_bounds};
use shop_core::messages::codes;
use shop_core::trade::search_answer::{FoundProduct, FoundTier, SearchBy};
use shop_core::words::site_texts;

use crate::cart::{ordered_as_is, stock_item};
use crate::catalogue::{Catalogue, Found, OrderBy, ProductQuery, TermFilter, by_part_of_sku};
use crate::settings::ShopSettings;

/// Products shown to choose from.
const MOST_FOUND: usize = 20;
/// Longest text that is searched for, in characters.
const MAX_CHARS: usize = 100;

/// Products that fit what is typed, the best first.
pub(super) fn search(catalogue: &Catalogue, settings: &ShopSettings, text: &str, by: SearchBy) -> Vec<FoundProduct> {
    let text: String = text.trim().chars().take(MAX_CHARS).collect();
    if text.is_empty() {
        return Vec::new();
    }
    let ids = match by {
        SearchBy::Sku => by_part_of_sku(catalogue, &text, MOST_FOUND),
        SearchBy::ProductName => {
            let search = ProductQuery { search: text, orderby: OrderBy::Relevance, ..shown() };
            catalogue.query(&search).ids
        }
        SearchBy::Category => {
            let slugs = categories_named(catalogue, settings.lang(), &text);
            if slugs.is_empty() {
                return Vec::new();
            }
            let categories = Some(TermFilter { terms: slugs, ..TermFilter::default() });
            catalogue.query(&ProductQuery { categories, orderby: OrderBy::Title, ascending: true, ..shown() }).ids
        }
    };
    let parts = ids.into_iter().flat_map(|id| parts(catalogue, id));
    parts.filter_map(|id| found(catalogue, settings, id)).take(MOST_FOUND).collect()
}

fn shown() -> ProductQuery {
    ProductQuery { visibility: Some(Visibility::Search), page: 1, per_page: MOST_FOUND, ..ProductQuery::default() }
}

/// What is ordered of a product: itself, or each of its variations.
pub(super) fn parts(catalogue: &Catalogue, id: ProductId) -> Vec<ProductId> {
    match catalogue.find(id) {
        Some(Found::Product(product)) if product.kind == ProductKind::Variable => {
            product.variations.iter().map(|variation| variation.item.id).collect()
        }
        Some(_) => vec![id],
        None => Vec::new(),
    }
}

/// Slugs of the categories one of whose name's words begins with each of the words.
fn categories_named(catalogue: &Catalogue, lang: Lang, text: &str) -> Vec<String> {
    let wanted = fold(text);
    let fits = |name: &str| {
        let name = fold(name);
        wanted.split_whitespace().all(|word| name.split_whitespace().any(|own| own.starts_with(word)))
    };
    let categories = catalogue.terms().categories().iter();
    let named = categories.filter(|one| fits(&one.name) || (lang == Lang::En && fits(&one.name_en)));
    named.map(|one| one.slug.clone()).collect()
}

/// A product or variation as it is shown and sold; `None`: it cannot be ordered as it is.
pub(super) fn found(catalogue: &Catalogue, settings: &ShopSettings, id: ProductId) -> Option<FoundProduct> {
    let (product, variation) = ordered_as_is(catalogue, id)?;
    let item = variation.map_or(&product.item, |one| &one.item);
    let price: Cents = item.prices.current(catalogue.built_at)?;
    let mut label = with_sku(&catalogue.terms().wording(settings.lang()).full_name(product, variation), &item.sku);
    if stock_item(product, variation).stock.availability(catalogue.no_stock_amount) == StockStatus::OutOfStock {
        label.push_str(&format!(" – {}", site_texts::out_of_stock(settings.lang())));
    }
    let millionths = |cents| settings.shown_millionths(cents, item);
    let tiers = item.prices.better_tiers(catalogue.built_at).into_iter();
    let tiers = tiers
        .map(|tier| FoundTier { from_quantity: tier.from_quantity, price_millionths: millionths(tier.cents) })
        .collect();
    let pack = pack(product, variation);
    Some(FoundProduct { product_id: id, label, price_millionths: millionths(price), pack, tiers })
}

/// The name by which a product or variation is told from all others.
pub(super) fn name<'a>(product: &'a Product, variation: Option<&'a Variation>) -> &'a str {
    variation.map(|one| one.item.name.as_str()).filter(|name| !name.is_empty()).unwrap_or(&product.item.name)
}

/// A name with the SKU, where there is one.
pub(super) fn with_sku(name: &str, sku: &str) -> String {
    if sku.is_empty() { name.to_owned() } else { format!("{name} ({sku})") }
}

/// How many pieces a line may have, by its packs and by what is left.
pub(super) fn pack(product: &Product, variation: Option<&Variation>) -> QuantityBounds {
    let stock = &stock_item(product, variation).stock;
    line_bounds(product, variation, stock.managed.then_some(stock.quantity))
}

/// Why a product cannot be ordered as it is.
pub(super) fn not_sold(catalogue: &Catalogue, id: ProductId) -> FieldError {
    let name = match catalogue.find(id) {
        Some(Found::Product(product)) => name(product, None),
        Some(Found::Variation(product, variation)) => name(product, Some(variation)),
        None => return FieldError::new("", codes::TRADE_BULK_UNKNOWN).with("text", id),
    };
    FieldError::new("", codes::TRADE_BULK_NOT_SOLD).with("name", name)
}
