//! What a product's page asks when it is bought, with every text ready: prices, limits and days are the server's.

use serde::Serialize;

use super::Notice;

/// The part of a product's form beside variation and quantity.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PurchaseView {
    /// Add-ons, in order.
    pub add_ons: Vec<AddOnView>,
    /// Ways to pay; empty: there is no choice.
    pub plans: Vec<ChoiceView>,
    /// The chosen way to pay: its `value`.
    pub plan: String,
    /// Times to book; `None`: the product is not booked.
    pub booking: Option<BookingView>,
    /// What is to be known of the price, line by line: "35,00 € a persona".
    pub terms: Vec<String>,
    /// Words of the button; empty: the usual ones.
    pub button: String,
    /// What the choices come to.
    pub price: PurchasePrice,
}

/// What the choices of a form come to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PurchasePrice {
    /// Label and amount: the total, what is due now, what later. Empty: no price yet.
    pub rows: Vec<(String, String)>,
    /// Times of the chosen day as they are now; `None`: the product is not booked.
    pub booking: Option<BookingView>,
    /// What is refused, with the name of the field.
    pub errors: Vec<Notice>,
}

/// How an add-on is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AddOnControl {
    /// A box to tick.
    #[default]
    Check,
    /// One of several.
    Choice,
    Text,
}

/// An add-on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AddOnView {
    /// Name of the field.
    pub name: String,
    /// What it is asked by.
    pub control: AddOnControl,
    pub label: String,
    /// "+4,50 € al pezzo"; empty: nothing, or by the chosen value.
    pub price: String,
    /// Must be chosen or written.
    pub required: bool,
    /// Words about what it goes with; may be empty.
    pub hint: String,
    /// Greatest length of a text, in characters; 0: it is no text.
    pub max_chars: u32,
    /// Values of a choice.
    pub options: Vec<ChoiceView>,
    /// What is chosen or written: `1` for a ticked box.
    pub value: String,
}

/// One value of a choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ChoiceView {
    pub value: String,
    pub label: String,
    /// More words: a price, what is due when; may be empty.
    pub note: String,
}

/// Times that can be booked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BookingView {
    /// The shown day: "2026-12-05"; empty: no day is open.
    pub day: String,
    /// The shown day in words.
    pub day_label: String,
    /// First day that can be chosen.
    pub first_day: String,
    pub last_day: String,
    /// Times of the shown day.
    pub slots: Vec<SlotView>,
    /// The chosen time: its `value`; may be empty.
    pub slot: String,
    pub persons: i64,
    pub min_persons: i64,
    pub max_persons: i64,
    /// The next open day, when the shown one has no time left: "2026-12-12"; else empty.
    pub next_day: String,
    /// That day in words.
    pub next_day_label: String,
}

/// A time on offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct SlotView {
    pub value: String,
    /// Formatted as "18:00–19:30".
    pub label: String,
    /// "6 posti", "Completo".
    pub note: String,
    /// It cannot be chosen.
    pub closed: bool,
}

/// A later payment of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct InstalmentView {
    /// Day, in words.
    pub due: String,
    pub cents: i64,
    /// State in words: "da pagare", "in attesa del bonifico", "pagata".
    pub state: String,
    /// It was paid.
    pub paid: bool,
}
