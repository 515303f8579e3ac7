//! Types of the public store API (`/wp-json/wc/store/v1`), as its existing clients expect them.
//!
//! Amounts are strings of whole minor units ("4720" is 47.20 EUR). Names and texts are HTML-escaped, because those clients insert
//! them into pages unchanged.

mod cart;
mod checkout;
mod common;
mod optimistic;
mod price_report;
pub mod priced;
mod product;

pub use cart::{
    Cart, CartCoupon, CartError, CartFee, CartItem, CartTotals, CouponTotals, Destination, FeeTotals, ItemData,
    ItemPrices, ItemTotals, ItemVariation, QuantityLimits, RawPrices, ShippingItem, ShippingPackage, ShippingRate,
    TaxLine,
};
pub use checkout::{
    AdditionalValue, Checkout, KeyValue, Order, OrderAdditions, OrderExtensions, OrderTotals, PaymentResult,
};
pub use common::{AddressView, Currency, Extensions, Image, PriceRange};
pub use optimistic::{CartChange, OptimisticCart, OptimisticItem, optimistic_cart};
pub use price_report::{CartSums, PriceReport};
pub use product::{
    AddToCart, AttributeTerm, CatalogueAttribute, CategoryImage, Dimensions, Product, ProductAttributeView,
    ProductPrices, Review, StockAvailability, Term, TermLink, VariationAttributeValue, VariationLink,
};
