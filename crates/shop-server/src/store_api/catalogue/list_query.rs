//! Query parameters of a product list.

use shop_core::base::{Cents, ProductId};
use shop_core::catalogue::product::{ProductKind, StockStatus, Visibility};
use shop_core::platform::words::rest_texts;
use shop_services::catalogue::{AttributeFilter, Operator, OrderBy, ProductQuery, TermFilter};

use crate::app::forms::form_fields::{Pairs, not_in_enum};
use crate::store_api::error::ApiError;

const OPERATORS: [&str; 3] = ["in", "not_in", "and"];
const ORDERS: [&str; 11] = [
    "date",
    "modified",
    "id",
    "include",
    "title",
    "slug",
    "price",
    "popularity",
    "rating",
    "menu_order",
    "comment_count",
];
const TYPES: [&str; 5] = ["simple", "grouped", "external", "variable", "variation"];

/// Highest page number accepted.
pub(super) const MAX_PAGE: i64 = 1_000_000;

/// Parses and checks the query of `/products` and `/products/collection-data`.
pub(super) fn product_query(pairs: &Pairs) -> Result<ProductQuery, ApiError> {
    let ids = |name: &str| -> Vec<ProductId> { pairs.ids(name).into_iter().map(ProductId).collect() };
    let ratings = pairs.words("rating", &["1", "2", "3", "4", "5"])?;
    let types = pairs.words("type", &TYPES)?;
    let stock = pairs.words("stock_status", &["instock", "outofstock", "onbackorder"])?;
    let visibility = pairs.word("catalog_visibility", &["any", "visible", "catalog", "search", "hidden"])?;
    let orderby = match pairs.word("orderby", &ORDERS)?.unwrap_or("date") {
        "modified" => OrderBy::Modified,
        "id" => OrderBy::Id,
        "include" => OrderBy::Include,
        "title" => OrderBy::Title,
        "slug" => OrderBy::Slug,
        "price" => OrderBy::Price,
        "popularity" => OrderBy::Popularity,
        "rating" => OrderBy::Rating,
        "menu_order" => OrderBy::MenuOrder,
        "comment_count" => OrderBy::CommentCount,
        _ => OrderBy::Date,
    };
    let date_column = pairs.word("date_column", &["date", "date_gmt", "modified", "modified_gmt"])?.unwrap_or("date");
    let number = |value: i64| usize::try_from(value).unwrap_or(0);
    Ok(ProductQuery {
        search: pairs.get("search").unwrap_or_default().trim().to_owned(),
        named: false,
        slugs: pairs.list("slug"),
        skus: pairs.list("sku"),
        include: Some(ids("include")).filter(|ids| !ids.is_empty()),
        exclude: ids("exclude"),
        parents: ids("parent"),
        parents_exclude: ids("parent_exclude"),
        kinds: types.iter().filter_map(|t| ProductKind::parse(t)).collect(),
        variations: types.iter().any(|t| t == "variation"),
        categories: term_filter(pairs, "category")?,
        tags: term_filter(pairs, "tag")?,
        attributes: attribute_filters(pairs)?,
        on_sale: pairs.flag("on_sale")?,
        featured: pairs.flag("featured")?,
        sold_only: false,
        min_price: cents(pairs, "min_price")?,
        max_price: cents(pairs, "max_price")?,
        stock: stock.iter().filter_map(|s| StockStatus::parse(s)).collect(),
        ratings: ratings.iter().filter_map(|r| r.parse().ok()).collect(),
        visibility: visibility.and_then(Visibility::parse),
        after: date(pairs, "after")?,
        before: date(pairs, "before")?,
        by_modified: date_column.starts_with("modified"),
        related_to: pairs.whole("related")?.map(ProductId),
        orderby,
        ascending: pairs.word("order", &["asc", "desc"])? == Some("asc"),
        page: number(pairs.number("page", 1, 1, MAX_PAGE)?),
        per_page: number(pairs.number("per_page", 10, 1, 100)?),
        offset: if pairs.has("offset") { Some(number(pairs.number("offset", 0, 0, 1_000_000)?)) } else { None },
    })
}

fn term_filter(pairs: &Pairs, name: &str) -> Result<Option<TermFilter>, ApiError> {
    let terms = pairs.list(name);
    let operator = operator(pairs.word(&format!("{name}_operator"), &OPERATORS)?);
    Ok((!terms.is_empty()).then_some(TermFilter { terms, operator }))
}

fn operator(word: Option<&str>) -> Operator {
    match word {
        Some("not_in") => Operator::NotIn,
        Some("and") => Operator::And,
        _ => Operator::In,
    }
}

fn attribute_filters(pairs: &Pairs) -> Result<Vec<AttributeFilter>, ApiError> {
    let filters = pairs
        .rows("attributes")
        .into_iter()
        .map(|fields| {
            let get = |name: &str| fields.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
            let named = get("operator");
            if named.as_deref().is_some_and(|named| !OPERATORS.contains(&named)) {
                return Err(not_in_enum("attributes", &OPERATORS));
            }
            Ok(AttributeFilter {
                taxonomy: get("attribute").unwrap_or_default(),
                terms: fields
                    .iter()
                    .filter(|(n, _)| n == "slug" || n == "term_id")
                    .flat_map(|(_, v)| v.split(',').map(|s| s.trim().to_owned()).collect::<Vec<_>>())
                    .collect(),
                operator: operator(named.as_deref()),
            })
        })
        .collect::<Result<Vec<_>, _>>()?;
    Ok(filters.into_iter().filter(|f| !f.taxonomy.is_empty() && !f.terms.is_empty()).collect())
}

fn cents(pairs: &Pairs, name: &str) -> Result<Option<Cents>, ApiError> {
    match pairs.get(name).map(str::trim).filter(|v| !v.is_empty()) {
        None => Ok(None),
        Some(text) => text
            .parse::<i64>()
            .map(|c| Some(Cents(c)))
            .map_err(|_| ApiError::param(name, "rest_invalid_type", |lang| rest_texts::not_cents(lang, name))),
    }
}

/// Parses `2001-01-01T00:00:00`, with or without an offset, as UTC.
fn date(pairs: &Pairs, name: &str) -> Result<Option<i64>, ApiError> {
    let Some(text) = pairs.get(name) else { return Ok(None) };
    let format = time::format_description::well_known::Iso8601::DEFAULT;
    let parsed = time::OffsetDateTime::parse(text, &format)
        .map(time::OffsetDateTime::unix_timestamp)
        .or_else(|_| time::PrimitiveDateTime::parse(text, &format).map(|d| d.assume_utc().unix_timestamp()));
    parsed.map(Some).map_err(|_| ApiError::param(name, "rest_invalid_date", |lang| rest_texts::not_a_date(lang, name)))
}
