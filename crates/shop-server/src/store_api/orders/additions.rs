//! What the shop adds to orders of the store API.

use shop_core::base::calendar::name_of_day;
use shop_core::store_api as api;
use shop_services::records::OrderContent;

/// Returns the buyer's additions to an order, in the namespace in which they were sent.
pub(in crate::store_api) fn extensions_of(content: &OrderContent) -> api::OrderExtensions {
    api::OrderExtensions {
        bottega: api::OrderAdditions {
            buyer_reference: content.buyer_reference.clone(),
            delivery_day: content.delivery_day.map(name_of_day).unwrap_or_default(),
        },
    }
}
