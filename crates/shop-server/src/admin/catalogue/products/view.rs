//! Products as sent.

use std::collections::BTreeMap;

use serde::Serialize;
use shop_core::base::Cents;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::product::{Item, Product, ProductKind, Variation};
use shop_services::catalogue::Catalogue;
use utoipa::ToSchema;

use super::dates::{first_day, last_day};
use super::details::DetailsFields;
use super::pictures::PictureRow;
use super::purchase::PurchaseForm;
use super::texts::{TEXTS, VARIATION_TEXTS};
use crate::admin::catalogue::names::{NamedEntry, named};
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
    /// Lowest price; `null` when it cannot be bought.
    price_min_cents: Option<i64>,
    price_max_cents: Option<i64>,
    on_sale: bool,
    /// Pieces left; `null` when they are not counted here.
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

/// A product with everything that can be changed. Prices are decimals with a dot, empty when there is none; days are
/// written "2026-12-24", empty when there is none.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ProductDetail {
    id: i64,
    kind: String,
    /// Its page in the shop.
    path: String,
    sku: String,
    name: String,
    status: String,
    short_description: String,
    description: String,
    /// Further texts by name, empty ones included.
    texts: BTreeMap<String, String>,
    regular_price: String,
    sale_price: String,
    sale_from: String,
    /// Last day of the reduction.
    sale_to: String,
    stock_managed: bool,
    stock_quantity: i64,
    stock_status: String,
    backorders: String,
    /// `null`: the shop's default.
    low_stock_amount: Option<i64>,
    /// Least quantity of a line; `null`: one piece, or one pack.
    quantity_min: Option<i64>,
    /// Greatest quantity; `null`: no limit but the stock.
    quantity_max: Option<i64>,
    /// Sold in packs of so many; `null`: any number.
    quantity_step: Option<i64>,
    /// What it asks when it is bought.
    purchase: PurchaseForm,
    variations: Vec<VariationDetail>,
    updated_at: i64,
    details: DetailsFields,
    /// Names of the products that the details link to.
    linked: Vec<NamedEntry>,
    /// The main one first.
    pictures: Vec<PictureRow>,
    /// Prices that held, the newest first.
    prices: Vec<PastPrice>,
    /// Lowest price of the 30 days before the present one.
    lowest_30_days_cents: Option<i64>,
}

/// A price that held from a moment on.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PastPrice {
    price_cents: i64,
    since: i64,
}

/// A variation with everything that can be changed.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct VariationDetail {
    id: i64,
    sku: String,
    name: String,
    /// Chosen values; an empty value is any.
    attributes: Vec<Labelled>,
    /// Texts of its own label by name; an empty one is the product's.
    texts: BTreeMap<String, String>,
    status: String,
    /// Shown when it is chosen; `null`: the product's.
    picture: Option<PictureRow>,
    /// Its stock is the product's.
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
    /// `null`, as the next two: as the product has it.
    quantity_min: Option<i64>,
    quantity_max: Option<i64>,
    quantity_step: Option<i64>,
}

/// A product in a list. Its stock is taken from the product, all else from the catalogue.
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
        price_min_cents: price.min.map(|cents| cents.0),
        price_max_cents: price.max.map(|cents| cents.0),
        on_sale: price.on_sale,
        stock: counted(item),
        stock_status: catalogue.availability_of(item.id).as_str().into(),
        variations: product
            .variations
            .iter()
            .map(|variation| VariationRow {
                id: variation.item.id.0,
                sku: variation.item.sku.clone(),
                name: variation.item.name.clone(),
                stock: if variation.stock_of_parent { counted(item) } else { counted(&variation.item) },
            })
            .collect(),
    }
}

fn counted(item: &Item) -> Option<i64> {
    item.stock.managed.then_some(item.stock.quantity)
}

/// A product with everything that can be changed.
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
        purchase: PurchaseForm::of(&product.purchase),
        variations: if product.kind == ProductKind::Variable {
            product.variations.iter().map(|variation| variation_detail(product, variation)).collect()
        } else {
            Vec::new()
        },
        updated_at: product.updated_at,
        details: DetailsFields::of(product),
        linked: named(product.upsell_ids.iter().chain(&product.cross_sell_ids), catalogue),
        pictures: item.images.iter().map(PictureRow::of).collect(),
        prices: prices.into_iter().map(|(price, since)| PastPrice { price_cents: price.0, since }).collect(),
        lowest_30_days_cents: catalogue.lowest_30_days(item.id),
    }
}

fn variation_detail(product: &Product, variation: &Variation) -> VariationDetail {
    let item = &variation.item;
    VariationDetail {
        id: item.id.0,
        sku: item.sku.clone(),
        name: item.name.clone(),
        attributes: chosen(product, variation),
        texts: VARIATION_TEXTS
            .iter()
            .map(|name| ((*name).to_owned(), item.meta.get(*name).cloned().unwrap_or_default()))
            .collect(),
        status: item.status.as_str().into(),
        picture: item.images.first().map(PictureRow::of),
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

/// The values of a variation in words, in the product's order.
fn chosen(product: &Product, variation: &Variation) -> Vec<Labelled> {
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
