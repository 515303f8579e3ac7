//! The bulk order form and the purchase lists: `/my-account/bulkorder/`, `/my-account/purchase-lists/` and one of them.

use serde::Serialize;

use crate::trade::bulk_order::BulkOrder;
use crate::trade::pasted::BulkReport;
use crate::trade::search_answer::SearchBy;

/// Rows that are filled: the bulk order form, or a purchase list.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BulkRowsView {
    /// The rows as the page opens.
    pub form: BulkOrder,
    /// What was pasted, when it was sent without scripts.
    pub pasted: String,
    /// What became of lines that were sent; `None`: none were.
    pub report: Option<BulkReport>,
    /// What the search can compare with, the usual first.
    pub search_by: Vec<SearchBy>,
    /// Subtotals are written by the server (setting `accountingsubtotals`).
    pub server_subtotals: bool,
    /// The account may put lines into the cart.
    pub may_order: bool,
    /// The account may save lists.
    pub may_save: bool,
}

/// The bulk order form.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BulkOrderView {
    pub rows: BulkRowsView,
    /// Name for the list, as it was sent without scripts.
    pub title: String,
}

/// One purchase list.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PurchaseListView {
    pub id: i64,
    pub title: String,
    /// State that the page shows: sent with a change, so that nobody's change is lost.
    pub version: i64,
    pub rows: BulkRowsView,
    /// Standing orders that order it, and are deleted with it.
    pub standing_orders: i64,
    /// The next day of delivery of any of them, written out; empty: none goes on.
    pub next_standing_order: String,
}

/// The table of purchase lists.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PurchaseListsView {
    /// This page's lists.
    pub lists: Vec<PurchaseListEntry>,
    /// What is looked for in the names.
    pub search: String,
    /// Columns with the address that orders by each.
    pub columns: Vec<PurchaseListColumn>,
    /// Page, from 1.
    pub page: i64,
    pub pages: i64,
    /// Which of how many lists these are, in words.
    pub info: String,
    /// Address of the first page.
    pub first_page_path: String,
    /// Address of the others, with `{page}`.
    pub page_path_template: String,
    /// The table's texts.
    pub texts: TableTexts,
}

/// A column of the table of purchase lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PurchaseListColumn {
    pub label: String,
    /// Where the heading leads: the other order; empty: the table is not ordered by it.
    pub path: String,
    /// How the table is ordered by it now: `ascending`, `descending`; empty: it is not.
    pub order: String,
    /// How the link orders the table: `ascending` or `descending`; empty: there is no link.
    pub next_order: String,
}

/// A purchase list in the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PurchaseListEntry {
    pub id: i64,
    pub title: String,
    /// How many lines it has.
    pub lines: i64,
    /// Who made it; may be empty.
    pub made_by: String,
    /// When it was changed last, written out.
    pub changed: String,
    pub path: String,
}

/// The texts of a table, by the names that clients of the platform read from its translation file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct TableTexts {
    /// There are no rows at all.
    pub empty_table: String,
    /// "_START_ - _END_ of _TOTAL_".
    pub info: String,
    /// No rows are shown.
    pub info_empty: String,
    /// Rows were filtered, from "_MAX_".
    pub info_filtered: String,
    /// Formatted as "Show _MENU_".
    pub length_menu: String,
    /// Rows are on their way.
    pub loading_records: String,
    /// The field that filters.
    pub search: String,
    /// No row fits the filter.
    pub zero_records: String,
    /// Links between pages.
    pub paginate: TablePaginateTexts,
    /// What screen readers say of headings.
    pub aria: TableAriaTexts,
}

/// Links between the pages of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TablePaginateTexts {
    pub first: String,
    pub last: String,
    pub next: String,
    pub previous: String,
}

/// What screen readers say of a table's headings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct TableAriaTexts {
    /// Activating orders upwards.
    pub sort_ascending: String,
    /// Activating orders downwards.
    pub sort_descending: String,
}

/// The button of the cart page that saves the cart as a purchase list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CartToListView {
    /// Token of the call.
    pub token: String,
    /// The button's text.
    pub label: String,
    /// What is asked for.
    pub name_label: String,
}
