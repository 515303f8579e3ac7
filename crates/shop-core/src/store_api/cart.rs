//! The cart in the store API.

use serde::Serialize;

use super::common::{AddressView, Currency, Extensions, Image, PriceRange};
use super::product::Product;
use crate::cart::pricing::input::PricingInput;

/// The whole cart.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Cart {
    pub items: Vec<CartItem>,
    pub coupons: Vec<CartCoupon>,
    pub fees: Vec<CartFee>,
    pub totals: CartTotals,
    pub shipping_address: AddressView,
    pub billing_address: AddressView,
    pub needs_payment: bool,
    pub needs_shipping: bool,
    pub payment_requirements: Vec<String>,
    pub has_calculated_shipping: bool,
    pub shipping_rates: Vec<ShippingPackage>,
    pub items_count: i64,
    /// Weight in grams.
    pub items_weight: f64,
    pub cross_sells: Vec<Product>,
    pub errors: Vec<CartError>,
    pub payment_methods: Vec<String>,
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, String>))]
    pub extensions: Extensions,
    /// Input for pricing the cart in the shop's own pages; absent from all other responses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(ignore))]
    pub pricing: Option<Box<PricingInput>>,
}

/// A line of the cart (and of an order).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CartItem {
    pub key: String,
    pub id: i64,
    #[serde(rename = "type")]
    pub item_type: String,
    pub quantity: i64,
    pub quantity_limits: QuantityLimits,
    pub name: String,
    pub short_description: String,
    pub description: String,
    pub sku: String,
    pub low_stock_remaining: Option<i64>,
    pub backorders_allowed: bool,
    pub show_backorder_badge: bool,
    pub sold_individually: bool,
    pub permalink: String,
    pub images: Vec<Image>,
    pub variation: Vec<ItemVariation>,
    pub item_data: Vec<ItemData>,
    pub prices: ItemPrices,
    pub totals: ItemTotals,
    pub catalog_visibility: String,
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, String>))]
    pub extensions: Extensions,
}

/// Limits for the quantity of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QuantityLimits {
    pub minimum: i64,
    pub maximum: i64,
    pub multiple_of: i64,
    pub editable: bool,
}

/// A chosen value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemVariation {
    pub raw_attribute: String,
    pub attribute: String,
    pub value: String,
}

/// Additional information about a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemData {
    pub name: String,
    pub value: String,
    pub display: String,
    pub hidden: bool,
}

/// Unit prices, with tax as displayed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemPrices {
    pub price: String,
    pub regular_price: String,
    pub sale_price: String,
    pub price_range: Option<PriceRange>,
    pub raw_prices: RawPrices,
    #[serde(flatten)]
    pub currency: Currency,
}

/// Unit prices in units of `10^-precision`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RawPrices {
    pub precision: u8,
    pub price: String,
    pub regular_price: String,
    pub sale_price: String,
}

/// Totals of a line: before and after discounts, net, with their tax.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemTotals {
    pub line_subtotal: String,
    pub line_subtotal_tax: String,
    pub line_total: String,
    pub line_total_tax: String,
    #[serde(flatten)]
    pub currency: Currency,
}

/// An applied coupon.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CartCoupon {
    pub code: String,
    pub discount_type: String,
    pub totals: CouponTotals,
}

/// Discount of a coupon, net and tax.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CouponTotals {
    pub total_discount: String,
    pub total_discount_tax: String,
    #[serde(flatten)]
    pub currency: Currency,
}

/// A fee in the cart.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CartFee {
    pub id: String,
    pub name: String,
    pub totals: FeeTotals,
}

/// Amount of a fee, net and tax.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FeeTotals {
    pub total: String,
    pub total_tax: String,
    #[serde(flatten)]
    pub currency: Currency,
}

/// Totals of the cart. Shipping is `null` while the destination is unknown or nothing is shipped.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CartTotals {
    pub total_items: String,
    pub total_items_tax: String,
    pub total_fees: String,
    pub total_fees_tax: String,
    pub total_discount: String,
    pub total_discount_tax: String,
    pub total_shipping: Option<String>,
    pub total_shipping_tax: Option<String>,
    pub total_price: String,
    pub total_tax: String,
    pub tax_lines: Vec<TaxLine>,
    #[serde(flatten)]
    pub currency: Currency,
}

/// Tax of one rate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TaxLine {
    pub name: String,
    pub price: String,
    pub rate: String,
}

/// Items that are shipped together, with the available rates.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShippingPackage {
    pub package_id: i64,
    pub name: String,
    pub destination: Destination,
    pub items: Vec<ShippingItem>,
    pub shipping_rates: Vec<ShippingRate>,
}

/// Destination of a package.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Destination {
    pub address_1: String,
    pub address_2: String,
    pub city: String,
    pub state: String,
    pub postcode: String,
    pub country: String,
}

/// An item in a package.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShippingItem {
    pub key: String,
    pub name: String,
    pub quantity: i64,
}

/// A delivery method with its price.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShippingRate {
    pub rate_id: String,
    pub name: String,
    pub description: String,
    pub delivery_time: String,
    pub price: String,
    pub taxes: String,
    pub instance_id: i64,
    pub method_id: String,
    pub meta_data: Vec<ItemData>,
    pub selected: bool,
    #[serde(flatten)]
    pub currency: Currency,
}

/// An error of the cart, returned with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CartError {
    pub code: String,
    pub message: String,
}
