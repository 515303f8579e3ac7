//! Product search of the bulk order form.

use shop_core::base::search_text::SearchText;
use shop_core::base::{Cents, FieldError, Lang, ProductId};
use shop_core::catalogue::product::{Product, ProductKind, PublishStatus, StockStatus, Variation, Visibility};
use shop_core::catalogue::quantity::{QuantityBounds, line_bounds};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::trade::search_answer::{FoundProduct, FoundTier, SearchBy};

use crate::cart::{ordered_as_is, stock_item};
use crate::catalogue::{Catalogue, Found, OrderBy, ProductQuery, TermFilter, by_part_of_sku, by_typed_sku};
use crate::platform::settings::ShopSettings;

/// Search results of the bulk order form.
#[derive(Clone, Debug, Default)]
pub struct BulkFound {
    /// Products to choose from, best match first.
    pub products: Vec<FoundProduct>,
    /// Those of them whose SKU equals the search text.
    pub exact: Vec<FoundProduct>,
}

/// Maximum number of results.
const MOST_FOUND: usize = 20;
/// Maximum length of the search text in characters.
const MAX_CHARS: usize = 100;

/// Returns products that match the search text, best first: an exact SKU match precedes everything else, whatever field is
/// searched.
pub(super) fn find_products(catalogue: &Catalogue, settings: &ShopSettings, text: &str, by: SearchBy) -> BulkFound {
    let text: String = text.trim().chars().take(MAX_CHARS).collect();
    if text.is_empty() {
        return BulkFound::default();
    }
    let show = |ids: Vec<ProductId>| -> Vec<FoundProduct> {
        ids.into_iter().filter_map(|id| search_result(catalogue, settings, id)).collect()
    };
    let exact = by_typed_sku(catalogue, &text).map(|one| parts(catalogue, one.id())).unwrap_or_default();
    let others = match by {
        SearchBy::Sku => {
            by_part_of_sku(catalogue, &text, MOST_FOUND).into_iter().flat_map(|id| parts(catalogue, id)).collect()
        }
        SearchBy::ProductName => named(catalogue, settings.lang(), &text),
        SearchBy::Category => of_categories_named(catalogue, settings.lang(), &text),
    };
    let mut ids: Vec<ProductId> = Vec::new();
    for id in exact.iter().copied().chain(others) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let exact = show(exact);
    let mut products = show(ids);
    products.truncate(MOST_FOUND);
    BulkFound { products, exact }
}

/// Returns orderable items whose product name matches; if one variation contains all words, it comes first.
fn named(catalogue: &Catalogue, lang: Lang, text: &str) -> Vec<ProductId> {
    let query =
        ProductQuery { search: text.to_owned(), named: true, orderby: OrderBy::Relevance, ..visible_products() };
    let list = catalogue.query(&query);
    let search = SearchText::new(list.corrected_search.as_deref().unwrap_or(text));
    let wording = catalogue.terms().wording(lang);
    let fits = |id: &ProductId| {
        ordered_as_is(catalogue, *id).is_some_and(|(product, variation)| {
            let own = name(product, variation);
            search.matches(&format!("{own} {} {}", wording.full_name(product, variation), product.item.name))
        })
    };
    let mut ids = Vec::new();
    for id in list.ids {
        let (fitting, others): (Vec<_>, Vec<_>) = parts(catalogue, id).into_iter().partition(fits);
        ids.extend(if fitting.is_empty() { others } else { fitting });
    }
    ids
}

fn of_categories_named(catalogue: &Catalogue, lang: Lang, text: &str) -> Vec<ProductId> {
    let slugs = categories_named(catalogue, lang, text);
    if slugs.is_empty() {
        return Vec::new();
    }
    let categories = Some(TermFilter { terms: slugs, ..TermFilter::default() });
    let query = ProductQuery { categories, orderby: OrderBy::Title, ascending: true, ..visible_products() };
    catalogue.query(&query).ids.into_iter().flat_map(|id| parts(catalogue, id)).collect()
}

fn visible_products() -> ProductQuery {
    ProductQuery { visibility: Some(Visibility::Search), page: 1, per_page: MOST_FOUND, ..ProductQuery::default() }
}

/// Returns the orderable items of a product: itself, or each of its variations.
pub(super) fn parts(catalogue: &Catalogue, id: ProductId) -> Vec<ProductId> {
    match catalogue.find(id) {
        Some(Found::Product(product)) if product.kind == ProductKind::Variable => {
            product.variations.iter().map(|variation| variation.item.id).collect()
        }
        Some(_) => vec![id],
        None => Vec::new(),
    }
}

/// Slugs of the categories whose name has, for each search word, a word that starts with it.
fn categories_named(catalogue: &Catalogue, lang: Lang, text: &str) -> Vec<String> {
    let search = SearchText::new(text);
    let fits = |name: &str| search.begins_words_of(name);
    let categories = catalogue.terms().categories().iter();
    let named = categories.filter(|one| fits(&one.name) || (lang == Lang::En && fits(&one.name_en)));
    named.map(|one| one.slug.clone()).collect()
}

/// Builds the search result of a product or variation; `None` if it cannot be ordered on its own.
pub(super) fn search_result(catalogue: &Catalogue, settings: &ShopSettings, id: ProductId) -> Option<FoundProduct> {
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

/// The distinguishing name of a product or variation.
pub(super) fn name<'a>(product: &'a Product, variation: Option<&'a Variation>) -> &'a str {
    variation.map(|one| one.item.name.as_str()).filter(|name| !name.is_empty()).unwrap_or(&product.item.name)
}

/// Appends the SKU to a name, if there is one.
pub(super) fn with_sku(name: &str, sku: &str) -> String {
    if sku.is_empty() { name.to_owned() } else { format!("{name} ({sku})") }
}

/// Allowed quantities of a line, from pack size and stock.
pub(super) fn pack(product: &Product, variation: Option<&Variation>) -> QuantityBounds {
    let stock = &stock_item(product, variation).stock;
    line_bounds(product, variation, stock.managed.then_some(stock.quantity))
}

/// Explains why a product cannot be ordered. An unpublished product is reported like an unknown one.
pub(super) fn not_sold(catalogue: &Catalogue, id: ProductId) -> FieldError {
    let published = |product: &Product| product.item.status == PublishStatus::Publish;
    let name = match catalogue.find(id) {
        Some(Found::Product(product)) if published(product) => name(product, None),
        Some(Found::Variation(product, variation)) if published(product) => name(product, Some(variation)),
        _ => return FieldError::new("", codes::TRADE_BULK_UNKNOWN).with("text", id),
    };
    FieldError::new("", codes::TRADE_BULK_NOT_SOLD).with("name", name)
}
