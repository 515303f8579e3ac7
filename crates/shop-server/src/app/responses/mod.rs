//! Responses that several doors share: products and carts in the format of the store API (pages and classic calls contain the
//! same), cached responses, streamed downloads.

pub mod cached_responses;
mod cart;
pub(crate) mod chunks;
mod product;

pub(crate) use cart::{
    address_shape, booking_errors, cart_answer, change_errors, coupon_shapes, item_shape, page_cart, stock_errors,
};
pub(crate) use product::{
    ShapeContext, alt_of, displayed_price, main_image, product_shape, shown_dimensions, shown_weight, variation_shape,
};
