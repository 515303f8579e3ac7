//! Types shared by several responses.

use std::collections::BTreeMap;

use serde::Serialize;

/// A free-form object. If delivery is free from an amount on, the cart has `bottega_free_delivery_from`,
/// `bottega_free_delivery_reached` (never more than the amount) and `bottega_free_delivery_missing`, minor units as strings.
#[cfg_attr(feature = "ts", tsify::declare)]
pub type Extensions = BTreeMap<String, String>;

/// Currency keys repeated beside amounts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Currency {
    pub currency_code: String,
    pub currency_symbol: String,
    pub currency_minor_unit: u8,
    pub currency_decimal_separator: String,
    pub currency_thousand_separator: String,
    pub currency_prefix: String,
    pub currency_suffix: String,
}

impl Default for Currency {
    fn default() -> Self {
        Self {
            currency_code: "EUR".into(),
            currency_symbol: "€".into(),
            currency_minor_unit: 2,
            currency_decimal_separator: ",".into(),
            currency_thousand_separator: ".".into(),
            currency_prefix: String::new(),
            currency_suffix: " €".into(),
        }
    }
}

/// Lowest and highest price of a product with several.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PriceRange {
    pub min_amount: String,
    pub max_amount: String,
}

/// A picture with its sizes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Image {
    pub id: i64,
    pub src: String,
    pub thumbnail: String,
    pub srcset: String,
    pub sizes: String,
    pub thumbnail_srcset: String,
    pub thumbnail_sizes: String,
    pub name: String,
    pub alt: String,
}

/// A postal address. `email` is present in billing addresses only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AddressView {
    pub first_name: String,
    pub last_name: String,
    pub company: String,
    pub address_1: String,
    pub address_2: String,
    pub city: String,
    pub state: String,
    pub postcode: String,
    pub country: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    pub phone: String,
}
