//! CSV file of an owner's prices, by SKU.

use std::collections::{BTreeMap, BTreeSet};

use shop_core::base::{FieldError, ProductId};
use shop_core::platform::messages::codes;
use shop_core::trade::price::TradePrice;

use super::{PriceRow, TradePrices, TradePricesError, priceable, row, sold};
use crate::catalogue::{Catalogue, Found};
use crate::ports::{PriceOwner, StoreError};

/// Maximum number of rows of a file.
pub const MAX_FILE_ROWS: usize = 200_000;
/// Maximum number of reported errors.
const MAX_ERRORS: usize = 100;

/// Result of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportedPrices {
    /// Prices that were set.
    pub set: usize,
    /// Rows without a price, which remove the price if there was one.
    pub removed: usize,
}

/// An invalid row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// Line of the file; the header is line 1.
    pub line: u64,
    pub error: FieldError,
}

/// Indices of the columns.
struct Columns {
    sku: usize,
    price: usize,
    tiers: Option<usize>,
}

impl TradePrices {
    /// Lists everything with a SKU, with an owner's prices, by id: for an export that can be imported again.
    pub async fn all(&self, owner: PriceOwner) -> Result<Vec<PriceRow>, StoreError> {
        let catalogue = self.context.catalogue().await?;
        let mut own: BTreeMap<ProductId, TradePrice> = self.store.trade_prices(owner).await?.into_iter().collect();
        let products = catalogue.products().iter();
        let rows = products.flat_map(|product| sold(product).map(move |item| row(product, item)));
        let with_own = |row: PriceRow| PriceRow { own: own.remove(&row.item_id).unwrap_or_default(), ..row };
        Ok(rows.filter(|row| !row.sku.is_empty()).map(with_own).collect())
    }

    /// Imports the prices of a file, all or none: each row by `sku`, with `price` and `tiers` in the format of
    /// [`shop_core::trade::price::tiers_text`]. A row with neither removes the price; products that are not in the file are
    /// unchanged.
    pub async fn import(&self, owner: PriceOwner, file: &[u8]) -> Result<ImportedPrices, TradePricesError> {
        let catalogue = self.context.newest_catalogue().await?;
        let changes = read(&catalogue, file).map_err(TradePricesError::Rows)?;
        let set = changes.iter().filter(|(_, price)| price.is_some()).count();
        self.save(owner, &changes).await?;
        Ok(ImportedPrices { set, removed: changes.len() - set })
    }
}

fn read(catalogue: &Catalogue, file: &[u8]) -> Result<Vec<(ProductId, Option<TradePrice>)>, Vec<RowError>> {
    let whole = |code: &'static str| vec![RowError { line: 1, error: FieldError::new("", code) }];
    let text = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    let header = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    // Spreadsheets separate by semicolons or tabs where the comma is the decimal mark.
    let delimiter = [b',', b';', b'\t'].into_iter().find(|sign| header.contains(sign)).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(text);
    let columns = reader.headers().ok().and_then(columns).ok_or_else(|| whole(codes::TRADE_PRICE_COLUMNS))?;
    let (mut changes, mut errors, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (n, record) in reader.records().enumerate() {
        if n == MAX_FILE_ROWS {
            let error = FieldError::new("", codes::TRADE_PRICE_TOO_MANY).with("maximum", MAX_FILE_ROWS);
            return Err(vec![RowError { line: 1, error }]);
        }
        let line = u64::try_from(n).unwrap_or(u64::MAX).saturating_add(2);
        let line = record.as_ref().ok().and_then(csv::StringRecord::position).map_or(line, csv::Position::line);
        let read = match record {
            Ok(record) => change(catalogue, &columns, &record),
            Err(_) => Err(vec![FieldError::new("", codes::TRADE_PRICE_COLUMNS)]),
        };
        match read {
            Ok(None) => {}
            Ok(Some((id, _, sku))) if !seen.insert(id) => {
                errors
                    .push(RowError { line, error: FieldError::new("sku", codes::TRADE_PRICE_TWICE).with("sku", sku) });
            }
            Ok(Some((id, price, _))) => changes.push((id, price)),
            Err(row_errors) => errors.extend(row_errors.into_iter().map(|error| RowError { line, error })),
        }
        if errors.len() >= MAX_ERRORS {
            break;
        }
    }
    if errors.is_empty() { Ok(changes) } else { Err(errors) }
}

fn columns(header: &csv::StringRecord) -> Option<Columns> {
    let at = |name: &str| header.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name));
    Some(Columns { sku: at("sku")?, price: at("price")?, tiers: at("tiers") })
}

type Changed = (ProductId, Option<TradePrice>, String);

/// Parses a row; `None` if it has no SKU and no prices.
fn change(
    catalogue: &Catalogue,
    columns: &Columns,
    record: &csv::StringRecord,
) -> Result<Option<Changed>, Vec<FieldError>> {
    let cell = |at: usize| record.get(at).unwrap_or_default().trim();
    let (sku, price) = (cell(columns.sku), cell(columns.price));
    let tiers = columns.tiers.map(cell).unwrap_or_default();
    if sku.is_empty() && price.is_empty() && tiers.is_empty() {
        return Ok(None);
    }
    let unknown = || vec![FieldError::new("sku", codes::TRADE_PRICE_UNKNOWN_SKU).with("sku", sku)];
    let id = match catalogue.by_sku(sku).ok_or_else(unknown)? {
        Found::Product(product) => product.item.id,
        Found::Variation(_, variation) => variation.item.id,
    };
    priceable(catalogue, id).map_err(|error| vec![FieldError { field: "sku".into(), ..error }])?;
    let price = TradePrice::typed(price, tiers)?;
    Ok(Some((id, (!price.is_empty()).then_some(price), sku.to_owned())))
}
