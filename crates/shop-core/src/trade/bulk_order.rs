//! The bulk order form as a state machine: each event gives the whole new form, so that it fits a reducer.

use serde::{Deserialize, Serialize};

use super::product_string::{self, ProductLine};
use super::search_answer::{FoundProduct, SearchAnswer};
use crate::base::{Cents, Half, ProductId, round_div};
use crate::catalogue::quantity::{QuantityBounds, clamp};
use crate::messages::codes;

/// Millionths of a unit in a cent.
const MILLIONTHS_A_CENT: i128 = 10_000;

/// One row of the form. Empty until a product is chosen; then its text is locked until the line is cleared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct BulkLine {
    /// What is typed in the product field; the product's label once it is chosen.
    pub text: String,
    /// The chosen product: the input is locked, in the accent colour, bold, with its clear button.
    pub product: Option<FoundProduct>,
    /// Quantity as typed.
    pub quantity: String,
    /// Price of the pieces, rounded to a cent. Nothing without a product.
    pub subtotal: Cents,
}

/// The search that is under way or whose answer is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct BulkSearch {
    /// Number of the search; the answer must carry it.
    pub number: u32,
    /// Row whose text is searched for; `None`: nothing is searched for, no list is open.
    pub line: Option<u32>,
    /// The text to send; empty once it is answered.
    pub pending: String,
    /// Products to choose from.
    pub found: Vec<FoundProduct>,
    /// Message shown instead of products: `trade_search_nothing_found`.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub message: Option<std::borrow::Cow<'static, str>>,
}

/// The form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct BulkOrder {
    /// Rows in order.
    pub lines: Vec<BulkLine>,
    /// The newest search.
    pub search: BulkSearch,
    /// Sum of the subtotals.
    pub total: Cents,
    /// What is sent: only lines with a product and a quantity. Empty: adding to the cart and updating do nothing.
    pub product_string: String,
    /// Products of a loaded list that the shop no longer sells to this buyer.
    pub left_out: Vec<ProductId>,
}

/// What happens to the form. Rows are counted from 0; an event for a row that is not there changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "snake_case")]
pub enum BulkEvent {
    /// "New line" is pressed.
    NewLine,
    /// Something is typed in an empty row's product field.
    Type {
        /// Row.
        line: u32,
        /// What stands in the field.
        text: String,
    },
    /// The search answers.
    Answer {
        /// Number of the search that is answered.
        number: u32,
        /// What it found.
        answer: SearchAnswer,
    },
    /// One of the found products is chosen.
    Choose {
        /// Row.
        line: u32,
        /// The product.
        product_id: ProductId,
    },
    /// The clear button of a row is pressed.
    Clear {
        /// Row.
        line: u32,
    },
    /// A quantity is typed.
    Quantity {
        /// Row.
        line: u32,
        /// What stands in the field.
        typed: String,
    },
    /// A purchase list is opened: its lines with the labels and prices that hold now.
    Load {
        /// The list's lines.
        product_string: String,
        /// What the search says of its products.
        answer: SearchAnswer,
    },
}

/// The form after an event.
///
/// ```
/// use shop_core::trade::bulk_order::{BulkEvent, BulkOrder, step};
/// let answer = serde_json::from_str(r#"{"12": "Caviale 35 g", "12B2BKINGPRICE": "72.00"}"#).unwrap();
/// let form = step(BulkOrder::default(), BulkEvent::Load { product_string: "12:3|".into(), answer });
/// assert_eq!(form.total.0, 21600);
/// ```
pub fn step(mut form: BulkOrder, event: BulkEvent) -> BulkOrder {
    match event {
        BulkEvent::NewLine => form.lines.push(BulkLine::default()),
        BulkEvent::Type { line, text } => type_text(&mut form, line, text),
        BulkEvent::Answer { number, answer } => show_answer(&mut form.search, number, &answer),
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
            }
        }
        BulkEvent::Load { product_string, answer } => load(&mut form, &product_string, &answer),
    }
    settle(form)
}

/// Pieces that a typed quantity means: whole, at least 0; what is no number is none.
pub fn pieces(typed: &str) -> u32 {
    let bounds = QuantityBounds { min: 0, max: Some(u32::MAX.into()), ..QuantityBounds::default() };
    u32::try_from(clamp(typed, &bounds).value).unwrap_or_default()
}

fn row(lines: &mut [BulkLine], at: u32) -> Option<&mut BulkLine> {
    lines.get_mut(usize::try_from(at).ok()?)
}

/// A search that is closed never opens again: a late answer does not carry the next number.
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
fn show_answer(search: &mut BulkSearch, number: u32, answer: &SearchAnswer) {
    if search.line.is_none() || search.number != number {
        return;
    }
    search.pending.clear();
    search.found = answer.found();
    search.message = search.found.is_empty().then_some(codes::TRADE_SEARCH_NOTHING_FOUND.into());
}

fn choose(form: &mut BulkOrder, line: u32, product_id: ProductId) {
    if form.search.line != Some(line) {
        return;
    }
    let Some(product) = form.search.found.iter().find(|found| found.product_id == product_id).cloned() else { return };
    let Some(row) = row(&mut form.lines, line).filter(|row| row.product.is_none()) else { return };
    row.text.clone_from(&product.label);
    row.product = Some(product);
    close(&mut form.search);
}

fn load(form: &mut BulkOrder, text: &str, answer: &SearchAnswer) {
    let found = answer.found();
    let number = form.search.number;
    *form = BulkOrder { search: BulkSearch { number, ..BulkSearch::default() }, ..BulkOrder::default() };
    for line in product_string::parse(text) {
        match found.iter().find(|product| product.product_id == line.product_id) {
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

/// Subtotals, total and the text to send.
fn settle(mut form: BulkOrder) -> BulkOrder {
    let mut lines = Vec::new();
    form.total = Cents::ZERO;
    for row in &mut form.lines {
        let quantity = pieces(&row.quantity);
        let Some(product) = &row.product else {
            row.subtotal = Cents::ZERO;
            continue;
        };
        let exact = i128::from(product.price_millionths) * i128::from(quantity);
        row.subtotal = Cents(round_div(exact, MILLIONTHS_A_CENT, Half::Up));
        form.total += row.subtotal;
        lines.push(ProductLine { product_id: product.product_id, quantity });
    }
    form.product_string = product_string::format(&lines);
    form
}

#[cfg(test)]
#[path = "bulk_order_tests.rs"]
mod tests;
