//! Amounts that a company owes by invoice, in its account.

use crate::base::Cents;
use serde::Serialize;

/// Debt and credit limit of a company, with its open orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountInvoices {
    /// Total amount owed.
    pub open_cents: Cents,
    /// Part of it that is overdue.
    pub overdue_cents: Cents,
    /// Credit limit; `None`: unlimited.
    pub limit_cents: Option<Cents>,
    /// Amount that can still be ordered by invoice; `None`: any amount.
    pub left_cents: Option<Cents>,
    /// Unpaid orders, earliest due date first.
    pub orders: Vec<AccountInvoice>,
    /// Number of unpaid orders, including those not listed.
    pub count: i64,
}

/// An unpaid order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountInvoice {
    pub number: String,
    pub path: String,
    /// Formatted date of the order.
    pub date: String,
    /// Formatted due date.
    pub due: String,
    /// Whether the due date has passed.
    pub overdue: bool,
    pub total_cents: Cents,
    /// Amount still owed.
    pub open_cents: Cents,
}
