//! Schemas of request bodies. The handlers read members by name (see [`crate::store_api::extract`]), because clients send JSON or
//! forms; `null` counts as missing.

use std::collections::BTreeMap;

use serde_json::Value;
use shop_core::store_api::AdditionalValue;
use utoipa::ToSchema;

/// What is added to the cart. Choices of a product (add-ons, a booked time) are further members, `addon-…` and `wc_…`.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct AddItem {
    /// Number of a product or a variation.
    id: i64,
    /// The least that may be bought unless said.
    quantity: Option<f64>,
    /// Chosen values: of a variable product all, of a variation those that it leaves open.
    #[schema(max_items = 50)]
    variation: Option<Vec<ChosenValue>>,
}

/// A value of an attribute.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct ChosenValue {
    /// `attribute_pa_formato`, `pa_formato` or the label.
    attribute: String,
    value: String,
}

/// A line of the cart and its new quantity.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct ItemQuantity {
    /// The line's `key`.
    key: String,
    /// 1 unless said; 0 takes the line out.
    quantity: Option<f64>,
}

/// A new quantity.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct Quantity {
    /// 1 unless said; 0 takes the line out.
    quantity: Option<f64>,
}

/// A line of the cart.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct ItemKey {
    /// The line's `key`.
    key: String,
}

/// A coupon to be applied.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct CouponCode {
    code: String,
    /// The address typed in the form: a coupon may be for certain buyers.
    billing_email: Option<String>,
}

/// A coupon to be taken off.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct AppliedCode {
    code: String,
}

/// A way of delivery.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct ChosenRate {
    /// The package, by number; `null`: all. There is one, 0.
    package_id: Option<i64>,
    /// A `rate_id` of the cart.
    #[schema(min_length = 1)]
    rate_id: String,
}

/// Addresses; what is left out stays as it is.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct Addresses {
    billing_address: Option<AddressFields>,
    shipping_address: Option<AddressFields>,
}

/// An address as typed. The country is a code, the state a code or a name; fields that the shop does not know are left out.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct AddressFields {
    first_name: Option<String>,
    last_name: Option<String>,
    company: Option<String>,
    address_1: Option<String>,
    address_2: Option<String>,
    city: Option<String>,
    state: Option<String>,
    postcode: Option<String>,
    country: Option<String>,
    /// Of billing addresses.
    email: Option<String>,
    phone: Option<String>,
}

/// Choices that are stored while the form is filled.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct CheckoutChoices {
    /// One of the cart's `payment_methods`; empty: none.
    payment_method: Option<String>,
    order_notes: Option<String>,
}

/// An order to be placed.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct NewOrder {
    billing_address: AddressFields,
    /// The cart's unless said.
    shipping_address: Option<AddressFields>,
    customer_note: Option<String>,
    #[serde(default)]
    create_account: bool,
    customer_password: Option<String>,
    /// One of the cart's `payment_methods`; may be empty where nothing is to be paid.
    payment_method: Option<String>,
    payment_data: Option<Vec<PaymentDatum>>,
    /// Further fields of the checkout, by name: boxes as yes or no, all others as text.
    additional_fields: Option<BTreeMap<String, AdditionalValue>>,
    /// What extensions add, by their namespace; the shop's own is `bottega`.
    extensions: Option<BTreeMap<String, Value>>,
}

/// What a placed order is paid by.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct OrderPayment {
    #[schema(min_length = 1)]
    payment_method: String,
    payment_data: Option<Vec<PaymentDatum>>,
    /// Where the query does not say it.
    key: Option<String>,
    /// Where the query does not say it.
    billing_email: Option<String>,
}

/// What a payment method asks for.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct PaymentDatum {
    key: String,
    /// A text or a tick.
    value: Value,
}

/// Writes that are sent together.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct Batch {
    #[schema(max_items = 25)]
    requests: Vec<BatchedRequest>,
    /// Taken and not needed: requests are always read before the first is run.
    #[schema(pattern = "^(normal|require-all-validate)$")]
    validation: Option<String>,
}

/// A write of a batch.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the body")]
pub(in crate::store_api) struct BatchedRequest {
    /// POST unless said.
    #[schema(pattern = "^(POST|PUT|PATCH|DELETE)$")]
    method: Option<String>,
    /// Below the store, without its batch.
    #[schema(pattern = "^(/wp-json)?/wc/store/(?!v1$|v1/batch|batch)")]
    path: String,
    body: Option<Value>,
    /// Each request has its own: `Nonce` or `Cart-Token` above all.
    headers: Option<BTreeMap<String, String>>,
}
