//! The checkout and orders in the store API.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::cart::{Cart, CartCoupon, CartError, CartFee, CartItem, TaxLine};
use super::common::{AddressView, Currency};

/// The order being placed, or just placed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Checkout {
    pub order_id: i64,
    pub status: String,
    pub order_key: String,
    pub order_number: String,
    pub customer_note: String,
    pub customer_id: i64,
    pub billing_address: AddressView,
    pub shipping_address: AddressView,
    pub payment_method: String,
    pub payment_result: Option<PaymentResult>,
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, AdditionalValue>"))]
    pub additional_fields: BTreeMap<String, AdditionalValue>,
    #[serde(rename = "__experimentalCart")]
    pub experimental_cart: Option<Cart>,
    pub extensions: OrderExtensions,
}

/// Value of an additional checkout field: a boolean for a checkbox, otherwise a string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum AdditionalValue {
    Flag(bool),
    /// A text, or an option of a list.
    Text(String),
}

/// Additions of the shop to an order, by namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OrderExtensions {
    /// Values of the buyer besides the platform's own fields; omitted if there are none.
    #[serde(skip_serializing_if = "OrderAdditions::is_empty")]
    pub bottega: OrderAdditions,
}

/// Values of the buyer besides the platform's own fields, as sent with the order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OrderAdditions {
    /// The buyer's own number of the order; empty: none was given.
    pub buyer_reference: String,
    /// Requested delivery day, `2026-12-03`; empty: none.
    pub delivery_day: String,
}

impl OrderAdditions {
    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Outcome of the payment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PaymentResult {
    pub payment_status: String,
    pub payment_details: Vec<KeyValue>,
    pub redirect_url: String,
}

/// A key with its value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KeyValue {
    pub key: String,
    pub value: String,
}

/// An order, as returned to its buyer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Order {
    pub id: i64,
    pub status: String,
    pub items: Vec<CartItem>,
    pub coupons: Vec<CartCoupon>,
    pub fees: Vec<CartFee>,
    pub totals: OrderTotals,
    pub shipping_address: AddressView,
    pub billing_address: AddressView,
    pub needs_payment: bool,
    pub needs_shipping: bool,
    pub payment_requirements: Vec<String>,
    pub errors: Vec<CartError>,
    pub extensions: OrderExtensions,
}

/// Totals of an order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OrderTotals {
    pub subtotal: String,
    pub total_discount: String,
    pub total_shipping: String,
    pub total_fees: String,
    pub total_tax: String,
    pub total_refund: String,
    pub total_price: String,
    pub total_items: String,
    pub total_items_tax: String,
    pub total_fees_tax: String,
    pub total_discount_tax: String,
    pub total_shipping_tax: String,
    pub tax_lines: Vec<TaxLine>,
    #[serde(flatten)]
    pub currency: Currency,
}
