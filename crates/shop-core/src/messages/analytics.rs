//! What is wrong with a page that reports shopping events.

super::messages! {
    ANALYTICS_PRODUCT_UNKNOWN "analytics_product_unknown": "Il pulsante non indica il prodotto.", "The button does not name the product.";
}
