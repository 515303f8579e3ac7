//! Product lists: filter, sort, page.

use shop_core::base::search_text::SearchText;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, ProductId};
use shop_core::catalogue::product::{Product, ProductKind, PublishStatus, StockStatus, Visibility};

use super::bits::Bits;
use super::index::stock_slot;
use super::price::{is_offered, variation_price};
use super::search::SearchResult;
use super::skus::by_typed_sku;
use super::snapshot::{Catalogue, Found, published};

/// How several values of one filter combine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Operator {
    #[default]
    In,
    NotIn,
    And,
}

/// A filter by terms, given by slug or id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TermFilter {
    /// Slugs or ids.
    pub terms: Vec<String>,
    pub operator: Operator,
}

/// A filter by values of one attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttributeFilter {
    pub taxonomy: String,
    /// Slugs or ids of values.
    pub terms: Vec<String>,
    pub operator: Operator,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderBy {
    #[default]
    Date,
    Modified,
    Id,
    Include,
    Title,
    Slug,
    Price,
    Popularity,
    Rating,
    MenuOrder,
    CommentCount,
    Relevance,
}

/// Filter, sort order and page of a product list. An empty filter matches everything.
#[derive(Clone, Debug, Default)]
pub struct ProductQuery {
    pub search: String,
    /// Search only names, not texts and SKUs.
    pub named: bool,
    pub slugs: Vec<String>,
    pub skus: Vec<String>,
    pub include: Option<Vec<ProductId>>,
    pub exclude: Vec<ProductId>,
    pub parents: Vec<ProductId>,
    pub parents_exclude: Vec<ProductId>,
    pub kinds: Vec<ProductKind>,
    /// Variations instead of products.
    pub variations: bool,
    pub categories: Option<TermFilter>,
    pub tags: Option<TermFilter>,
    pub attributes: Vec<AttributeFilter>,
    pub on_sale: Option<bool>,
    pub featured: Option<bool>,
    /// Only products that have sold.
    pub sold_only: bool,
    /// As displayed, in cents.
    pub min_price: Option<Cents>,
    pub max_price: Option<Cents>,
    pub stock: Vec<StockStatus>,
    pub ratings: Vec<i64>,
    pub visibility: Option<Visibility>,
    pub after: Option<UnixSeconds>,
    pub before: Option<UnixSeconds>,
    pub by_modified: bool,
    pub related_to: Option<ProductId>,
    pub orderby: OrderBy,
    pub ascending: bool,
    pub page: usize,
    pub per_page: usize,
    pub offset: Option<usize>,
}

/// A page of a list.
#[derive(Clone, Debug, Default)]
pub struct ProductList {
    /// Ids in order.
    pub ids: Vec<ProductId>,
    pub total: usize,
    /// Corrected search words, if some were mistyped.
    pub corrected_search: Option<String>,
}

impl Catalogue {
    pub fn query(&self, query: &ProductQuery) -> ProductList {
        if query.variations {
            return query_variations(self, query);
        }
        let search = search_of(self, query);
        let found = filter_with(self, query, search.as_ref());
        let mut list = page_of(self, &found, query, search.as_ref());
        list.corrected_search = search.and_then(|s| s.corrected);
        add_variations_by_sku(self, query, &mut list);
        list
    }

    /// Returns the products that match the filters.
    pub fn filter(&self, query: &ProductQuery) -> Bits {
        filter_with(self, query, search_of(self, query).as_ref())
    }
}

fn search_of(catalogue: &Catalogue, query: &ProductQuery) -> Option<SearchResult> {
    let index = catalogue.search();
    let find = |text| if query.named { index.find_named(text) } else { index.find(text) };
    (!query.search.is_empty()).then(|| find(&query.search))
}

fn filter_with(catalogue: &Catalogue, query: &ProductQuery, search: Option<&SearchResult>) -> Bits {
    let mut found = catalogue.index.published.clone();
    if let Some(search) = search {
        found.intersect_with(&search.found);
    }
    match query.visibility {
        None => {}
        Some(Visibility::Visible) => {
            found.intersect_with(&catalogue.index.in_lists);
            found.intersect_with(&catalogue.index.in_search);
        }
        Some(Visibility::Catalog) => found.intersect_with(&catalogue.index.in_lists),
        Some(Visibility::Search) => found.intersect_with(&catalogue.index.in_search),
        Some(Visibility::Hidden) => {
            found.remove_all(&catalogue.index.in_lists);
            found.remove_all(&catalogue.index.in_search);
        }
    }
    if let Some(filter) = &query.categories {
        filter_by_category(catalogue, &mut found, filter);
    }
    if let Some(filter) = &query.tags {
        let sets: Vec<Option<Bits>> = filter
            .terms
            .iter()
            .map(|t| catalogue.terms().tag(t).and_then(|tag| catalogue.index().tag_products(tag.id)).cloned())
            .collect();
        combine(&mut found, &sets, filter.operator);
    }
    filter_by_attributes(catalogue, &mut found, query);
    filter_by_flag(&mut found, &catalogue.index.on_sale, query.on_sale);
    filter_by_flag(&mut found, &catalogue.index.featured, query.featured);
    if query.sold_only {
        let is_unsold = |n: usize| catalogue.product_at(n).is_none_or(|product| product.total_sales <= 0);
        found.remove_all(&catalogue.popularity.first(catalogue.popularity.passing(is_unsold)));
    }
    if !query.stock.is_empty() {
        let mut any = Bits::default();
        for status in &query.stock {
            if let Some(bits) = catalogue.stock.get(stock_slot(*status)) {
                any.add_all(bits);
            }
        }
        found.intersect_with(&any);
    }
    filter_by_price(catalogue, &mut found, query);
    filter_each(catalogue, &mut found, query);
    found
}

/// Retains products whose price range overlaps the requested one. A missing price counts as zero.
fn filter_by_price(catalogue: &Catalogue, found: &mut Bits, query: &ProductQuery) {
    if let (Some(min), Some(max)) = (query.min_price, query.max_price)
        && min > max
    {
        *found = Bits::default();
        return;
    }
    let price_of = |n: usize| catalogue.derived(n).map(|derived| &derived.price);
    if let Some(max) = query.max_price {
        let order = &catalogue.index.orders.price;
        let end = order.passing(|n| price_of(n).and_then(|price| price.min).unwrap_or_default() <= max);
        found.intersect_with(&order.first(end));
    }
    if let Some(min) = query.min_price {
        let order = &catalogue.index.orders.price_max;
        let cheaper = order.passing(|n| price_of(n).and_then(|price| price.max).unwrap_or_default() < min);
        found.remove_all(&order.first(cheaper));
    }
}

fn filter_by_category(catalogue: &Catalogue, found: &mut Bits, filter: &TermFilter) {
    if filter.operator == Operator::And {
        // All of them including their subcategories, each term separately: WooCommerce's interpretation of AND.
        let ids = filter
            .terms
            .iter()
            .map(|t| catalogue.terms().category(t).map(|c| catalogue.terms().with_descendants(c.id)));
        let mut sets = Vec::new();
        for ids in ids {
            match ids {
                Some(ids) => {
                    sets.extend(ids.into_iter().map(|id| catalogue.index().direct_category_products(id).cloned()));
                }
                None => sets.push(None),
            }
        }
        combine(found, &sets, Operator::And);
        return;
    }
    let sets: Vec<Option<Bits>> =
        filter.terms.iter().map(|t| catalogue.terms().category(t).map(|c| catalogue.category_products(c.id))).collect();
    combine(found, &sets, filter.operator);
}

fn filter_by_attributes(catalogue: &Catalogue, found: &mut Bits, query: &ProductQuery) {
    if query.attributes.is_empty() {
        return;
    }
    for filter in &query.attributes {
        let mut passed = found.clone();
        let attribute = catalogue.terms().attribute(&filter.taxonomy);
        let sets: Vec<Option<Bits>> = filter
            .terms
            .iter()
            .map(|term| {
                let attribute = attribute?;
                let id = term.parse::<i64>().ok();
                let slug =
                    &attribute.terms.iter().find(|t| t.slug.eq_ignore_ascii_case(term) || Some(t.id.0) == id)?.slug;
                catalogue.index().term_products(attribute.id, slug).cloned()
            })
            .collect();
        combine(&mut passed, &sets, filter.operator);
        *found = passed;
    }
}

/// Applies the filters that must be checked product by product.
fn filter_each(catalogue: &Catalogue, found: &mut Bits, query: &ProductQuery) {
    let at = |product: &Product| catalogue.position(product.item.id);
    if !query.slugs.is_empty() {
        retain_positions(found, query.slugs.iter().filter_map(|slug| at(catalogue.by_slug(slug)?)));
    }
    if !query.skus.is_empty() {
        retain_positions(
            found,
            query.skus.iter().filter_map(|sku| match catalogue.by_sku(sku)? {
                Found::Product(product) => at(product),
                Found::Variation(..) => None,
            }),
        );
    }
    if let Some(ids) = &query.include {
        retain_positions(found, ids.iter().filter_map(|id| catalogue.position(*id)));
    }
    found.remove_those(query.exclude.iter().filter_map(|id| catalogue.position(*id)));
    // Products have no parents: only variations do.
    if !query.parents.is_empty() {
        *found = Bits::default();
    }
    if !query.kinds.is_empty() {
        found.intersect_with(&Bits::union(query.kinds.iter().filter_map(|kind| catalogue.index.kinds.get(kind))));
    }
    if !query.ratings.is_empty() {
        found.intersect_with(&Bits::union(query.ratings.iter().filter_map(|rating| catalogue.index.rated.get(rating))));
    }
    filter_by_date(catalogue, found, query);
    if let Some(related) = query.related_to.and_then(|id| catalogue.product(id)) {
        let categories = related.category_ids.iter().filter_map(|id| catalogue.index().direct_category_products(*id));
        let tags = related.tag_ids.iter().filter_map(|id| catalogue.index().tag_products(*id));
        found.intersect_with(&Bits::union(categories.chain(tags)));
        found.remove_those(at(related));
    }
}

fn filter_by_date(catalogue: &Catalogue, found: &mut Bits, query: &ProductQuery) {
    let modified = query.by_modified;
    let order = if modified { &catalogue.index.orders.modified } else { &catalogue.index.orders.date };
    let date =
        |n: usize| catalogue.product_at(n).map_or(0, |one| if modified { one.updated_at } else { one.created_at });
    if let Some(after) = query.after {
        found.remove_all(&order.first(order.passing(|n| date(n) <= after)));
    }
    if let Some(before) = query.before {
        found.intersect_with(&order.first(order.passing(|n| date(n) < before)));
    }
}

fn page_of(catalogue: &Catalogue, found: &Bits, query: &ProductQuery, search: Option<&SearchResult>) -> ProductList {
    let total = found.count();
    let start = query.offset.unwrap_or(0)
        + if query.offset.is_some() && query.page <= 1 { 0 } else { (query.page.max(1) - 1) * query.per_page };
    let start = if query.offset.is_some() && query.page > 1 { query.offset.unwrap_or(0) } else { start };
    let take = query.per_page;
    let ids = |numbers: &mut dyn Iterator<Item = usize>| {
        numbers.take(take).filter_map(|n| catalogue.product_at(n).map(|p| p.item.id)).collect::<Vec<_>>()
    };
    let order = match query.orderby {
        OrderBy::Date => &catalogue.index.orders.date,
        OrderBy::Modified => &catalogue.index.orders.modified,
        OrderBy::Title => &catalogue.index.orders.title,
        OrderBy::Slug => &catalogue.index.orders.slug,
        OrderBy::Price if query.ascending => &catalogue.index.orders.price,
        OrderBy::Price => &catalogue.index.orders.price_max,
        OrderBy::Popularity => &catalogue.popularity,
        OrderBy::Rating => &catalogue.index.orders.rating,
        OrderBy::CommentCount => &catalogue.index.orders.reviews,
        OrderBy::MenuOrder => &catalogue.index.orders.menu,
        OrderBy::Id => {
            let ids = if query.ascending {
                ids(&mut found.iter().skip(start))
            } else {
                ids(&mut found.descending().skip(start))
            };
            return ProductList { ids, total, corrected_search: None };
        }
        OrderBy::Include => {
            let wanted = query.include.iter().flatten().filter_map(|id| catalogue.position(*id));
            let ids = ids(&mut wanted.filter(|n| found.contains(*n)).skip(start));
            return ProductList { ids, total, corrected_search: None };
        }
        OrderBy::Relevance => {
            let best = most_relevant(catalogue, found, search, start.saturating_add(take));
            return ProductList { ids: ids(&mut best.into_iter().skip(start)), total, corrected_search: None };
        }
    };
    // These are always requested best first.
    let best_first = matches!(query.orderby, OrderBy::Rating | OrderBy::Popularity);
    let from_end = best_first || !query.ascending;
    let ids = ids(&mut order.pick(found, from_end, start, take).into_iter());
    ProductList { ids, total, corrected_search: None }
}

/// The most relevant products of a search, equal ones by sales.
fn most_relevant(catalogue: &Catalogue, found: &Bits, search: Option<&SearchResult>, wanted: usize) -> Vec<usize> {
    let sales = |n: usize| catalogue.product_at(n).map_or(0, |product| product.total_sales);
    let ranked = search.map_or_else(|| vec![found.clone()], |search| catalogue.search().ranked(search, found));
    let mut out = Vec::new();
    for set in ranked {
        if out.len() >= wanted {
            break;
        }
        out.extend(catalogue.popularity.highest(&set, wanted - out.len(), sales));
    }
    out
}

/// A SKU may belong to a variation, which is then listed like a product.
fn add_variations_by_sku(catalogue: &Catalogue, query: &ProductQuery, list: &mut ProductList) {
    for sku in &query.skus {
        if let Some(Found::Variation(product, variation)) = catalogue.by_sku(sku)
            && product.item.status == PublishStatus::Publish
            && query.kinds.is_empty()
        {
            list.ids.push(variation.item.id);
            list.total += 1;
        }
    }
}

fn query_variations(catalogue: &Catalogue, query: &ProductQuery) -> ProductList {
    let search = SearchText::new(&query.search);
    let exact = by_typed_sku(catalogue, &query.search).map(Found::id);
    let mut rows: Vec<(ProductId, i64, Cents)> = Vec::new();
    for product in published(catalogue) {
        for variation in product.variations.iter().filter(|v| is_offered(v)) {
            let price = variation_price(variation, catalogue.built_at);
            let passes = (query.parents.is_empty() || query.parents.contains(&product.item.id))
                && !query.parents_exclude.contains(&product.item.id)
                && (query.skus.is_empty() || query.skus.iter().any(|s| s.eq_ignore_ascii_case(&variation.item.sku)))
                && query.include.as_ref().is_none_or(|ids| ids.contains(&variation.item.id))
                && !query.exclude.contains(&variation.item.id)
                && query.on_sale.is_none_or(|wanted| wanted == price.on_sale)
                && (query.stock.is_empty()
                    || query.stock.contains(&catalogue.variation_availability(product, variation)))
                && query.min_price.is_none_or(|min| price.max.is_some_and(|max| max >= min))
                && query.max_price.is_none_or(|max| price.min.is_some_and(|min| min <= max))
                && (query.search.is_empty()
                    || exact == Some(variation.item.id)
                    || search.matches(&variation.item.name));
            if passes {
                rows.push((variation.item.id, product.created_at, price.min.unwrap_or_default()));
            }
        }
    }
    match query.orderby {
        OrderBy::Price => rows.sort_by_key(|r| (r.2, r.0)),
        OrderBy::Date => rows.sort_by_key(|r| (r.1, r.0)),
        _ => rows.sort_by_key(|r| r.0),
    }
    if !query.ascending {
        rows.reverse();
    }
    let start = query.offset.unwrap_or((query.page.max(1) - 1) * query.per_page);
    let total = rows.len();
    let ids = rows.into_iter().skip(start).take(query.per_page).map(|r| r.0).collect();
    ProductList { ids, total, corrected_search: None }
}

fn retain_positions(found: &mut Bits, positions: impl Iterator<Item = usize>) {
    let mut those = Bits::default();
    positions.for_each(|n| those.insert(n));
    found.intersect_with(&those);
}

fn filter_by_flag(found: &mut Bits, flag: &Bits, wanted: Option<bool>) {
    match wanted {
        Some(true) => found.intersect_with(flag),
        Some(false) => found.remove_all(flag),
        None => {}
    }
}

/// Applies a filter whose terms have these products; `None` stands for an unknown term, which no product has.
fn combine(found: &mut Bits, sets: &[Option<Bits>], operator: Operator) {
    match operator {
        Operator::In | Operator::NotIn => {
            let mut any = Bits::default();
            let mut first = true;
            for bits in sets.iter().flatten() {
                if first {
                    any = bits.clone();
                    first = false;
                } else {
                    any.add_all(bits);
                }
            }
            if operator == Operator::In {
                found.intersect_with(&any);
            } else {
                found.remove_all(&any);
            }
        }
        Operator::And => {
            for bits in sets {
                match bits {
                    Some(bits) => found.intersect_with(bits),
                    None => found.intersect_with(&Bits::default()),
                }
            }
        }
    }
}
