//! Lists, creates and changes products.

mod acts;
mod booking;
mod change;
mod check;
mod dates;
mod details;
mod field;
mod form_parser;
mod item_change;
mod label;
mod list;
mod make;
mod picture_row;
mod pictures;
mod purchase;
mod subscription;
mod texts;
mod view;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use shop_core::base::{FieldError, ProductId};
use shop_core::catalogue::product::Product;
use shop_services::Context;
use shop_services::catalogue::products::ProductError;
use shop_services::catalogue::products::Products;
use shop_services::ports::StockChange;

pub(in crate::admin) use acts::{__path_act, act};
pub(in crate::admin) use list::{__path_list, list};
pub(in crate::admin) use make::{__path_add, __path_duplicate, __path_generate, add, duplicate, generate};
pub(in crate::admin) use picture_row::PictureRow;
pub(in crate::admin) use pictures::{
    __path_add_picture, __path_order_pictures, __path_put_variation_picture, MAX_PICTURE_MB, add_picture,
    order_pictures, put_variation_picture, store_picture,
};

use change::ProductChange;
use view::ProductDetail;

use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::problem::{Body, Id, Problem, Refusal};

/// Entries of the price history that are shown.
const SHOWN_PRICES: u64 = 20;

#[utoipa::path(get, path = "/api/admin/products/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = ProductDetail)))]
pub(in crate::admin) async fn detail(
    State(context): State<Arc<Context>>,
    State(products): State<Products>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<ProductDetail>, Refusal> {
    load_detail(&context, &products, ProductId(id)).await.map(Json)
}

/// Changes a product. Omitted keys stay as they are. If a value is invalid, nothing is saved. If the stock has changed since the
/// form was filled in, nothing is saved either, and the response (409) names the current stock.
#[utoipa::path(method(put, patch), path = "/api/admin/products/{id}",
    request_body = ProductChange, params(("id" = i64, Path)),
    responses((status = 200, body = ProductDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn save(
    State(context): State<Arc<Context>>,
    State(products): State<Products>,
    _staff: Staff,
    Id(id): Id,
    Body(change): Body<ProductChange>,
) -> Result<Json<ProductDetail>, Refusal> {
    let id = ProductId(id);
    let product = load_product(&context, &products, id).await?;
    let now = context.now();
    let attributes = match change.details.as_ref().and_then(|details| details.attributes.as_ref()) {
        Some(rows) => {
            let forms: Vec<_> = rows.iter().cloned().map(Into::into).collect();
            let checked = products.checked_attributes(&forms).await;
            Some(checked.map_err(|error| match error {
                ProductError::Fields(errors) => Refusal::fields(details::prefix_errors(errors)),
                other => other.into(),
            })?)
        }
        None => None,
    };
    let mut changed = change.apply_to(&product, now).map_err(Refusal::fields)?;
    if let Some(attributes) = attributes {
        details::replace_attributes(&mut changed.product, attributes);
    }
    let (catalogue, settings) = (context.newest_catalogue().await?, context.settings().await?);
    let mut errors = details::find_conflicts(&catalogue, &settings.tax, &product, &changed.product);
    errors.extend(label::missing_after_change(&catalogue, &product, &changed.product));
    if !errors.is_empty() {
        return Err(Refusal::fields(errors));
    }
    let conflicts = changed.stock.iter().filter_map(|requested| {
        let current = stock_of(&product, requested.id)?;
        let stale = requested.expected.is_some_and(|expected| expected != current) && requested.quantity != current;
        stale.then(|| FieldError::new(requested.field.clone(), messages::STOCK_CHANGED).with("quantity", current))
    });
    let conflicts: Vec<FieldError> = conflicts.collect();
    if let Some(first) = conflicts.first() {
        let refusal = Refusal::new(StatusCode::CONFLICT, messages::STOCK_CHANGED);
        return Err(Refusal { params: first.params.clone(), errors: conflicts, ..refusal });
    }
    let changes = changed.stock.iter().filter_map(|requested| {
        let current = stock_of(&product, requested.id).filter(|current| *current != requested.quantity)?;
        let expected = requested.expected.map(|_| current);
        Some(StockChange { id: requested.id, quantity: requested.quantity, expected })
    });
    let changes: Vec<StockChange> = changes.collect();
    if let Err(conflict) = products.save_product(&changed.product, &changes).await? {
        return Err(Refusal::new(StatusCode::CONFLICT, messages::STOCK_CHANGED)
            .with("quantity", &conflict.quantity.to_string()));
    }
    load_detail(&context, &products, id).await.map(Json)
}

/// Loads a product with all its fields as currently stored.
async fn load_detail(context: &Context, products: &Products, id: ProductId) -> Result<ProductDetail, Refusal> {
    let product = load_product(context, products, id).await?;
    let prices = products.price_history(id, SHOWN_PRICES).await?;
    let catalogue = context.newest_catalogue().await?;
    Ok(view::detail(&product, prices, &catalogue))
}

/// Loads a product as currently stored.
async fn load_product(context: &Context, products: &Products, id: ProductId) -> Result<Product, Refusal> {
    let catalogue = context.newest_catalogue().await?;
    let product = catalogue.product(id).cloned().ok_or_else(Refusal::not_found)?;
    products.with_live_stock(vec![product]).await?.pop().ok_or_else(Refusal::not_found)
}

fn stock_of(product: &Product, id: ProductId) -> Option<i64> {
    let mut items = std::iter::once(&product.item).chain(product.variations.iter().map(|variation| &variation.item));
    items.find(|item| item.id == id).map(|item| item.stock.quantity)
}
