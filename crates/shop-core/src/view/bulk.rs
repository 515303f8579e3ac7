//! The bulk order form and purchase lists: `/my-account/bulkorder/`, `/my-account/purchase-lists/` and its pages.

use serde::Serialize;

use crate::trade::bulk_order::BulkOrder;
use crate::trade::pasted::BulkReport;
use crate::trade::search_answer::SearchBy;

/// Rows of the bulk order form, or of a purchase list.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BulkRowsView {
    /// Initial state of the rows.
    pub form: BulkOrder,
    /// Pasted text, if the form was submitted without scripts.
    pub pasted: String,
    /// Result of the submitted lines; `None`: none were submitted.
    pub report: Option<BulkReport>,
    /// Fields that the search can match, the usual one first.
    pub search_by: Vec<SearchBy>,
    /// Whether the server writes the subtotals (setting `accountingsubtotals`).
    pub server_subtotals: bool,
    /// Whether the account can add lines to the cart.
    pub may_order: bool,
    /// Whether the account can save lists.
    pub may_save: bool,
}

/// The bulk order form.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BulkOrderView {
    pub rows: BulkRowsView,
    /// Submitted name for the list, if the form was submitted without scripts.
    pub title: String,
}

/// A single purchase list.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PurchaseListView {
    pub id: i64,
    pub title: String,
    /// Version that the page shows; it is sent with a change, so that no concurrent change is lost.
    pub version: i64,
    pub rows: BulkRowsView,
    /// Number of standing orders for this list, which are deleted with it.
    pub standing_orders: i64,
    /// Formatted next delivery day of these; empty: none is active.
    pub next_standing_order: String,
}

/// The table of purchase lists.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PurchaseListsView {
    /// Lists of this page.
    pub lists: Vec<PurchaseListEntry>,
    /// Search text for the names.
    pub search: String,
    /// Columns with the URL that sorts by each.
    pub columns: Vec<PurchaseListColumn>,
    /// Page, from 1.
    pub page: i64,
    pub pages: i64,
    /// Range and total number of lists, as a text.
    pub info: String,
    /// URL of the first page.
    pub first_page_path: String,
    /// URL of the other pages, with `{page}`.
    pub page_path_template: String,
    /// Texts of the table.
    pub texts: TableTexts,
}

/// A column of the table of purchase lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PurchaseListColumn {
    pub label: String,
    /// URL that reverses the sort order; empty: the table cannot be sorted by it.
    pub path: String,
    /// Current sort order: `ascending`, `descending`; empty: not sorted by it.
    pub order: String,
    /// Sort order of the link: `ascending` or `descending`; empty: there is no link.
    pub next_order: String,
}

/// A purchase list in the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PurchaseListEntry {
    pub id: i64,
    pub title: String,
    /// Number of lines.
    pub lines: i64,
    /// Name of the creator; may be empty.
    pub made_by: String,
    /// Formatted time of the last change.
    pub changed: String,
    pub path: String,
}

/// Texts of a table, under the names in the translation file of the platform's table script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct TableTexts {
    /// Text for a table without rows.
    pub empty_table: String,
    /// Range of rows: "_START_ - _END_ of _TOTAL_".
    pub info: String,
    /// Text for an empty range.
    pub info_empty: String,
    /// Note about filtered rows, with "_MAX_".
    pub info_filtered: String,
    /// Label of the page length menu: "Show _MENU_".
    pub length_menu: String,
    /// Text while rows are loading.
    pub loading_records: String,
    /// Label of the filter field.
    pub search: String,
    /// Text if no row matches the filter.
    pub zero_records: String,
    /// Labels of the links between pages.
    pub paginate: TablePaginateTexts,
    /// Labels of headings for screen readers.
    pub aria: TableAriaTexts,
}

/// Labels of the links between the pages of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TablePaginateTexts {
    pub first: String,
    pub last: String,
    pub next: String,
    pub previous: String,
}

/// Labels of a table's headings for screen readers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct TableAriaTexts {
    /// Label for sorting in ascending order.
    pub sort_ascending: String,
    /// Label for sorting in descending order.
    pub sort_descending: String,
}

/// The button on the cart page that saves the cart as a purchase list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CartToListView {
    /// Token for the call.
    pub token: String,
    /// Label of the button.
    pub label: String,
    /// Text of the prompt for the name.
    pub name_label: String,
}
