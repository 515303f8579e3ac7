//! Products, terms and reviews in the store API.

use serde::Serialize;

use super::common::{Currency, Extensions, Image, PriceRange};

/// A product or a variation.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Product {
    pub id: i64,
    pub name: String,
    pub slug: String,
    pub parent: i64,
    #[serde(rename = "type")]
    pub product_type: String,
    pub variation: String,
    pub permalink: String,
    pub sku: String,
    pub short_description: String,
    pub description: String,
    pub on_sale: bool,
    pub prices: ProductPrices,
    pub price_html: String,
    pub average_rating: String,
    pub review_count: i64,
    pub images: Vec<Image>,
    pub categories: Vec<TermLink>,
    pub tags: Vec<TermLink>,
    pub brands: Vec<TermLink>,
    pub attributes: Vec<ProductAttributeView>,
    pub variations: Vec<VariationLink>,
    pub grouped_products: Vec<i64>,
    pub has_options: bool,
    pub is_purchasable: bool,
    pub is_in_stock: bool,
    pub is_on_backorder: bool,
    pub low_stock_remaining: Option<i64>,
    pub stock_availability: StockAvailability,
    pub sold_individually: bool,
    pub weight: String,
    pub dimensions: Dimensions,
    pub formatted_weight: String,
    pub formatted_dimensions: String,
    pub add_to_cart: AddToCart,
    pub is_password_protected: bool,
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, String>))]
    pub extensions: Extensions,
}

/// Prices of a product; the lowest ones for a variable product.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProductPrices {
    pub price: String,
    pub regular_price: String,
    pub sale_price: String,
    pub price_range: Option<PriceRange>,
    #[serde(flatten)]
    pub currency: Currency,
}

/// A category or tag of a product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TermLink {
    pub id: i64,
    pub name: String,
    pub slug: String,
    pub link: String,
}

/// An attribute of a product. `id` is 0 for the product's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProductAttributeView {
    pub id: i64,
    pub name: String,
    pub taxonomy: Option<String>,
    pub has_variations: bool,
    pub terms: Vec<AttributeTerm>,
}

/// A value of an attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AttributeTerm {
    pub id: i64,
    pub name: String,
    pub slug: String,
    #[serde(rename = "default", skip_serializing_if = "Option::is_none")]
    pub is_default: Option<bool>,
}

/// A variation of a product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VariationLink {
    pub id: i64,
    pub attributes: Vec<VariationAttributeValue>,
}

/// A value of a variation; `null` means any.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VariationAttributeValue {
    pub name: String,
    pub value: Option<String>,
}

/// Availability as a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StockAvailability {
    pub text: String,
    pub class: String,
}

/// Dimensions as decimal strings in the shop's unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Dimensions {
    pub length: String,
    pub width: String,
    pub height: String,
}

/// The add-to-cart button.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AddToCart {
    pub text: String,
    pub description: String,
    pub url: String,
    pub single_text: String,
    pub minimum: i64,
    pub maximum: i64,
    pub multiple_of: i64,
}

/// A category, tag or attribute value. The optional keys belong to categories.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Term {
    pub id: i64,
    pub name: String,
    pub slug: String,
    pub description: String,
    pub parent: i64,
    pub count: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Image>))]
    pub image: Option<CategoryImage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review_count: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permalink: Option<String>,
}

/// Picture of a category: an object, or `null` if it has none.
#[cfg_attr(feature = "ts", tsify::declare)]
pub type CategoryImage = Option<Image>;

/// A global attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CatalogueAttribute {
    pub id: i64,
    pub name: String,
    pub taxonomy: String,
    #[serde(rename = "type")]
    pub attribute_type: String,
    pub order: String,
    pub has_archives: bool,
    pub count: i64,
}

/// A published review.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Review {
    pub id: i64,
    pub date_created: String,
    pub formatted_date_created: String,
    pub date_created_gmt: String,
    pub product_id: i64,
    pub product_name: String,
    pub product_permalink: String,
    pub product_image: Option<Image>,
    pub reviewer: String,
    pub review: String,
    pub rating: Option<i64>,
    pub verified: bool,
}
