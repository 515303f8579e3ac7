//! Prices of roles and companies: price list, CSV import and export, category discounts.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use shop_core::base::text::parse_fixed;
use shop_core::base::{Cents, FieldError};
use shop_core::platform::messages::codes;
use shop_core::trade::price::{price_text, tiers_text};
use shop_services::Context;
use shop_services::ports::PriceOwner;
use shop_services::trade::trade_prices::{GridQuery, PriceRow, RowError, TradePrices, TradePricesError, TypedPrice};
use utoipa::{IntoParams, ToSchema};

use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::platform::upload::{FileForm, Upload};
use crate::admin::problem::{Body, Problem, QueryParams, Refusal};
use crate::admin::query::{MAX_SEARCH_CHARS, PER_PAGE, page_count, page_number};
use crate::platform::csv;

/// Largest uploaded file in megabytes: some 100,000 rows.
pub(in crate::admin) const MAX_FILE_MB: usize = 8;
/// Most prices set in one request.
const MAX_CHANGES: usize = 500;
/// Header row of the CSV file.
const HEADING: &str = "sku;name;shop_price;price;tiers";

/// Search for price owners.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct OwnersQuery {
    /// Text contained in a company's name; if empty, the first companies by name are returned.
    #[serde(default)]
    search: String,
}

/// Owner of the prices in a path.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::admin) struct OwnerPath {
    /// `role-3` or `company-5`.
    #[param(pattern = "^(role|company)-[0-9]+$")]
    owner: String,
}

impl OwnerPath {
    fn owner(&self) -> Result<PriceOwner, Refusal> {
        let (kind, id) = self.owner.split_once('-').ok_or_else(Refusal::not_found)?;
        let id: i64 = id.parse().map_err(|_| Refusal::not_found())?;
        match kind {
            "role" => Ok(PriceOwner::Role(id.into())),
            "company" => Ok(PriceOwner::Company(id.into())),
            _ => Err(Refusal::not_found()),
        }
    }
}

/// A role or company with prices.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PriceOwnerRow {
    /// `role-3` or `company-5`.
    id: String,
    name: String,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct PricesQuery {
    /// Words of a product name, or SKUs.
    #[serde(default)]
    search: String,
    category: Option<i64>,
    /// `true` for products with a price of the owner's own.
    #[serde(default)]
    own: bool,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of prices, by product name.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct TradePriceList {
    rows: Vec<TradePriceRow>,
    /// Number of products; a variable one has a row per variation.
    total: u64,
    page: u64,
    pages: u64,
    /// Whether prices are entered including tax.
    with_tax: bool,
}

/// A product or variation with the shop's and the owner's price.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct TradePriceRow {
    item_id: i64,
    product_id: i64,
    sku: String,
    name: String,
    /// The shop's regular price.
    shop_cents: Option<Cents>,
    /// The owner's price as entered; empty if there is none.
    price: String,
    /// The owner's quantity prices: "6=9,50 12=8,90".
    tiers: String,
}

/// A price to set, as entered; without price and tiers it is removed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct TradePriceChange {
    item_id: i64,
    #[schema(max_length = 20)]
    price: String,
    /// Formatted as "6=9,50 12=8,90".
    #[schema(max_length = 300)]
    tiers: String,
}

/// Prices to set, all or none.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct TradePriceChanges {
    #[schema(max_items = 500)]
    changes: Vec<TradePriceChange>,
}

/// A discount on the regular prices of a category.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct CategoryDiscount {
    category_id: i64,
    /// Percentage as entered: "12,5".
    #[schema(max_length = 20)]
    off_per_cent: String,
}

/// Number of prices changed.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PricesSet {
    set: u64,
    /// Rows without a price, which removed an existing one.
    removed: u64,
}

/// A CSV file of prices.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only describes the form")]
pub(in crate::admin) struct PricesUpload {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Lists roles and companies that can have prices.
#[utoipa::path(get, path = "/api/admin/price-owners", params(OwnersQuery),
    responses((status = 200, body = Vec<PriceOwnerRow>)))]
pub(in crate::admin) async fn owners(
    State(trade_prices): State<TradePrices>,
    _staff: Staff,
    QueryParams(query): QueryParams<OwnersQuery>,
) -> Result<Json<Vec<PriceOwnerRow>>, Refusal> {
    let search: String = query.search.chars().take(MAX_SEARCH_CHARS).collect();
    let found = trade_prices.owners(&search).await?;
    Ok(Json(found.into_iter().map(|(owner, name)| PriceOwnerRow { id: owner_text(owner), name }).collect()))
}

/// Lists products with an owner's prices.
#[utoipa::path(get, path = "/api/admin/trade-prices/{owner}", params(OwnerPath, PricesQuery),
    responses((status = 200, body = TradePriceList)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(trade_prices): State<TradePrices>,
    _staff: Staff,
    Path(path): Path<OwnerPath>,
    QueryParams(query): QueryParams<PricesQuery>,
) -> Result<Json<TradePriceList>, Refusal> {
    let page = query.page.unwrap_or(1);
    let grid_query = GridQuery {
        search: query.search.chars().take(MAX_SEARCH_CHARS).collect(),
        category: query.category.map(Into::into),
        own: query.own,
        page: usize::try_from(page).unwrap_or(usize::MAX),
        per_page: usize::try_from(PER_PAGE).unwrap_or(25),
    };
    let grid = trade_prices.grid(path.owner()?, &grid_query).await?;
    let total = u64::try_from(grid.total).unwrap_or(u64::MAX);
    let with_tax = context.settings().await?.taxes.prices_include_tax;
    let rows = grid.rows.into_iter().map(price_row).collect();
    Ok(Json(TradePriceList { rows, total, page, pages: page_count(total), with_tax }))
}

#[utoipa::path(put, path = "/api/admin/trade-prices/{owner}", request_body = TradePriceChanges,
    params(OwnerPath), responses((status = 204)))]
pub(in crate::admin) async fn change(
    State(trade_prices): State<TradePrices>,
    _staff: Staff,
    Path(path): Path<OwnerPath>,
    Body(body): Body<TradePriceChanges>,
) -> Result<StatusCode, Refusal> {
    if body.changes.len() > MAX_CHANGES {
        return Err(Refusal::field(FieldError::new("changes", messages::TOO_LONG).with("maximum", MAX_CHANGES)));
    }
    let typed = |one: TradePriceChange| TypedPrice { item_id: one.item_id.into(), price: one.price, tiers: one.tiers };
    let changes: Vec<TypedPrice> = body.changes.into_iter().map(typed).collect();
    trade_prices.set(path.owner()?, &changes).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sets prices for a category's products at a discount on the shop's prices.
#[utoipa::path(post, path = "/api/admin/trade-prices/{owner}/discount", request_body = CategoryDiscount,
    params(OwnerPath), responses((status = 200, body = PricesSet)))]
pub(in crate::admin) async fn discount(
    State(trade_prices): State<TradePrices>,
    _staff: Staff,
    Path(path): Path<OwnerPath>,
    Body(body): Body<CategoryDiscount>,
) -> Result<Json<PricesSet>, Refusal> {
    let off = parse_fixed(body.off_per_cent.trim(), 2).unwrap_or(0);
    let category = body.category_id.into();
    let set = trade_prices.reduce(path.owner()?, category, off).await?;
    Ok(Json(PricesSet { set: u64::try_from(set).unwrap_or(u64::MAX), removed: 0 }))
}

/// Exports all prices of an owner as a CSV file that can be imported again.
#[utoipa::path(get, path = "/api/admin/trade-prices/{owner}/file", params(OwnerPath),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub(in crate::admin) async fn export(
    State(trade_prices): State<TradePrices>,
    _staff: Staff,
    Path(path): Path<OwnerPath>,
) -> Result<Response, Refusal> {
    let cells = |row: PriceRow| {
        let (shop, own) = (text_of(row.shop_cents), text_of(row.own.cents));
        vec![row.sku, row.name, shop, own, tiers_text(&row.own.tiers)]
    };
    let owner = path.owner()?;
    let rows = trade_prices.all(owner).await?;
    let name = format!("prezzi-{}.csv", owner_text(owner));
    Ok(csv::answer(&name, csv::file(HEADING, rows.into_iter().map(cells))))
}

/// Imports prices from a CSV file, all or none. Errors name their field as `{line}.{column}`.
#[utoipa::path(post, path = "/api/admin/trade-prices/{owner}/file", params(OwnerPath),
    request_body(content = PricesUpload, content_type = "multipart/form-data"),
    responses((status = 200, body = PricesSet), (status = 422, body = Problem)))]
pub(in crate::admin) async fn import(
    State(trade_prices): State<TradePrices>,
    _staff: Staff,
    Path(path): Path<OwnerPath>,
    FileForm(form): FileForm,
) -> Result<Json<PricesSet>, Refusal> {
    let owner = path.owner()?;
    let upload = Upload::read_form(form, MAX_FILE_MB, &[]).await?;
    let done = trade_prices.import(owner, &upload.content).await?;
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    Ok(Json(PricesSet { set: count(done.set), removed: count(done.removed) }))
}

fn price_row(row: PriceRow) -> TradePriceRow {
    TradePriceRow {
        item_id: row.item_id.0,
        product_id: row.product_id.0,
        sku: row.sku,
        name: row.name,
        shop_cents: row.shop_cents,
        price: text_of(row.own.cents),
        tiers: tiers_text(&row.own.tiers),
    }
}

fn text_of(cents: Option<Cents>) -> String {
    cents.map(price_text).unwrap_or_default()
}

impl From<TradePricesError> for Refusal {
    fn from(error: TradePricesError) -> Self {
        match error {
            TradePricesError::Gone => Self::new(StatusCode::NOT_FOUND, codes::TRADE_PRICE_OWNER_GONE),
            TradePricesError::Fields(errors) => Self::fields(errors),
            TradePricesError::Rows(rows) => {
                let named = |RowError { line, error }| FieldError { field: format!("{line}.{}", error.field), ..error };
                Self::fields(rows.into_iter().map(named).collect())
            }
            TradePricesError::Store(error) => error.into(),
        }
    }
}

fn owner_text(owner: PriceOwner) -> String {
    match owner {
        PriceOwner::Role(id) => format!("role-{id}"),
        PriceOwner::Company(id) => format!("company-{id}"),
    }
}
