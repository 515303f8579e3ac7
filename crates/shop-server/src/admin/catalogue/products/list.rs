//! Lists products, filtered by text, status, stock, kind and category.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use shop_core::base::CategoryId;
use shop_core::base::search_text::SearchText;
use shop_core::base::text::fold;
use shop_core::catalogue::product::{Product, ProductKind, PublishStatus, StockStatus};
use shop_services::Context;
use shop_services::catalogue::Catalogue;
use shop_services::catalogue::products::Products;
use utoipa::{IntoParams, ToSchema};

use super::view::{self, ProductRow};
use crate::admin::accounts::auth::Staff;
use crate::admin::problem::{Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, parse_optional_choice, search_text};

#[derive(Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct ProductsQuery {
    /// Words contained in the name or SKU.
    search: Option<String>,
    /// `publish`, `draft`, `private` or `trash`; all but those in the bin if empty.
    #[param(pattern = "^(publish|draft|private|trash)?$")]
    status: Option<String>,
    /// `instock`, `outofstock` or `onbackorder`.
    #[param(pattern = "^(instock|outofstock|onbackorder)?$")]
    stock: Option<String>,
    /// `simple`, `variable`, `grouped` or `external`.
    #[param(pattern = "^(simple|variable|grouped|external)?$")]
    kind: Option<String>,
    /// Category id; includes products of its subcategories.
    category: Option<String>,
    /// `name` (default), `newest`, `cheapest`, `dearest` or `sold`.
    #[param(pattern = "^(name|newest|cheapest|dearest|sold)?$")]
    sort: Option<String>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of products.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ProductList {
    products: Vec<ProductRow>,
    /// Number of matching products.
    total: u64,
    page: u64,
    pages: u64,
    /// Number of products by status among those that match the rest of the query.
    by_status: Vec<PublishCount>,
}

/// Number of products with a status.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PublishCount {
    status: String,
    count: u64,
}

/// Sort order of the list. Equal products are sorted by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ProductSort {
    #[default]
    Name,
    Newest,
    Cheapest,
    Dearest,
    Sold,
}

impl ProductSort {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "name" => Self::Name,
            "newest" => Self::Newest,
            "cheapest" => Self::Cheapest,
            "dearest" => Self::Dearest,
            "sold" => Self::Sold,
            _ => return None,
        })
    }
}

/// A validated query.
#[derive(Debug, Default, PartialEq, Eq)]
struct Filter {
    search: SearchText,
    status: Option<PublishStatus>,
    stock: Option<StockStatus>,
    kind: Option<ProductKind>,
    categories: Option<Vec<CategoryId>>,
    sort: ProductSort,
    page: u64,
}

#[utoipa::path(get, path = "/api/admin/products", params(ProductsQuery),
    responses((status = 200, body = ProductList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(products): State<Products>,
    _staff: Staff,
    QueryParams(query): QueryParams<ProductsQuery>,
) -> Result<Json<ProductList>, Refusal> {
    let catalogue = context.catalogue().await?;
    let filter = filter(query, &catalogue)?;
    let matching: Vec<&Product> = catalogue
        .products()
        .iter()
        .map(AsRef::as_ref)
        .filter(|product| matches(product, &filter, &catalogue))
        .collect();
    let count = |status: PublishStatus| matching.iter().filter(|product| product.item.status == status).count();
    let by_status = PublishStatus::ALL
        .iter()
        .map(|status| PublishCount { status: status.as_str().into(), count: number(count(*status)) })
        .collect();
    let in_state = |product: &&Product| match filter.status {
        None => product.item.status != PublishStatus::Trash,
        Some(status) => product.item.status == status,
    };
    let mut found: Vec<(i64, String, &Product)> = matching
        .iter()
        .copied()
        .filter(in_state)
        .map(|product| (sort_key(product, filter.sort, &catalogue), fold(&product.item.name), product))
        .collect();
    found.sort_unstable_by(|(a, x, p), (b, y, q)| a.cmp(b).then_with(|| x.cmp(y)).then(p.item.id.cmp(&q.item.id)));
    let total = number(found.len());
    let skipped = usize::try_from((filter.page - 1).saturating_mul(PER_PAGE)).unwrap_or(usize::MAX);
    let shown: Vec<Product> = found
        .into_iter()
        .skip(skipped)
        .take(usize::try_from(PER_PAGE).unwrap_or(0))
        .map(|(.., product)| product.clone())
        .collect();
    let shown = products.with_live_stock(shown).await?;
    Ok(Json(ProductList {
        products: shown.iter().map(|product| view::row(product, &catalogue)).collect(),
        total,
        page: filter.page,
        pages: page_count(total),
        by_status,
    }))
}

fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn filter(query: ProductsQuery, catalogue: &Catalogue) -> Result<Filter, Refusal> {
    let category = |text: &str| {
        let id = CategoryId(text.parse().ok()?);
        catalogue.terms().categories().iter().any(|one| one.id == id).then(|| catalogue.terms().with_descendants(id))
    };
    Ok(Filter {
        search: SearchText::new(&search_text(query.search)),
        status: parse_optional_choice("status", query.status.as_deref(), PublishStatus::parse)?,
        stock: parse_optional_choice("stock", query.stock.as_deref(), StockStatus::parse)?,
        kind: parse_optional_choice("kind", query.kind.as_deref(), ProductKind::parse)?,
        categories: parse_optional_choice("category", query.category.as_deref(), category)?,
        sort: parse_optional_choice("sort", query.sort.as_deref(), ProductSort::parse)?.unwrap_or_default(),
        page: query.page.unwrap_or(1),
    })
}

/// Sort key: lower comes first, products without a price last.
fn sort_key(product: &Product, sort: ProductSort, catalogue: &Catalogue) -> i64 {
    let price = || catalogue.price_of(product.item.id);
    match sort {
        ProductSort::Name => 0,
        ProductSort::Newest => -product.created_at,
        ProductSort::Cheapest => price().min.map_or(i64::MAX, |cents| cents.0),
        ProductSort::Dearest => price().max.map_or(i64::MAX, |cents| -cents.0),
        ProductSort::Sold => -product.total_sales,
    }
}

/// Whether a product has the requested kind, stock and category, and its name or SKUs contain every word of the search.
fn matches(product: &Product, filter: &Filter, catalogue: &Catalogue) -> bool {
    let Filter { search, stock, kind, categories, .. } = filter;
    if kind.is_some_and(|kind| product.kind != kind)
        || stock.is_some_and(|stock| catalogue.availability_of(product.item.id) != stock)
        || categories.as_ref().is_some_and(|ids| !product.category_ids.iter().any(|id| ids.contains(id)))
    {
        return false;
    }
    if search.is_empty() {
        return true;
    }
    let mut text = format!("{} {}", product.item.name, product.item.sku);
    for variation in &product.variations {
        text.push(' ');
        text.push_str(&variation.item.sku);
    }
    search.matches(&text)
}

#[cfg(test)]
mod tests {
    use shop_core::catalogue::product::{Item, Variation};
    use shop_services::ports::CatalogueData;

    use super::*;

    fn catalogue() -> Catalogue {
        Catalogue::build(CatalogueData::default(), 0, 0)
    }

    #[test]
    fn a_product_is_found_by_part_of_its_name_or_by_the_sku_of_a_variation() {
        let variation = Variation { item: Item { sku: "CAF-250".into(), ..Item::default() }, ..Variation::default() };
        let product = Product {
            item: Item { name: "Caffè macinato".into(), sku: "CAF".into(), ..Item::default() },
            variations: vec![variation],
            ..Product::default()
        };
        let catalogue = catalogue();
        let found = |text: &str| {
            let query = ProductsQuery { search: Some(text.to_owned()), ..ProductsQuery::default() };
            matches(&product, &filter(query, &catalogue).unwrap(), &catalogue)
        };
        for text in ["", "caffe", "MACIN", "caf-250", "macinato caf"] {
            assert!(found(text), "{text}");
        }
        assert!(!found("caffe grani"));
    }

    #[test]
    fn values_that_there_are_not_are_refused_by_field() {
        let text = |text: &str| Some(text.to_owned());
        for (query, field) in [
            (ProductsQuery { status: text("boh"), ..ProductsQuery::default() }, "status"),
            (ProductsQuery { stock: text("molto"), ..ProductsQuery::default() }, "stock"),
            (ProductsQuery { kind: text("variation"), ..ProductsQuery::default() }, "kind"),
            (ProductsQuery { category: text("99"), ..ProductsQuery::default() }, "category"),
            (ProductsQuery { sort: text("id"), ..ProductsQuery::default() }, "sort"),
        ] {
            let refusal = filter(query, &catalogue()).unwrap_err();
            assert_eq!(refusal.errors.first().map(|error| error.field.as_str()), Some(field));
        }
        let empty = ProductsQuery { status: text(" "), ..ProductsQuery::default() };
        assert_eq!(filter(empty, &catalogue()).unwrap(), Filter { page: 1, ..Filter::default() });
    }
}
