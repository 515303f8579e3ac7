//! A placed order, or why there is none.

use shop_core::base::{CustomerId, OrderId};
use shop_core::orders::OrderStatus;

use super::refusal::{CheckoutRefusal, Refused};
use crate::ports::{QUIET, StoreError, received_path};
use crate::records::OrderContent;

/// Result of placing an order.
pub(super) type Placing = Result<Result<PlacedOrder, Refused>, StoreError>;

#[derive(Clone, Debug, PartialEq)]
pub struct PlacedOrder {
    /// Id, also the order's number.
    pub id: OrderId,
    /// Key of the order's page.
    pub order_key: String,
    pub status: OrderStatus,
    pub content: OrderContent,
    pub payment_method: String,
    /// The account created with it.
    pub account: Option<CustomerId>,
}

impl PlacedOrder {
    /// Path of the thank-you page. For the shop's own forms, which send a key, it has a parameter that keeps analytics tools from
    /// counting a new visit (storefront specification, section 2); other WooCommerce clients compare the address with the one
    /// that they know.
    pub fn received_path(&self) -> String {
        let quiet = if self.content.has_request_key { QUIET } else { "" };
        received_path(self.id, &self.order_key) + quiet
    }
}

/// The order of an earlier request.
#[derive(Debug)]
pub(super) enum Earlier {
    /// The same request: this is its response.
    Same(Box<PlacedOrder>),
    /// An order with other data.
    Other(Box<CheckoutRefusal>),
}
