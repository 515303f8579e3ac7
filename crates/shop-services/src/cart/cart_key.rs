//! Keys of carts: those of customers are told apart from sessions by a prefix.

use shop_core::base::CustomerId;

/// Prefix of customers' cart keys.
const CUSTOMER_KEY: &str = "c_";

/// Whether a key belongs to a customer's cart.
pub fn is_customer_key(key: &str) -> bool {
    key.starts_with(CUSTOMER_KEY)
}

/// Key of a customer's cart: the same in every browser.
pub fn customer_key(id: CustomerId) -> String {
    format!("{CUSTOMER_KEY}{id}")
}
