//! What happened, and who reads it.

use serde::{Deserialize, Serialize};

macro_rules! names {
    ($($(#[$doc:meta])* $variant:ident $name:literal,)*) => {
        /// What happened, by the name that the services know.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        #[serde(rename_all = "snake_case")]
        pub enum AnalyticsEventName { $($(#[$doc])* $variant,)* }

        impl AnalyticsEventName {
            /// The name that is sent.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

names! {
    /// A list of products was shown.
    ViewItemList "view_item_list",
    /// A product was shown.
    #[default]
    ViewItem "view_item",
    /// A product was chosen from a list.
    SelectItem "select_item",
    /// A product's page was opened.
    SelectContent "select_content",
    /// A product went into the cart.
    AddToCart "add_to_cart",
    /// A product left the cart.
    RemoveFromCart "remove_from_cart",
    /// The checkout was begun.
    BeginCheckout "begin_checkout",
    /// A delivery was chosen.
    AddShippingInfo "add_shipping_info",
    /// A means of payment was chosen.
    AddPaymentInfo "add_payment_info",
    /// An order was placed.
    Purchase "purchase",
    /// Something was searched for.
    Search "search",
    /// There was nothing at an address.
    #[serde(rename = "404_not_found")]
    NotFound "404_not_found",
}

impl AnalyticsEventName {
    /// Whether it is about a whole cart or order and carries its total and coupons.
    pub(super) fn is_whole(self) -> bool {
        matches!(self, Self::BeginCheckout | Self::AddShippingInfo | Self::AddPaymentInfo | Self::Purchase)
    }
}

/// Who reads the event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AnalyticsVariant {
    /// An analytics service: name and parameters.
    #[default]
    Analytics,
    /// A tag manager: an entry of its data layer, products with more facts.
    TagManager,
}
