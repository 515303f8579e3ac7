//! Prices of roles and companies, for the merchant: a grid beside the regular prices, a file, and a discount on a category.

mod file;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use shop_core::base::{CategoryId, Cents, FieldError, ProductId};
use shop_core::catalogue::product::{Item, Product, ProductKind};
use shop_core::platform::messages::codes;
use shop_core::trade::price::{TradePrice, reduced};

pub use file::{ImportedPrices, MAX_FILE_ROWS, RowError};

use crate::catalogue::{Catalogue, Found, OrderBy, ProductQuery, TermFilter};
use crate::platform::context::Context;
use crate::ports::{PriceOwner, StoreError, TradePriceStore};

/// Maximum number of companies to choose from; typing more of the name narrows the list.
const LISTED_COMPANIES: u64 = 20;

/// Filter of the price grid.
#[derive(Clone, Debug, Default)]
pub struct GridQuery {
    /// Words of names, or SKUs; empty for all.
    pub search: String,
    /// Products of a category and its subcategories.
    pub category: Option<CategoryId>,
    /// Only products with a price of the owner.
    pub own: bool,
    /// Counted from 1.
    pub page: usize,
    /// Products per page; a variable product has a row for each variation.
    pub per_page: usize,
}

/// A product or variation with the regular price and the owner's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceRow {
    pub item_id: ProductId,
    pub product_id: ProductId,
    pub sku: String,
    /// Name; a variation has its own.
    pub name: String,
    /// Regular full price.
    pub shop_cents: Option<Cents>,
    /// The owner's price; empty if there is none.
    pub own: TradePrice,
}

/// A page of the price grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PriceGrid {
    /// Rows, sorted by product name.
    pub rows: Vec<PriceRow>,
    pub total: usize,
}

/// A typed price; without price and tiers it is removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedPrice {
    pub item_id: ProductId,
    /// Amount; may be empty.
    pub price: String,
    /// Tiers in the format of [`shop_core::trade::price::tiers_text`].
    pub tiers: String,
}

/// Why prices were not saved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TradePricesError {
    #[error("the role, company or one of the products does not exist")]
    Gone,
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error("invalid rows of a file: {0:?}")]
    Rows(Vec<RowError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Management of trade prices.
#[derive(Clone)]
pub struct TradePrices {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn TradePriceStore>,
}

impl TradePrices {
    /// Lists possible price owners with their names: all roles, and companies whose name contains a string.
    pub async fn owners(&self, search: &str) -> Result<Vec<(PriceOwner, String)>, StoreError> {
        let lang = self.context.settings().await?.lang();
        let roles = self.store.role_terms().await?.into_iter();
        let companies = self.store.company_names(search, LISTED_COMPANIES).await?.into_iter();
        let roles = roles.map(|(id, terms)| (PriceOwner::Role(id), terms.name(lang).to_owned()));
        Ok(roles.chain(companies.map(|(id, name)| (PriceOwner::Company(id), name))).collect())
    }

    /// Returns a page of products with an owner's prices.
    pub async fn grid(&self, owner: PriceOwner, query: &GridQuery) -> Result<PriceGrid, StoreError> {
        let catalogue = self.context.catalogue().await?;
        let include = if query.own {
            let own = self.store.trade_prices(owner).await?;
            let products: BTreeSet<ProductId> = own.iter().filter_map(|(id, _)| product_of(&catalogue, *id)).collect();
            Some(products.into_iter().collect())
        } else {
            None
        };
        let category = query.category.map(|id| TermFilter { terms: vec![id.to_string()], ..TermFilter::default() });
        let found = catalogue.query(&ProductQuery {
            search: query.search.clone(),
            include,
            categories: category,
            kinds: vec![ProductKind::Simple, ProductKind::Variable],
            orderby: OrderBy::Title,
            ascending: true,
            page: query.page.max(1),
            per_page: query.per_page.clamp(1, 100),
            ..ProductQuery::default()
        });
        let products = found.ids.iter().filter_map(|id| catalogue.product(*id));
        let mut rows: Vec<PriceRow> =
            products.flat_map(|product| sold(product).map(move |item| row(product, item))).collect();
        let ids: Vec<ProductId> = rows.iter().map(|row| row.item_id).collect();
        let own: BTreeMap<ProductId, TradePrice> = self.store.trade_prices_of(owner, &ids).await?.into_iter().collect();
        for row in &mut rows {
            row.own = own.get(&row.item_id).cloned().unwrap_or_default();
        }
        Ok(PriceGrid { rows, total: found.total })
    }

    /// Sets prices of an owner, all or none; empty ones are removed. Errors name their field as `{item}.price` or `{item}.tiers`.
    pub async fn set(&self, owner: PriceOwner, changes: &[TypedPrice]) -> Result<(), TradePricesError> {
        let catalogue = self.context.newest_catalogue().await?;
        let mut errors = Vec::new();
        let mut checked = Vec::with_capacity(changes.len());
        for TypedPrice { item_id: id, price, tiers } in changes {
            let id = *id;
            if let Err(error) = priceable(&catalogue, id) {
                errors.push(FieldError { field: format!("{id}.price"), ..error });
                continue;
            }
            match TradePrice::typed(price, tiers) {
                Ok(price) => checked.push((id, (!price.is_empty()).then_some(price))),
                Err(price_errors) => errors.extend(
                    price_errors
                        .into_iter()
                        .map(|error| FieldError { field: format!("{id}.{}", error.field), ..error }),
                ),
            }
        }
        if !errors.is_empty() {
            return Err(TradePricesError::Fields(errors));
        }
        self.save(owner, &checked).await
    }

    /// Discounts everything in a category and its subcategories by this many hundredths of a per cent off the full price; returns
    /// the number of prices set. Tiers that are no longer below the price are dropped.
    pub async fn reduce(
        &self,
        owner: PriceOwner,
        category: CategoryId,
        off_basis_points: i64,
    ) -> Result<usize, TradePricesError> {
        let catalogue = self.context.newest_catalogue().await?;
        let mut errors = Vec::new();
        if !(1..10_000).contains(&off_basis_points) {
            errors.push(FieldError::new("off_per_cent", codes::TRADE_PRICE_PER_CENT));
        }
        if !catalogue.terms().categories().iter().any(|one| one.id == category) {
            errors.push(FieldError::new("category_id", codes::TRADE_PRICE_CATEGORY));
        }
        if !errors.is_empty() {
            return Err(TradePricesError::Fields(errors));
        }
        let of_category = TermFilter { terms: vec![category.to_string()], ..TermFilter::default() };
        let within =
            ProductQuery { categories: Some(of_category), per_page: usize::MAX, page: 1, ..ProductQuery::default() };
        let mut own: BTreeMap<ProductId, TradePrice> = self.store.trade_prices(owner).await?.into_iter().collect();
        let mut changes = Vec::new();
        for product in catalogue.query(&within).ids.iter().filter_map(|id| catalogue.product(*id)) {
            for item in sold(product) {
                let Some(full) = item.prices.regular else { continue };
                let cents = reduced(full, off_basis_points);
                let mut price = own.remove(&item.id).unwrap_or_default();
                price.cents = Some(cents);
                price.tiers.retain(|tier| tier.cents < cents);
                changes.push((item.id, Some(price)));
            }
        }
        self.save(owner, &changes).await.map(|()| changes.len())
    }

    async fn save(
        &self,
        owner: PriceOwner,
        changes: &[(ProductId, Option<TradePrice>)],
    ) -> Result<(), TradePricesError> {
        if !self.store.save_trade_prices(owner, changes).await? {
            return Err(TradePricesError::Gone);
        }
        self.context.trade_terms_changed();
        Ok(())
    }
}

/// Returns the items of a product that can be put into carts: itself, or its variations.
fn sold(product: &Product) -> impl Iterator<Item = &Item> {
    let own = (product.kind == ProductKind::Simple).then_some(&product.item);
    let variations = product.variations.iter().filter(move |_| product.kind == ProductKind::Variable);
    own.into_iter().chain(variations.map(|one| &one.item))
}

fn row(product: &Product, item: &Item) -> PriceRow {
    PriceRow {
        item_id: item.id,
        product_id: product.item.id,
        sku: item.sku.clone(),
        name: if item.name.is_empty() { product.item.name.clone() } else { item.name.clone() },
        shop_cents: item.prices.regular,
        own: TradePrice::default(),
    }
}

fn product_of(catalogue: &Catalogue, id: ProductId) -> Option<ProductId> {
    match catalogue.find(id)? {
        Found::Product(product) | Found::Variation(product, _) => Some(product.item.id),
    }
}

/// Checks that an item can have a price of its own, that is, can be put into carts itself.
fn priceable(catalogue: &Catalogue, id: ProductId) -> Result<(), FieldError> {
    let unknown = |sku: String| FieldError::new("", codes::TRADE_PRICE_UNKNOWN_SKU).with("sku", sku);
    match catalogue.find(id) {
        None => Err(unknown(id.to_string())),
        Some(Found::Product(product)) if product.kind != ProductKind::Simple => {
            Err(FieldError::new("", codes::TRADE_PRICE_NOT_SOLD).with("sku", &product.item.sku))
        }
        Some(_) => Ok(()),
    }
}
