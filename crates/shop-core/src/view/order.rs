//! The order as its buyer sees it.

use serde::{Deserialize, Serialize};

use super::Picture;

/// `/checkout/order-received/{id}/`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct OrderPage {
    /// Order number.
    pub number: String,
    /// Status on the wire: `on-hold`, `processing`, …
    pub status: String,
    /// Status in words.
    pub status_label: String,
    /// Date, written out.
    pub date: String,
    /// Buyer's e-mail.
    pub email: String,
    /// Lines.
    pub lines: Vec<OrderLineView>,
    /// Sums, in order, the total last.
    pub totals: Vec<TotalRow>,
    /// Way of payment.
    pub payment_title: String,
    /// What to do now (bank details), line by line: label and value.
    pub payment_details: Vec<(String, String)>,
    /// Explanation of the way of payment.
    pub payment_instructions: String,
    /// Way of delivery.
    pub shipping_title: String,
    /// Printed billing address.
    pub billing_lines: Vec<String>,
    /// Printed delivery address; empty when nothing is delivered.
    pub shipping_lines: Vec<String>,
    /// The buyer's note.
    pub customer_note: String,
}

/// A line of an order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct OrderLineView {
    /// Product name.
    pub name: String,
    /// Chosen values: label and value.
    pub attributes: Vec<(String, String)>,
    /// Pieces.
    pub quantity: i64,
    /// Sum of the line with tax.
    pub total_cents: i64,
    /// Address of the product.
    pub path: String,
    /// Picture.
    pub picture: Option<Picture>,
}

/// One row of the sums.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TotalRow {
    /// `subtotal`, `discount`, `shipping`, `fee`, `tax`, `credit`, `total`, `refund`.
    pub kind: String,
    /// Words.
    pub label: String,
    /// Amount.
    pub cents: i64,
}
