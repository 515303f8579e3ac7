//! Names and recipients of analytics events.

use serde::{Deserialize, Serialize};

macro_rules! names {
    ($($(#[$doc:meta])* $variant:ident $name:literal,)*) => {
        /// Event names, as the services know them.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        #[serde(rename_all = "snake_case")]
        pub enum AnalyticsEventName { $($(#[$doc])* $variant,)* }

        impl AnalyticsEventName {
            /// Returns the name that is sent.
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
    /// A product was selected in a list.
    SelectItem "select_item",
    /// A product's page was opened.
    SelectContent "select_content",
    /// A product was added to the cart.
    AddToCart "add_to_cart",
    /// A product was removed from the cart.
    RemoveFromCart "remove_from_cart",
    /// The checkout was started.
    BeginCheckout "begin_checkout",
    /// A delivery method was selected.
    AddShippingInfo "add_shipping_info",
    /// A payment method was selected.
    AddPaymentInfo "add_payment_info",
    /// An order was placed.
    Purchase "purchase",
    /// A search was made.
    Search "search",
    /// An address was not found.
    #[serde(rename = "404_not_found")]
    NotFound "404_not_found",
}

impl AnalyticsEventName {
    /// Returns whether it is about a whole cart or order and carries its total and coupons.
    pub(super) fn is_whole(self) -> bool {
        matches!(self, Self::BeginCheckout | Self::AddShippingInfo | Self::AddPaymentInfo | Self::Purchase)
    }
}

/// Recipient of the event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AnalyticsVariant {
    /// An analytics service: name and parameters.
    #[default]
    Analytics,
    /// A tag manager: an entry of its data layer, with more product data.
    TagManager,
}
