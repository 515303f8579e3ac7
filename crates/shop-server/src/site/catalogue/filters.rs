//! Filters of a product list: parsed from the query, and shown with counts and with the address that toggles each.

use shop_core::base::Cents;
use shop_core::catalogue::product::StockStatus;
use shop_core::catalogue::sort::SortKey;
use shop_core::platform::words::site_texts;
use shop_core::view::{Facet, FacetValue, Filters, Link, PriceFilter};
use shop_services::catalogue::{AttributeFilter, Bits, OrderBy, ProductQuery, TermFilter, counts};

use crate::app::forms::form_fields::Pairs;
use crate::page_data::context::Context;

/// Query fields of a list.
pub(super) const KNOWN: [&str; 11] = [
    "s",
    "orderby",
    "paged",
    "product_cat",
    "product_tag",
    "min_price",
    "max_price",
    "stock_status",
    "rating_filter",
    "on_sale",
    "filter_*",
];

/// The address of a list: path and query fields.
pub(super) struct Address<'a> {
    pub path: &'a str,
    pub pairs: Pairs,
}

impl Address<'_> {
    fn with(&self, name: &str, value: Option<String>) -> String {
        let mut pairs: Vec<(String, String)> =
            self.pairs.0.iter().filter(|(n, _)| n != name && n != "paged").cloned().collect();
        if let Some(value) = value.filter(|v| !v.is_empty()) {
            pairs.push((name.to_owned(), value));
        }
        self.join(&pairs)
    }

    fn join(&self, pairs: &[(String, String)]) -> String {
        let query = serde_urlencoded::to_string(pairs).unwrap_or_default();
        if query.is_empty() { self.path.to_owned() } else { format!("{}?{query}", self.path) }
    }

    /// Address of the list with one value of a field added, or removed if it is there.
    fn toggled(&self, name: &str, value: &str) -> String {
        let mut values = self.pairs.list(name);
        match values.iter().position(|v| v == value) {
            Some(n) => {
                values.remove(n);
            }
            None => values.push(value.to_owned()),
        }
        self.with(name, Some(values.join(",")))
    }

    /// Address of page `{page}` of the list.
    pub(super) fn page_template(&self) -> String {
        let base = self.with("paged", None);
        format!("{base}{}paged={{page}}", if base.contains('?') { "&" } else { "?" })
    }

    pub(super) fn first_page(&self) -> String {
        self.with("paged", None)
    }

    /// Address of the list without filters; search words and sort order stay.
    pub(super) fn without_filters(&self) -> String {
        let remaining: Vec<(String, String)> =
            self.pairs.0.iter().filter(|(n, _)| n == "s" || n == "orderby").cloned().collect();
        self.join(&remaining)
    }
}

fn euros(text: Option<&str>) -> Option<Cents> {
    text.map(str::trim).filter(|t| !t.is_empty()).and_then(Cents::parse).filter(|c| c.0 >= 0)
}

/// Parses the product query of an address, on top of the filters that the page itself sets.
pub(super) fn parse_query(context: &Context, address: &Address<'_>, base: ProductQuery) -> ProductQuery {
    let pairs = &address.pairs;
    let attributes = context
        .catalogue
        .terms()
        .attributes()
        .iter()
        .filter_map(|a| {
            let terms = pairs.list(&format!("filter_{}", a.taxonomy.trim_start_matches("pa_")));
            (!terms.is_empty()).then(|| AttributeFilter {
                taxonomy: a.taxonomy.clone(),
                terms,
                ..AttributeFilter::default()
            })
        })
        .collect();
    let term = |name: &str| {
        let terms = pairs.list(name);
        (!terms.is_empty()).then(|| TermFilter { terms, ..TermFilter::default() })
    };
    let searching = pairs.get("s").is_some_and(|s| !s.trim().is_empty());
    let sort = SortKey::chosen(pairs.get("orderby").unwrap_or_default(), searching);
    let orderby = match sort {
        SortKey::Relevance => OrderBy::Relevance,
        SortKey::MenuOrder => OrderBy::MenuOrder,
        SortKey::Popularity => OrderBy::Popularity,
        SortKey::Rating => OrderBy::Rating,
        SortKey::Date => OrderBy::Date,
        SortKey::Price | SortKey::PriceDescending => OrderBy::Price,
    };
    ProductQuery {
        search: pairs.get("s").unwrap_or_default().trim().to_owned(),
        categories: base.categories.clone().or_else(|| term("product_cat")),
        tags: base.tags.clone().or_else(|| term("product_tag")),
        attributes,
        on_sale: (pairs.get("on_sale") == Some("1")).then_some(true),
        min_price: euros(pairs.get("min_price")),
        max_price: euros(pairs.get("max_price")),
        stock: pairs.list("stock_status").iter().filter_map(|s| StockStatus::parse(s)).collect(),
        ratings: pairs
            .list("rating_filter")
            .iter()
            .filter_map(|r| r.parse().ok())
            .filter(|r| (1..=5).contains(r))
            .collect(),
        orderby,
        ascending: sort.ascending(),
        page: pairs.get("paged").and_then(|p| p.parse().ok()).filter(|p| *p > 0 && *p < 100_000).unwrap_or(1),
        per_page: usize::try_from(context.settings.listings.per_page.clamp(1, 100)).unwrap_or(24),
        ..base
    }
}

/// The filters available for a query.
pub(super) fn build_filters(
    context: &Context,
    address: &Address<'_>,
    query: &ProductQuery,
    fixed_category: bool,
) -> Filters {
    let lang = context.lang;
    let mut facets = Vec::new();
    let mut active = Vec::new();
    if !fixed_category {
        let without = context.catalogue.filter(&ProductQuery { categories: None, ..query.clone() });
        let rows = context.catalogue.terms().categories().iter().filter(|c| c.parent_id.is_none()).map(|c| {
            (c.slug.clone(), context.category_name(c), context.catalogue.category_products(c.id).count_common(&without))
        });
        push_facet(&mut facets, &mut active, address, "product_cat", site_texts::category(lang), rows);
    }
    push_stock_and_offers(&mut facets, &mut active, context, address, query);
    push_ratings(&mut facets, &mut active, context, address, query);
    let without = context.catalogue.filter(&ProductQuery { tags: None, ..query.clone() });
    let tags = context.catalogue.terms().tags().iter().map(|t| {
        let count = context.catalogue.index().tag_products(t.id).map_or(0, |b: &Bits| b.count_common(&without));
        (t.slug.clone(), t.name_in(lang).replace('-', " "), count)
    });
    push_facet(&mut facets, &mut active, address, "product_tag", site_texts::features(lang), tags);
    let attributes_from = facets.len();
    for attribute in context.catalogue.terms().attributes() {
        let name = format!("filter_{}", attribute.taxonomy.trim_start_matches("pa_"));
        let mut without = query.clone();
        without.attributes.retain(|a| a.taxonomy != attribute.taxonomy);
        let found = context.catalogue.filter(&without);
        let rows = attribute.terms.iter().map(|t| {
            let count =
                context.catalogue.index().term_products(attribute.id, &t.slug).map_or(0, |b| b.count_common(&found));
            (t.slug.clone(), t.name_in(lang).to_owned(), count)
        });
        push_facet(&mut facets, &mut active, address, &name, attribute.name_in(lang), rows);
    }
    // The attribute of the most products comes first.
    if let Some(attributes) = facets.get_mut(attributes_from..) {
        attributes.sort_by_key(|facet| std::cmp::Reverse(facet.values.iter().map(|value| value.count).sum::<i64>()));
    }
    let price = price_filter(context, address, query, &mut active);
    let hidden =
        address.pairs.0.iter().filter(|(n, _)| n != "min_price" && n != "max_price" && n != "paged").cloned().collect();
    Filters { hidden, action: address.path.to_owned(), facets, price, active }
}

fn push_stock_and_offers(
    facets: &mut Vec<Facet>,
    active: &mut Vec<Link>,
    context: &Context,
    address: &Address<'_>,
    query: &ProductQuery,
) {
    let lang = context.lang;
    let counts = counts::stock_counts(
        &context.catalogue,
        &context.catalogue.filter(&ProductQuery { stock: Vec::new(), ..query.clone() }),
    );
    let count = |wanted| counts.iter().find(|(status, _)| *status == wanted).map_or(0, |(_, count)| *count);
    let stock = [
        (StockStatus::InStock, site_texts::in_stock(lang)),
        (StockStatus::OnBackorder, site_texts::on_backorder(lang)),
        (StockStatus::OutOfStock, site_texts::out_of_stock(lang)),
    ]
    .map(|(status, label)| (status.as_str().to_owned(), label.to_owned(), count(status)));
    push_facet(facets, active, address, "stock_status", "", stock.into_iter());
    let offers = context.catalogue.filter(&ProductQuery { on_sale: Some(true), ..query.clone() }).count();
    if offers > 0 {
        let chosen = query.on_sale == Some(true);
        let value = FacetValue {
            value: "1".into(),
            label: site_texts::on_sale(lang).into(),
            count: i64::try_from(offers).unwrap_or(0),
            selected: chosen,
            path: address.with("on_sale", (!chosen).then(|| "1".to_owned())),
        };
        if chosen {
            active.push(Link { label: value.label.clone(), path: value.path.clone() });
        }
        facets.push(Facet { name: "on_sale".into(), label: String::new(), values: vec![value] });
    }
}

/// Adds the rating filter, by rounded average, best first. Products without reviews have no rating.
fn push_ratings(
    facets: &mut Vec<Facet>,
    active: &mut Vec<Link>,
    context: &Context,
    address: &Address<'_>,
    query: &ProductQuery,
) {
    let without = context.catalogue.filter(&ProductQuery { ratings: Vec::new(), ..query.clone() });
    let counts = counts::rating_counts(&context.catalogue, &without);
    let rows = (1..=5).rev().map(|stars: i64| {
        let label = shop_core::catalogue::review::star_label(stars, context.lang);
        (stars.to_string(), label, counts.get(&stars).copied().unwrap_or(0))
    });
    push_facet(facets, active, address, "rating_filter", "", rows);
}

fn push_facet(
    facets: &mut Vec<Facet>,
    active: &mut Vec<Link>,
    address: &Address<'_>,
    name: &str,
    label: &str,
    rows: impl Iterator<Item = (String, String, usize)>,
) {
    let chosen = address.pairs.list(name);
    let values: Vec<FacetValue> = rows
        .filter(|(slug, _, count)| *count > 0 || chosen.contains(slug))
        .map(|(slug, words, count)| FacetValue {
            selected: chosen.contains(&slug),
            path: address.toggled(name, &slug),
            count: i64::try_from(count).unwrap_or(0),
            label: words,
            value: slug,
        })
        .collect();
    active.extend(values.iter().filter(|v| v.selected).map(|v| Link { label: v.label.clone(), path: v.path.clone() }));
    if values.len() > 1 || !chosen.is_empty() {
        facets.push(Facet { name: name.to_owned(), label: label.to_owned(), values });
    }
}

fn price_filter(
    context: &Context,
    address: &Address<'_>,
    query: &ProductQuery,
    active: &mut Vec<Link>,
) -> Option<PriceFilter> {
    let found = context.catalogue.filter(&ProductQuery { min_price: None, max_price: None, ..query.clone() });
    let (low, high) = counts::price_span(&context.catalogue, &found)?;
    let money = |c: Cents| shop_core::base::format::price(c, context.lang);
    if let Some(min) = query.min_price {
        active.push(Link { label: format!("≥ {}", money(min)), path: address.with("min_price", None) });
    }
    if let Some(max) = query.max_price {
        active.push(Link { label: format!("≤ {}", money(max)), path: address.with("max_price", None) });
    }
    (low < high || query.min_price.is_some() || query.max_price.is_some()).then_some(PriceFilter {
        min_cents: low,
        max_cents: high,
        selected_min_cents: query.min_price,
        selected_max_cents: query.max_price,
    })
}
