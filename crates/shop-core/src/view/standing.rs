//! Standing orders: `/my-account/standing-orders/` and its pages.

use crate::base::Cents;
use serde::Serialize;

use crate::trade::standing_order::{Repeats, StandingOrderForm, StandingState};

/// A purchase list that can be ordered regularly.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ListChoice {
    pub id: i64,
    pub title: String,
}

/// The form for a standing order, with its options.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StandingOrderFields {
    /// Current values of the form.
    pub form: StandingOrderForm,
    /// Purchase lists, sorted by name.
    pub lists: Vec<ListChoice>,
    /// First day that can be selected; empty: any.
    pub earliest: String,
    /// Last day that can be selected.
    pub latest: String,
}

/// The company's standing orders.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StandingOrdersView {
    /// Standing orders, next delivery first.
    pub orders: Vec<StandingOrderEntry>,
    /// Form for a new one.
    pub fields: StandingOrderFields,
    /// Whether another one can be created.
    pub room: bool,
}

/// A standing order in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StandingOrderEntry {
    pub id: i64,
    /// Name of its purchase list.
    pub title: String,
    pub repeats: Repeats,
    /// Whether it is active.
    pub state: StandingState,
    /// Formatted next delivery day.
    pub next: String,
    pub path: String,
}

/// A single standing order.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StandingOrderView {
    /// The same data as in the list.
    pub entry: StandingOrderEntry,
    /// Version that the page shows; it is sent with a change, so that no concurrent change is lost.
    pub version: i64,
    /// Form for changing it.
    pub fields: StandingOrderFields,
    /// Lines of its list at today's prices.
    pub lines: Vec<StandingLine>,
    /// Sum of all lines.
    pub total_cents: Cents,
    /// Notices about lines that are not available, or not in the full quantity.
    pub notices: Vec<String>,
}

/// A line of a standing order at today's prices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StandingLine {
    pub name: String,
    pub quantity: i64,
    /// Total of the line.
    pub total_cents: Cents,
}
