//! Products and carts as the store API shows them; pages and classic calls carry the same.

mod cart;
mod product;

pub(crate) use cart::{
    STORE_CREDIT, address_shape, booking_errors, cart_answer, coupon_shape, coupon_shapes, item_prices, item_shape,
};
pub(crate) use product::{
    ShapeContext, image_shape, product_shape, shown_dimensions, shown_price, shown_weight, variation_shape,
};
