//! Products in the form that the API returns.

use std::collections::BTreeMap;

use serde::Serialize;
use shop_core::base::Cents;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::product::{Item, Product, ProductKind, Variation};
use shop_services::catalogue::Catalogue;
use utoipa::ToSchema;

use super::dates::{first_day, last_day};
use super::details::DetailsFields;
use super::picture_row::PictureRow;
use super::purchase::PurchaseForm;
use super::texts::{TEXTS, VARIATION_TEXTS};
use crate::admin::catalogue::names::{NamedEntry, named_products};
use crate::admin::orders::order::Labelled;

/// A product in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ProductRow {
    id: i64,
    /// `simple`, `variable`, `grouped` or `external`.
    kind: String,
    sku: String,
    name: String,
    /// `publish`, `draft` or `private`.
    status: String,
    /// Names of its categories.
    categories: Vec<String>,
    /// Lowest price; `null` if it cannot be bought.
    price_min_cents: Option<Cents>,
    price_max_cents: Option<Cents>,
    on_sale: bool,
    /// Pieces in stock; `null` if stock is not tracked here.
    stock: Option<i64>,
    /// `instock`, `outofstock` or `onbackorder`.
    stock_status: String,
    variations: Vec<VariationRow>,
}

/// A variation in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct VariationRow {
    id: i64,
    sku: String,
    name: String,
    stock: Option<i64>,
}

/// A product with all its editable fields. Prices are decimals with a dot, dates are written "2026-12-24"; both are empty if
/// there is none.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ProductDetail {
    id: i64,
    kind: String,
    /// Path of its page in the shop.
    path: String,
    sku: String,
    name: String,
    status: String,
    short_description: String,
    description: String,
    /// Additional texts by name, including empty ones.
    texts: BTreeMap<String, String>,
    regular_price: String,
    sale_price: String,
    sale_from: String,
    /// Last day of the sale price.
    sale_to: String,
    stock_managed: bool,
    stock_quantity: i64,
    stock_status: String,
    backorders: String,
    /// Low-stock threshold; `null` for the shop's default.
    low_stock_amount: Option<i64>,
    /// Minimum quantity per line; `null` for one piece or one pack.
    quantity_min: Option<i64>,
    /// Maximum quantity per line; `null` if only the stock limits it.
    quantity_max: Option<i64>,
    /// Pack size, of which quantities are multiples; `null` for any quantity.
    quantity_step: Option<i64>,
    purchase: PurchaseForm,
    variations: Vec<VariationDetail>,
    updated_at: i64,
    details: DetailsFields,
    /// Names of the linked products.
    linked: Vec<NamedEntry>,
    /// Pictures, the main one first.
    pictures: Vec<PictureRow>,
    /// Price history, newest first.
    prices: Vec<PastPrice>,
    /// Lowest price of the 30 days before the current one.
    lowest_30_days_cents: Option<Cents>,
}

/// A past price and when it took effect.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PastPrice {
    price_cents: Cents,
    since: i64,
}

/// A variation with all its editable fields.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct VariationDetail {
    id: i64,
    sku: String,
    name: String,
    /// Chosen values; an empty value matches any.
    attributes: Vec<Labelled>,
    /// Texts of the variation's own label by name; an empty one is inherited from the product.
    texts: BTreeMap<String, String>,
    status: String,
    /// Picture shown when the variation is chosen; `null` for the product's.
    picture: Option<PictureRow>,
    /// Whether it shares the product's stock.
    stock_of_parent: bool,
    regular_price: String,
    sale_price: String,
    sale_from: String,
    sale_to: String,
    stock_managed: bool,
    stock_quantity: i64,
    stock_status: String,
    backorders: String,
    low_stock_amount: Option<i64>,
    /// Minimum quantity; `null` here and in the next two to inherit it from the product.
    quantity_min: Option<i64>,
    quantity_max: Option<i64>,
    quantity_step: Option<i64>,
}

/// Builds the list row. Stock comes from the product, everything else from the catalogue.
pub(super) fn row(product: &Product, catalogue: &Catalogue) -> ProductRow {
    let item = &product.item;
    let price = catalogue.price_of(item.id);
    let name_of = |id| {
        catalogue.terms().categories().iter().find(|category| category.id == id).map(|category| category.name.clone())
    };
    ProductRow {
        id: item.id.0,
        kind: product.kind.as_str().into(),
        sku: item.sku.clone(),
        name: item.name.clone(),
        status: item.status.as_str().into(),
        categories: product.category_ids.iter().copied().filter_map(name_of).collect(),
        price_min_cents: price.min,
        price_max_cents: price.max,
        on_sale: price.on_sale,
        stock: tracked_stock(item),
        stock_status: catalogue.availability_of(item.id).as_str().into(),
        variations: product
            .variations
            .iter()
            .map(|variation| VariationRow {
                id: variation.item.id.0,
                sku: variation.item.sku.clone(),
                name: variation.item.name.clone(),
                stock: if variation.stock_of_parent { tracked_stock(item) } else { tracked_stock(&variation.item) },
            })
            .collect(),
    }
}

fn tracked_stock(item: &Item) -> Option<i64> {
    item.stock.managed.then_some(item.stock.quantity)
}

/// Builds the product with all its editable fields.
pub(super) fn detail(product: &Product, prices: Vec<(Cents, UnixSeconds)>, catalogue: &Catalogue) -> ProductDetail {
    let item = &product.item;
    ProductDetail {
        id: item.id.0,
        kind: product.kind.as_str().into(),
        path: format!("/prodotto/{}/", product.slug),
        sku: item.sku.clone(),
        name: item.name.clone(),
        status: item.status.as_str().into(),
        short_description: product.short_description.clone(),
        description: item.description.clone(),
        texts: TEXTS
            .iter()
            .map(|text| (text.name.to_owned(), item.meta.get(text.name).cloned().unwrap_or_default()))
            .collect(),
        regular_price: decimal(item.prices.regular),
        sale_price: decimal(item.prices.sale),
        sale_from: first_day(item.prices.sale_from),
        sale_to: last_day(item.prices.sale_to),
        stock_managed: item.stock.managed,
        stock_quantity: item.stock.quantity,
        stock_status: item.stock.status.as_str().into(),
        backorders: item.stock.backorders.as_str().into(),
        low_stock_amount: item.stock.low_amount,
        quantity_min: item.quantity.min,
        quantity_max: item.quantity.max,
        quantity_step: item.quantity.step,
        purchase: PurchaseForm::from_rules(&product.purchase),
        variations: if product.kind == ProductKind::Variable {
            product.variations.iter().map(|variation| variation_detail(product, variation)).collect()
        } else {
            Vec::new()
        },
        updated_at: product.updated_at,
        details: DetailsFields::from_model(product),
        linked: named_products(product.upsell_ids.iter().chain(&product.cross_sell_ids), catalogue),
        pictures: item.images.iter().map(PictureRow::from_image).collect(),
        prices: prices.into_iter().map(|(price, since)| PastPrice { price_cents: price, since }).collect(),
        lowest_30_days_cents: catalogue.lowest_30_days(item.id),
    }
}

fn variation_detail(product: &Product, variation: &Variation) -> VariationDetail {
    let item = &variation.item;
    VariationDetail {
        id: item.id.0,
        sku: item.sku.clone(),
        name: item.name.clone(),
        attributes: chosen_values(product, variation),
        texts: VARIATION_TEXTS
            .iter()
            .map(|name| ((*name).to_owned(), item.meta.get(*name).cloned().unwrap_or_default()))
            .collect(),
        status: item.status.as_str().into(),
        picture: item.images.first().map(PictureRow::from_image),
        stock_of_parent: variation.stock_of_parent,
        regular_price: decimal(item.prices.regular),
        sale_price: decimal(item.prices.sale),
        sale_from: first_day(item.prices.sale_from),
        sale_to: last_day(item.prices.sale_to),
        stock_managed: item.stock.managed,
        stock_quantity: item.stock.quantity,
        stock_status: item.stock.status.as_str().into(),
        backorders: item.stock.backorders.as_str().into(),
        low_stock_amount: item.stock.low_amount,
        quantity_min: item.quantity.min,
        quantity_max: item.quantity.max,
        quantity_step: item.quantity.step,
    }
}

/// Returns the values of a variation with their names, in the product's order.
fn chosen_values(product: &Product, variation: &Variation) -> Vec<Labelled> {
    let attributes = product.attributes.iter().filter(|attribute| attribute.variation);
    attributes
        .map(|attribute| {
            let wire = variation.attributes.get(&attribute.key()).map(String::as_str).unwrap_or_default();
            let value = attribute.values.iter().find(|value| attribute.wire_value(value) == wire);
            Labelled { label: attribute.name.clone(), value: value.map_or(wire, |value| &value.name).to_owned() }
        })
        .collect()
}

fn decimal(price: Option<Cents>) -> String {
    price.map(Cents::to_decimal).unwrap_or_default()
}
