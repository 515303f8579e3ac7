//! Standing orders: `/my-account/standing-orders/` and one of them.

use serde::Serialize;

use crate::trade::standing_order::{Repeats, StandingOrderForm, StandingState};

/// A purchase list that can be ordered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ListChoice {
    pub id: i64,
    pub title: String,
}

/// The form of a standing order, and what it offers.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StandingOrderFields {
    /// As it is filled in.
    pub form: StandingOrderForm,
    /// Lists by name.
    pub lists: Vec<ListChoice>,
    /// First day that can be chosen; empty: any.
    pub earliest: String,
    /// Last day that can be chosen.
    pub latest: String,
}

/// The company's standing orders.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StandingOrdersView {
    /// Those that there are, the next one first.
    pub orders: Vec<StandingOrderEntry>,
    /// The form of a new one.
    pub fields: StandingOrderFields,
    /// One more can be made.
    pub room: bool,
}

/// A standing order in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StandingOrderEntry {
    pub id: i64,
    /// Name of its list.
    pub title: String,
    pub repeats: Repeats,
    /// Whether it goes on.
    pub state: StandingState,
    /// The next day of delivery, written out.
    pub next: String,
    pub path: String,
}

/// One standing order.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StandingOrderView {
    /// As in the list.
    pub entry: StandingOrderEntry,
    /// State that the page shows: sent with a change, so that nobody's change is lost.
    pub version: i64,
    /// The form that changes it.
    pub fields: StandingOrderFields,
    /// What its list comes to now.
    pub lines: Vec<StandingLine>,
    /// All lines together.
    pub total_cents: i64,
    /// What cannot be had, or not in the quantity of the list, in words.
    pub told: Vec<String>,
}

/// A line of a standing order at the prices of the day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StandingLine {
    pub name: String,
    pub quantity: i64,
    /// What they cost.
    pub total_cents: i64,
}
