//! What a company owes by invoice, as its account shows it.

use serde::Serialize;

/// What a company owes and may owe, and its open orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountInvoices {
    /// What is to be paid.
    pub open_cents: i64,
    /// What of it should be paid already.
    pub overdue_cents: i64,
    /// The most that may be owed; `None`: there is no limit.
    pub limit_cents: Option<i64>,
    /// What can still be ordered by invoice; `None`: any amount.
    pub left_cents: Option<i64>,
    /// Orders of which something is owed, those due first.
    pub orders: Vec<AccountInvoice>,
    /// How many there are, also beyond those listed.
    pub count: i64,
}

/// An order of which something is owed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountInvoice {
    pub number: String,
    pub path: String,
    /// When it was placed, in words.
    pub date: String,
    /// The last day to pay it, in words.
    pub due: String,
    /// Whether that day is over.
    pub overdue: bool,
    pub total_cents: i64,
    /// What is still owed of it.
    pub open_cents: i64,
}
