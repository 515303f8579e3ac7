//! Products as the merchant finds and changes them.

mod booking;
mod change;
mod check;
mod dates;
mod details;
mod label;
mod make;
mod pictures;
mod purchase;
mod subscription;
mod texts;
mod view;

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::FieldError;
use shop_core::catalogue::product::{Item, Product};
use shop_core::ids::ProductId;
use shop_core::text::fold;
use shop_services::ports::{StockChange, StockLevel};
use utoipa::{IntoParams, ToSchema};

pub(super) use make::{__path_add, __path_duplicate, __path_generate, add, duplicate, generate};
pub(super) use pictures::{__path_add_picture, __path_order_pictures, MAX_PICTURE_MB, add_picture, order_pictures};

use change::ProductChange;
use view::{ProductDetail, ProductRow};

use super::auth::Staff;
use super::problem::{Asked, Body, Id, Problem, Refusal};
use super::{PER_PAGE, messages, pages, search_text};
use crate::state::AppState;

/// Prices of the history that are shown.
const SHOWN_PRICES: u64 = 20;

/// Which products.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ProductsQuery {
    /// Name or SKU contains these words.
    search: Option<String>,
    /// From 1.
    page: Option<u64>,
}

/// A page of products by name, drafts included.
#[derive(Serialize, ToSchema)]
pub(super) struct ProductList {
    products: Vec<ProductRow>,
    total: u64,
    page: u64,
    pages: u64,
}

/// Lists products.
#[utoipa::path(get, path = "/api/admin/products", params(ProductsQuery), responses(
    (status = 200, body = ProductList), (status = 401, body = Problem)
))]
pub(super) async fn list(
    State(state): State<AppState>,
    _staff: Staff,
    Asked(query): Asked<ProductsQuery>,
) -> Result<Json<ProductList>, Refusal> {
    let catalogue = state.shop.catalogue().await?;
    let wanted = search_text(query.search);
    let words: Vec<String> = fold(&wanted).split_whitespace().map(str::to_owned).collect();
    let mut found: Vec<(String, &Product)> = catalogue
        .products()
        .iter()
        .filter(|product| matches(product, &words))
        .map(|product| (fold(&product.item.name), product.as_ref()))
        .collect();
    found.sort_unstable_by(|(a, p), (b, q)| a.cmp(b).then(p.item.id.cmp(&q.item.id)));
    let total = u64::try_from(found.len()).unwrap_or(u64::MAX);
    let page = query.page.unwrap_or(1).max(1);
    let skipped = usize::try_from((page - 1).saturating_mul(PER_PAGE)).unwrap_or(usize::MAX);
    let shown: Vec<Product> = found
        .into_iter()
        .skip(skipped)
        .take(usize::try_from(PER_PAGE).unwrap_or(0))
        .map(|(_, product)| product.clone())
        .collect();
    let shown = with_live_stock(&state, shown).await?;
    Ok(Json(ProductList {
        products: shown.iter().map(|product| view::row(product, &catalogue)).collect(),
        total,
        page,
        pages: pages(total),
    }))
}

/// One product.
#[utoipa::path(get, path = "/api/admin/products/{id}", params(("id" = i64, Path)), responses(
    (status = 200, body = ProductDetail), (status = 401, body = Problem), (status = 404, body = Problem)
))]
pub(super) async fn detail(
    State(state): State<AppState>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<ProductDetail>, Refusal> {
    shown(&state, ProductId(id)).await.map(Json)
}

/// Changes a product. Keys that are left out stay as they are. When a value is refused, nothing is saved; when the stock
/// is no longer the one that the form was filled with, nothing is saved either and the answer (409) names the present one.
#[utoipa::path(put, path = "/api/admin/products/{id}", request_body = ProductChange,
    params(("id" = i64, Path), ("X-Admin-Nonce" = String, Header)), responses(
    (status = 200, body = ProductDetail), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)
))]
pub(super) async fn save(
    State(state): State<AppState>,
    _staff: Staff,
    Id(id): Id,
    Body(change): Body<ProductChange>,
) -> Result<Json<ProductDetail>, Refusal> {
    let id = ProductId(id);
    let product = loaded(&state, id).await?;
    let now = state.shop.now();
    let attributes = match change.details.as_ref().and_then(|details| details.attributes.as_ref()) {
        Some(rows) => {
            let forms: Vec<_> = rows.iter().cloned().map(Into::into).collect();
            let checked = state.shop.checked_attributes(&forms).await?;
            Some(checked.map_err(|errors| Refusal::fields(details::below(errors)))?)
        }
        None => None,
    };
    let mut changed = change.applied_to(&product, now).map_err(Refusal::fields)?;
    if let Some(attributes) = attributes {
        details::put_attributes(&mut changed.product, attributes);
    }
    let (catalogue, settings) = (state.shop.newest_catalogue().await?, state.shop.settings().await?);
    let mut errors = details::clashes(&catalogue, &settings.tax.classes, &product, &changed.product);
    errors.extend(label::missing(&catalogue, &product, &changed.product));
    if !errors.is_empty() {
        return Err(Refusal::fields(errors));
    }
    let moved = changed.stock.iter().filter_map(|wanted| {
        let present = stock_of(&product, wanted.id)?;
        let stale = wanted.expected.is_some_and(|expected| expected != present) && wanted.quantity != present;
        stale.then(|| FieldError::new(wanted.field.clone(), messages::STOCK_CHANGED).with("quantity", present))
    });
    let moved: Vec<FieldError> = moved.collect();
    if let Some(first) = moved.first() {
        let refusal = Refusal::new(StatusCode::CONFLICT, messages::STOCK_CHANGED);
        return Err(Refusal { params: first.params.clone(), errors: moved, ..refusal });
    }
    let changes = changed.stock.iter().filter_map(|wanted| {
        let present = stock_of(&product, wanted.id).filter(|present| *present != wanted.quantity)?;
        let expected = wanted.expected.map(|_| present);
        Some(StockChange { id: wanted.id, quantity: wanted.quantity, expected })
    });
    let changes: Vec<StockChange> = changes.collect();
    let saved = state.shop.store().save_products(std::slice::from_ref(&changed.product), &changes).await?;
    state.shop.catalogue_changed();
    if let Err(moved) = saved {
        return Err(
            Refusal::new(StatusCode::CONFLICT, messages::STOCK_CHANGED).with("quantity", &moved.quantity.to_string())
        );
    }
    shown(&state, id).await.map(Json)
}

/// A product with everything, as it is stored now.
async fn shown(state: &AppState, id: ProductId) -> Result<ProductDetail, Refusal> {
    let product = loaded(state, id).await?;
    let prices = state.shop.store().price_history(id, state.shop.now(), SHOWN_PRICES).await?;
    let lowest = state.shop.newest_catalogue().await?.lowest_30_days(id);
    Ok(view::detail(&product, prices, lowest))
}

/// A product as it is stored now.
async fn loaded(state: &AppState, id: ProductId) -> Result<Product, Refusal> {
    let catalogue = state.shop.newest_catalogue().await?;
    let product = catalogue.product(id).cloned().ok_or_else(Refusal::not_found)?;
    with_live_stock(state, vec![product]).await?.pop().ok_or_else(Refusal::not_found)
}

/// The products with the stock of this moment.
async fn with_live_stock(state: &AppState, mut products: Vec<Product>) -> Result<Vec<Product>, Refusal> {
    let ids: Vec<ProductId> = products
        .iter()
        .flat_map(|product| std::iter::once(&product.item).chain(product.variations.iter().map(|v| &v.item)))
        .map(|item| item.id)
        .collect();
    let levels = state.shop.store().stock_levels(&ids).await?;
    let live: BTreeMap<ProductId, StockLevel> = levels.into_iter().map(|level| (level.id, level)).collect();
    for product in &mut products {
        if let Some(level) = live.get(&product.item.id) {
            product.total_sales = level.total_sales;
        }
        for item in items_mut(product) {
            if let Some(level) = live.get(&item.id) {
                item.stock.quantity = level.quantity;
            }
        }
    }
    Ok(products)
}

fn items_mut(product: &mut Product) -> impl Iterator<Item = &mut Item> {
    std::iter::once(&mut product.item).chain(product.variations.iter_mut().map(|variation| &mut variation.item))
}

fn stock_of(product: &Product, id: ProductId) -> Option<i64> {
    let mut items = std::iter::once(&product.item).chain(product.variations.iter().map(|variation| &variation.item));
    items.find(|item| item.id == id).map(|item| item.stock.quantity)
}

/// Whether name and SKUs hold every word, whatever the accents.
fn matches(product: &Product, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let mut text = format!("{} {}", product.item.name, product.item.sku);
    for variation in &product.variations {
        text.push(' ');
        text.push_str(&variation.item.sku);
    }
    let text = fold(&text);
    words.iter().all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use shop_core::catalogue::product::Variation;

    use super::*;

    #[test]
    fn a_product_is_found_by_part_of_its_name_or_by_the_sku_of_a_variation() {
        let variation = Variation { item: Item { sku: "CAF-250".into(), ..Item::default() }, ..Variation::default() };
        let product = Product {
            item: Item { name: "Caffè macinato".into(), sku: "CAF".into(), ..Item::default() },
            variations: vec![variation],
            ..Product::default()
        };
        let found =
            |text: &str| matches(&product, &fold(text).split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        for text in ["", "caffe", "MACIN", "caf-250", "macinato caf"] {
            assert!(found(text), "{text}");
        }
        assert!(!found("caffe grani"));
    }
}
