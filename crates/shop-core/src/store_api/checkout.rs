//! Checkout and orders.

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

/// The value of a further field of the checkout: a box is ticked or not, any other is text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum AdditionalValue {
    Flag(bool),
    /// Text, or a choice of a list.
    Text(String),
}

/// What the shop adds to an order, by namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OrderExtensions {
    /// What the buyer added beside the platform's own fields; left out where that is nothing.
    #[serde(skip_serializing_if = "OrderAdditions::is_empty")]
    pub bottega: OrderAdditions,
}

/// What the buyer added to an order beside the platform's own fields, as it was sent with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OrderAdditions {
    /// The buyer's own number of the order; empty: none was given.
    pub buyer_reference: String,
    /// The wished day of delivery, `2026-12-03`; empty: none was chosen.
    pub delivery_day: String,
}

impl OrderAdditions {
    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// How paying went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PaymentResult {
    pub payment_status: String,
    pub payment_details: Vec<KeyValue>,
    pub redirect_url: String,
}

/// A named value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KeyValue {
    pub key: String,
    pub value: String,
}

/// An order, read by its buyer.
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

/// Sums of an order.
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
