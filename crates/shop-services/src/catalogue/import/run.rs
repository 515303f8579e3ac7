//! Runs an import: parses, plans, loads pictures, ensures terms, saves, links.

use std::io::Read;

use shop_core::base::ProductId;
use shop_core::catalogue::product::{Item, Product};

use super::columns::Columns;
use super::file::{RawFile, read_file};
use super::finish::{
    incomplete_labels, product_differs, put_references, put_terms, terms_wanted, unknown_references, variation_differs,
};
use super::pictures::load_pictures;
use super::plan::{Plan, Unit};
use super::problem::{Problem, ProblemCode};
use super::report::{ImportError, ImportFailure, ImportOptions, ImportReport, OnError, Progress, Stage};
use super::stored::Stored;
use crate::ports::{CatalogueStore, SavedProduct, StockChange};

/// Products per transaction: small enough that shoppers' writes get between, large enough that committing does not dominate.
const BATCH: usize = 500;

/// Imports a product file in WooCommerce's CSV format.
///
/// A row is matched by its SKU, else by its ID together with its name or slug, else, without a SKU, by its slug; it changes the
/// fields of its columns if they differ. Variations and products that the file lacks stay. Ids of new products rise in the order
/// of their rows; the file's own IDs only identify rows of the same file.
///
/// Loading and resizing pictures block the calling thread: a server calls this where blocking is allowed.
///
/// # Errors
///
/// See [`ImportError`]. All-or-nothing concerns broken rows, which are found before anything is written. If the store fails
/// half-way, the batches saved before stay.
pub async fn import_products<S>(
    store: &S,
    reader: impl Read,
    mut options: ImportOptions<'_>,
) -> Result<ImportReport, ImportError>
where
    S: CatalogueStore + Sync + ?Sized,
{
    let RawFile { header, header_line, records, broken } = read_file(reader)?;
    let (mut columns, ignored) =
        Columns::from_header(&header, header_line, options.weight_unit, options.dimension_unit)?;
    columns.find_decimal_marks(&records);
    let has_unknown_columns = !ignored.is_empty();
    let rows = records.len() + broken.len();
    let stored = Stored::new(store.load_catalogue().await?);
    let mut plan = Plan::new(&columns, &records, &stored, options.now);
    drop(records);
    (options.progress)(Progress { stage: Stage::Reading, done: rows, total: rows });

    let mut report = ImportReport { rows, failed: plan.broken.len() + broken.len(), ..ImportReport::default() };
    report.errors = broken;
    report.errors.append(&mut plan.errors);
    report.warnings = ignored;
    report.warnings.append(&mut plan.warnings);
    report.warnings.append(&mut unknown_references(&plan, &stored));
    report.warnings.append(&mut incomplete_labels(&plan));
    report.failure = match (report.rows, report.failed) {
        (0, _) => Some(ImportFailure::NoRows),
        (rows, failed) if rows == failed => Some(ImportFailure::AllBroken),
        (_, failed) if failed > 0 && options.on_error == OnError::AllOrNothing => Some(ImportFailure::SomeBroken),
        _ => None,
    };
    if report.failure.is_none() {
        if let Some(pictures) = &options.pictures {
            let lines: Vec<u64> = plan.keys.iter().map(|key| key.line).collect();
            report.pictures = load_pictures(&mut plan.units, &lines, pictures, options.progress, &mut report.warnings);
        }
        save(store, &mut plan, &stored, &mut options, &mut report).await?;
        let changed = report.added + report.updated > 0;
        if !changed && has_unknown_columns && columns.only_names_products() {
            report.failure = Some(ImportFailure::NothingKnown);
        } else if !changed && has_unknown_columns {
            report.warnings.push(Problem::new(header_line, "", ProblemCode::NothingChanged, ""));
        }
    }
    report.imported = report.failure.is_none();
    report.errors.sort_by_key(|problem| problem.line);
    report.warnings.sort_by_key(|problem| problem.line);
    Ok(report)
}

/// State of a unit while it is saved.
#[derive(Clone, Copy, Debug, Default)]
struct UnitState {
    changed: bool,
    /// Links to rows that have no id yet.
    waiting: bool,
}

async fn save<S>(
    store: &S,
    plan: &mut Plan,
    stored: &Stored,
    options: &mut ImportOptions<'_>,
    report: &mut ImportReport,
) -> Result<(), ImportError>
where
    S: CatalogueStore + Sync + ?Sized,
{
    if plan.units.is_empty() {
        return Ok(());
    }
    let terms = store.ensure_terms(&terms_wanted(&plan.units)).await?;
    // Stored items can be linked at once.
    let mut ids: Vec<Option<ProductId>> = vec![None; plan.keys.len()];
    for unit in &mut plan.units {
        put_terms(unit, &terms)?;
        note_ids(unit, &mut ids);
    }
    let mut states = vec![UnitState::default(); plan.units.len()];
    let order: Vec<usize> = (0..plan.units.len()).collect();
    save_units(store, plan, stored, &order, &mut ids, &mut states, Stage::Saving, options).await?;
    let waiting: Vec<usize> =
        order.into_iter().filter(|at| states.get(*at).is_some_and(|state| state.waiting)).collect();
    if !waiting.is_empty() {
        save_units(store, plan, stored, &waiting, &mut ids, &mut states, Stage::Linking, options).await?;
    }
    for (unit, state) in plan.units.iter().zip(states) {
        count_rows(unit, stored, state, report);
    }
    Ok(())
}

#[expect(clippy::too_many_arguments, reason = "both passes share it; a struct of the same eight would say no more")]
async fn save_units<S>(
    store: &S,
    plan: &mut Plan,
    stored: &Stored,
    order: &[usize],
    ids: &mut [Option<ProductId>],
    states: &mut [UnitState],
    stage: Stage,
    options: &mut ImportOptions<'_>,
) -> Result<(), ImportError>
where
    S: CatalogueStore + Sync + ?Sized,
{
    let mut done = 0;
    for batch in order.chunks(BATCH) {
        let mut products = Vec::new();
        let mut saved_units = Vec::new();
        for at in batch {
            let Some(mut product) = plan.units.get(*at).map(|unit| unit.product.clone()) else { continue };
            let complete = put_references(plan, *at, stored, ids, &mut product);
            let (Some(unit), Some(state)) = (plan.units.get_mut(*at), states.get_mut(*at)) else { continue };
            state.waiting = !complete;
            let linked = stage == Stage::Linking && product_differs(&unit.product, &product);
            let product_changed = unit.before(stored).is_none_or(|before| product_differs(before, &product));
            state.changed |= product_changed;
            let differs = match stage {
                Stage::Linking => linked,
                _ => product_changed || any_variation_differs(unit, stored),
            };
            unit.product = product;
            if differs {
                unit.product.updated_at = options.now;
                products.push(unit.product.clone());
                saved_units.push(*at);
            }
        }
        if !products.is_empty() {
            let stock: Vec<StockChange> = saved_units
                .iter()
                .filter_map(|at| plan.units.get(*at))
                .flat_map(|unit| stock_changes(unit.before(stored), &unit.product))
                .collect();
            // No expected stock: the file overrides it.
            let saved = store.save_products(&products, &stock).await?.unwrap_or_default();
            for (at, saved) in saved_units.iter().zip(&saved) {
                if let Some(unit) = plan.units.get_mut(*at) {
                    take_ids(&mut unit.product, saved);
                    note_ids(unit, ids);
                }
            }
        }
        done += batch.len();
        (options.progress)(Progress { stage, done, total: order.len() });
    }
    Ok(())
}

/// Stock of stored items that the file changes.
fn stock_changes<'a>(before: Option<&'a Product>, after: &'a Product) -> impl Iterator<Item = StockChange> + 'a {
    let known = before.into_iter().flat_map(items);
    known.filter_map(move |old| {
        let new = items(after).find(|new| new.id == old.id && new.stock.quantity != old.stock.quantity)?;
        Some(StockChange { id: new.id, quantity: new.stock.quantity, expected: None })
    })
}

fn items(product: &Product) -> impl Iterator<Item = &Item> {
    std::iter::once(&product.item).chain(product.variations.iter().map(|variation| &variation.item))
}

impl Unit {
    /// The product as stored before the import.
    fn before<'a>(&self, stored: &'a Stored) -> Option<&'a Product> {
        self.stored.and_then(|at| stored.products.get(at))
    }
}

/// Whether a variation of a stored product has a row, or lost or gained an attribute through the product's row.
fn any_variation_differs(unit: &Unit, stored: &Stored) -> bool {
    let before = unit.before(stored).map_or(&[][..], |before| &before.variations);
    before.len() != unit.product.variations.len()
        || before.iter().zip(&unit.product.variations).any(|(before, after)| variation_differs(before, after))
}

fn take_ids(product: &mut Product, saved: &SavedProduct) {
    product.item.id = saved.id;
    for (variation, id) in product.variations.iter_mut().zip(&saved.variation_ids) {
        variation.item.id = *id;
    }
}

/// Records the ids of a unit's rows, as far as they have one.
fn note_ids(unit: &Unit, ids: &mut [Option<ProductId>]) {
    let variations =
        unit.variations.iter().filter_map(|row| Some((row.row, &unit.product.variations.get(row.at)?.item)));
    let own = unit.row.map(|row| (row, &unit.product.item));
    for (row, item) in own.into_iter().chain(variations) {
        if let Some(place) = ids.get_mut(row) {
            *place = (item.id != ProductId(0)).then_some(item.id);
        }
    }
}

/// Counts the results of a unit's rows.
fn count_rows(unit: &Unit, stored: &Stored, state: UnitState, report: &mut ImportReport) {
    let before = unit.before(stored);
    let mut count = |known: bool, changed: bool| match (known, changed) {
        (false, _) => report.added += 1,
        (true, true) => report.updated += 1,
        (true, false) => report.unchanged += 1,
    };
    if unit.row.is_some() {
        count(before.is_some(), state.changed);
    }
    for row in &unit.variations {
        let known = before.and_then(|before| before.variations.get(row.at));
        let changed = known.zip(unit.product.variations.get(row.at)).is_some_and(|(a, b)| variation_differs(a, b));
        count(known.is_some(), changed);
    }
}
