//! Shared parts of bulk orders and purchase lists: notices, rate limits, export.

use shop_core::base::{FieldError, Lang, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::list_texts;
use shop_core::trade::product_string::ProductLine;
use shop_core::trade::search_answer::FoundProduct;
use shop_core::view::{TableAriaTexts, TablePaginateTexts, TableTexts};
use shop_documents::spreadsheet::{Cell, Sheet};
use shop_services::Context;
use shop_services::catalogue::{Catalogue, Found};
use shop_services::records::StoredNotice;
use shop_services::trade::bulk_orders::BulkAdded;

use crate::app::limits::Limits;
use crate::app::visitor::session::Session;

/// Most lines with a notice of their own.
const MAX_NOTICES: usize = 8;
/// Searches of an account in [`SPAN_S`]: a fast typist causes about four a second.
const SEARCHES: u32 = 60;
/// Changes of an account in the same span.
const WRITES: u32 = 20;
/// Span of the limits, in seconds.
const SPAN_S: i64 = 10;

/// Counts a search of an account.
///
/// # Errors
/// Seconds to wait.
pub(crate) fn count_search(context: &Context, limits: &Limits, session: &Session) -> Result<(), i64> {
    count(context, limits, session, "bulk_search", SEARCHES)
}

/// Counts a change by an account.
///
/// # Errors
/// Seconds to wait.
pub(crate) fn count_write(context: &Context, limits: &Limits, session: &Session) -> Result<(), i64> {
    count(context, limits, session, "bulk_write", WRITES)
}

fn count(context: &Context, limits: &Limits, session: &Session, action: &'static str, limit: u32) -> Result<(), i64> {
    limits.count(action, &session.key, limit, SPAN_S, context.now()).map(|_| ())
}

/// Builds the cart page's notices about added lines: how many were added, which quantities were adjusted, what was left out and
/// why.
pub(crate) fn notices(done: &BulkAdded) -> Vec<StoredNotice> {
    let count = |code: &str, count: usize| StoredNotice {
        kind: "info".into(),
        code: code.into(),
        params: [("count".to_owned(), count.to_string())].into(),
    };
    let mut out = vec![if done.added == 0 {
        StoredNotice { kind: "error".into(), code: codes::TRADE_BULK_NOTHING_ADDED.into(), params: Params::new() }
    } else {
        StoredNotice { kind: "success".into(), ..count(codes::TRADE_BULK_ADDED, done.added) }
    }];
    let notice = |kind: &str, error: &FieldError| StoredNotice {
        kind: kind.into(),
        code: error.code.to_string(),
        params: error.params.clone(),
    };
    out.extend(done.left_out.iter().take(MAX_NOTICES).map(|error| notice("error", error)));
    if done.left_out.len() > MAX_NOTICES {
        out.push(count(codes::TRADE_BULK_MORE_LEFT_OUT, done.left_out.len() - MAX_NOTICES));
    }
    out.extend(done.changed.iter().take(MAX_NOTICES).map(|error| notice("info", error)));
    out
}

/// Builds a purchase list's spreadsheet with current prices; products no longer sold have none.
pub(crate) fn sheet(lines: &[ProductLine], sold: &[FoundProduct], catalogue: &Catalogue, lang: Lang) -> Sheet {
    let prices: std::collections::HashMap<_, _> = sold.iter().map(|found| (found.product_id, found)).collect();
    let row = |line: &ProductLine| {
        let (sku, name) = match catalogue.find(line.product_id) {
            Some(Found::Product(product)) => (product.item.sku.clone(), product.item.name_in(lang).to_owned()),
            Some(Found::Variation(product, variation)) => {
                (variation.item.sku.clone(), catalogue.terms().wording(lang).full_name(product, Some(variation)))
            }
            None => (String::new(), String::new()),
        };
        let mut cells = vec![
            Cell::Number(line.product_id.0),
            Cell::Text(sku),
            Cell::Text(name),
            Cell::Number(i64::from(line.quantity)),
        ];
        if let Some(found) = prices.get(&line.product_id) {
            let (piece, sum) = (found.piece_cents(line.quantity), found.line_cents(line.quantity));
            cells.extend([Cell::Cents(piece.0), Cell::Cents(sum.0)]);
        }
        cells
    };
    let columns = [
        "ID",
        list_texts::column_sku(lang),
        list_texts::column_product(lang),
        list_texts::column_quantity(lang),
        list_texts::column_price(lang),
        list_texts::column_subtotal(lang),
    ];
    Sheet { columns: columns.map(str::to_owned).to_vec(), rows: lines.iter().map(row).collect() }
}

/// Loads the labels of the purchase list table from its translation file.
pub(crate) fn table_texts(lang: Lang) -> TableTexts {
    let text = |of: shop_core::platform::words::Text| of(lang).to_owned();
    TableTexts {
        empty_table: text(list_texts::empty_table),
        info: text(list_texts::info),
        info_empty: text(list_texts::info_empty),
        info_filtered: text(list_texts::info_filtered),
        length_menu: text(list_texts::length_menu),
        loading_records: text(list_texts::loading_records),
        search: text(list_texts::search),
        zero_records: text(list_texts::zero_records),
        paginate: TablePaginateTexts {
            first: text(list_texts::first),
            last: text(list_texts::last),
            next: text(list_texts::next),
            previous: text(list_texts::previous),
        },
        aria: TableAriaTexts {
            sort_ascending: text(list_texts::sort_ascending),
            sort_descending: text(list_texts::sort_descending),
        },
    }
}
