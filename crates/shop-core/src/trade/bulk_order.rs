//! The bulk order form as a state machine: each event returns the whole new form, so that it fits a reducer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::packs::whole_packs;
use super::pasted::MAX_LINES;
use super::product_string::{self, ProductLine};
use super::search_answer::FoundProduct;
use crate::base::{Cents, FieldError, ProductId};
use crate::catalogue::quantity::{QuantityBounds, clamp};
use crate::platform::messages::codes;

/// One row of the form. Empty until a product is chosen; then its text is locked until the line is cleared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct BulkLine {
    /// Text of the product field: what the buyer typed, or the product's label once one is chosen.
    pub text: String,
    /// The chosen product: the input is locked, in the accent colour, bold, with its clear button.
    pub product: Option<FoundProduct>,
    /// Quantity as typed.
    pub quantity: String,
    /// Line price, rounded to a cent; 0 without a product.
    pub subtotal: Cents,
    /// Why the quantity was changed from what the buyer typed; `None` until the field loses focus.
    pub notice: Option<FieldError>,
}

/// A product and its quantity, to fill into rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FilledLine {
    pub product: FoundProduct,
    pub quantity: u32,
}

/// The search that is running or whose results are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct BulkSearch {
    /// Sequence number of the search; the response must carry it.
    pub number: u32,
    /// Row that the search belongs to; `None`: there is no search and no list is open.
    pub line: Option<u32>,
    /// The text to send; empty once the response has arrived.
    pub pending: String,
    /// Products to choose from.
    pub found: Vec<FoundProduct>,
    /// Code of a message shown instead of products: `trade_search_nothing_found`.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub message: Option<std::borrow::Cow<'static, str>>,
}

/// State of the form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct BulkOrder {
    /// Rows in order.
    pub lines: Vec<BulkLine>,
    /// The latest search.
    pub search: BulkSearch,
    /// Sum of the subtotals.
    pub total: Cents,
    /// Payload to send: only lines with a product and a quantity. If it is empty, adding to the cart and updating do nothing.
    pub product_string: String,
    /// Products of a loaded list that are no longer for sale to this buyer.
    pub left_out: Vec<ProductId>,
}

/// Events of the form. Rows are counted from 0; an event for a row that does not exist changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "snake_case")]
pub enum BulkEvent {
    /// The buyer presses "New line".
    NewLine,
    /// The buyer types in the product field of an empty row.
    Type {
        line: u32,
        /// Current text of the field.
        text: String,
    },
    /// Search results arrive.
    Answer {
        /// Sequence number of the search.
        number: u32,
        /// Found products, best match first.
        found: Vec<FoundProduct>,
    },
    /// The list of results is closed without a choice.
    CloseSearch,
    /// The buyer chooses one of the found products.
    Choose { line: u32, product_id: ProductId },
    /// The buyer presses the clear button of a row.
    Clear { line: u32 },
    /// The buyer types a quantity.
    Quantity {
        line: u32,
        /// Current text of the field.
        typed: String,
    },
    /// A quantity field loses focus: the quantity is rounded to whole packs.
    LeaveQuantity { line: u32 },
    /// Lines arrive from a spreadsheet or a file and replace the empty rows at the end.
    Fill { lines: Vec<FilledLine> },
    /// A purchase list is opened: its lines with current labels and prices.
    Load {
        /// The list's lines.
        product_string: String,
        /// Those of its products that are for sale.
        found: Vec<FoundProduct>,
    },
}

/// Applies an event and returns the new form.
///
/// ```
/// use shop_core::trade::bulk_order::{BulkEvent, BulkOrder, step};
/// let found = serde_json::from_str(r#"[{"product_id": 12, "label": "Caviale 35 g", "price_millionths": 72000000}]"#).unwrap();
/// let form = step(BulkOrder::default(), BulkEvent::Load { product_string: "12:3|".into(), found });
/// assert_eq!(form.total.0, 21600);
/// ```
pub fn step(mut form: BulkOrder, event: BulkEvent) -> BulkOrder {
    match event {
        BulkEvent::NewLine if form.lines.len() >= MAX_LINES => {}
        BulkEvent::NewLine => form.lines.push(BulkLine::default()),
        BulkEvent::Type { line, text } => type_text(&mut form, line, text),
        BulkEvent::Answer { number, found } => show_answer(&mut form.search, number, found),
        BulkEvent::CloseSearch => close(&mut form.search),
        BulkEvent::Choose { line, product_id } => choose(&mut form, line, product_id),
        BulkEvent::Clear { line } => {
            if let Some(row) = row(&mut form.lines, line) {
                *row = BulkLine::default();
            }
            if form.search.line == Some(line) {
                close(&mut form.search);
            }
        }
        BulkEvent::Quantity { line, typed } => {
            if let Some(row) = row(&mut form.lines, line) {
                row.quantity = typed;
                row.notice = None;
            }
        }
        BulkEvent::LeaveQuantity { line } => leave_quantity(&mut form, line),
        BulkEvent::Fill { lines } => fill(&mut form, lines),
        BulkEvent::Load { product_string, found } => load(&mut form, &product_string, &found),
    }
    settle(form)
}

/// Parses a typed quantity: a whole number of at least 0; anything else counts as 0.
pub fn pieces(typed: &str) -> u32 {
    let bounds = QuantityBounds { min: 0, max: Some(u32::MAX.into()), ..QuantityBounds::default() };
    u32::try_from(clamp(typed, &bounds).value).unwrap_or_default()
}

fn row(lines: &mut [BulkLine], at: u32) -> Option<&mut BulkLine> {
    lines.get_mut(usize::try_from(at).ok()?)
}

/// A closed search never opens again: a late response does not carry the next sequence number.
fn close(search: &mut BulkSearch) {
    *search = BulkSearch { number: search.number, ..BulkSearch::default() };
}

fn type_text(form: &mut BulkOrder, line: u32, text: String) {
    let Some(row) = row(&mut form.lines, line).filter(|row| row.product.is_none()) else { return };
    // "Product search is sent only when the input is non-empty."
    if text.is_empty() {
        close(&mut form.search);
    } else {
        let number = form.search.number.wrapping_add(1);
        form.search = BulkSearch { number, line: Some(line), pending: text.clone(), ..BulkSearch::default() };
    }
    row.text = text;
}

/// "Only the latest search's answer is displayed."
fn show_answer(search: &mut BulkSearch, number: u32, found: Vec<FoundProduct>) {
    if search.line.is_none() || search.number != number {
        return;
    }
    search.pending.clear();
    search.found = found;
    search.message = search.found.is_empty().then_some(codes::TRADE_SEARCH_NOTHING_FOUND.into());
}

fn choose(form: &mut BulkOrder, line: u32, product_id: ProductId) {
    if form.search.line != Some(line) {
        return;
    }
    let Some(product) = form.search.found.iter().find(|found| found.product_id == product_id).cloned() else { return };
    let Some(row) = row(&mut form.lines, line).filter(|row| row.product.is_none()) else { return };
    row.text.clone_from(&product.label);
    // The minimum quantity is what buyers want most often.
    if pieces(&row.quantity) == 0 {
        row.quantity = product.pack.min.max(1).to_string();
    }
    row.product = Some(product);
    close(&mut form.search);
}

/// Rounds a quantity up to whole packs when its field loses focus; 0 stays 0.
fn leave_quantity(form: &mut BulkOrder, line: u32) {
    let Some(row) = row(&mut form.lines, line) else { return };
    let Some(product) = &row.product else { return };
    let wanted = pieces(&row.quantity);
    if wanted == 0 {
        return;
    }
    let (quantity, notice) = whole_packs(&product.label, wanted, &product.pack);
    if notice.is_some() {
        row.quantity = quantity.to_string();
        row.notice = notice;
    }
}

fn fill(form: &mut BulkOrder, filled: Vec<FilledLine>) {
    close(&mut form.search);
    while form.lines.last().is_some_and(|row| row.product.is_none() && row.text.is_empty()) {
        form.lines.pop();
    }
    let room = MAX_LINES.saturating_sub(form.lines.len());
    form.lines.extend(filled.into_iter().take(room).map(|FilledLine { product, quantity }| BulkLine {
        text: product.label.clone(),
        product: Some(product),
        quantity: quantity.to_string(),
        ..BulkLine::default()
    }));
}

fn load(form: &mut BulkOrder, text: &str, found: &[FoundProduct]) {
    let found: BTreeMap<ProductId, &FoundProduct> = found.iter().map(|one| (one.product_id, one)).collect();
    let number = form.search.number;
    *form = BulkOrder { search: BulkSearch { number, ..BulkSearch::default() }, ..BulkOrder::default() };
    for line in product_string::parse(text) {
        match found.get(&line.product_id).copied() {
            Some(product) => form.lines.push(BulkLine {
                text: product.label.clone(),
                product: Some(product.clone()),
                quantity: line.quantity.to_string(),
                ..BulkLine::default()
            }),
            None => form.left_out.push(line.product_id),
        }
    }
}

/// Recalculates subtotals, total and the payload to send.
fn settle(mut form: BulkOrder) -> BulkOrder {
    let mut lines = Vec::new();
    form.total = Cents::ZERO;
    for row in &mut form.lines {
        let quantity = pieces(&row.quantity);
        let Some(product) = &row.product else {
            row.subtotal = Cents::ZERO;
            continue;
        };
        row.subtotal = product.line_cents(quantity);
        form.total += row.subtotal;
        lines.push(ProductLine { product_id: product.product_id, quantity });
    }
    form.product_string = product_string::format(&lines);
    form
}

#[cfg(test)]
#[path = "bulk_order_tests.rs"]
mod tests;
