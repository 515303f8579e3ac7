//! Choices on a product page besides variation and quantity, with all texts ready: prices, limits and days come from the server.

use crate::base::Cents;
use serde::Serialize;

use super::Notice;

/// The part of a product's form besides variation and quantity.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PurchaseView {
    /// Add-ons, in order.
    pub add_ons: Vec<AddOnView>,
    /// Payment plans; empty: there is no choice.
    pub plans: Vec<ChoiceView>,
    /// Selected payment plan: its `value`.
    pub plan: String,
    /// Time slots to book; `None`: the product is not booked.
    pub booking: Option<BookingView>,
    /// Information about the price, line by line: "35,00 € a persona".
    pub terms: Vec<String>,
    /// Label of the button; empty: the usual one.
    pub button: String,
    /// Price of the current choices.
    pub price: PurchasePrice,
}

/// Price of a form's choices.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PurchasePrice {
    /// Label and amount: the total, what is due now, what later. Empty: no price yet.
    pub rows: Vec<(String, String)>,
    /// Current slots of the chosen day; `None`: the product is not booked.
    pub booking: Option<BookingView>,
    /// Errors by field.
    pub errors: Vec<Notice>,
}

/// Control for an add-on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AddOnControl {
    /// A checkbox to tick.
    #[default]
    Check,
    /// A list with one choice.
    Choice,
    Text,
}

/// An add-on of the product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AddOnView {
    /// Name of the form field.
    pub name: String,
    /// Type of control.
    pub control: AddOnControl,
    pub label: String,
    /// Price: "+4,50 € al pezzo"; empty: free of charge, or depends on the option.
    pub price: String,
    /// Whether it is required.
    pub required: bool,
    /// Hint about required or excluded add-ons; may be empty.
    pub hint: String,
    /// Maximum length of a text, in characters; 0: it is no text.
    pub max_chars: u32,
    /// Options of a list.
    pub options: Vec<ChoiceView>,
    /// Current value: `1` for a ticked box, the option, or the text.
    pub value: String,
}

/// An option of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ChoiceView {
    pub value: String,
    pub label: String,
    /// Additional text: a price, payment dates; may be empty.
    pub note: String,
}

/// Time slots that can be booked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BookingView {
    /// The day shown: "2026-12-05"; empty: no day is open.
    pub day: String,
    /// The day shown, formatted.
    pub day_label: String,
    /// First day that can be selected.
    pub first_day: String,
    pub last_day: String,
    /// Slots of the day shown.
    pub slots: Vec<SlotView>,
    /// Selected slot: its `value`; may be empty.
    pub slot: String,
    pub persons: i64,
    pub min_persons: i64,
    pub max_persons: i64,
    /// The next open day, if the day shown has no slot left: "2026-12-12"; else empty.
    pub next_day: String,
    /// The next open day, formatted.
    pub next_day_label: String,
}

/// A time slot on offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct SlotView {
    pub value: String,
    /// Label such as "18:00–19:30".
    pub label: String,
    /// Availability: "6 posti", "Completo".
    pub note: String,
    /// Whether it cannot be selected.
    pub closed: bool,
}

/// A later payment of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct InstalmentView {
    /// Formatted due date.
    pub due: String,
    pub cents: Cents,
    /// Status as a text: "da pagare", "in attesa del bonifico", "pagata".
    pub state: String,
    /// Whether it was paid.
    pub paid: bool,
}
