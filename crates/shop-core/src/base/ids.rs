//! Ids, each with its own type so that an order id cannot be passed as a product id.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<i64> for $name {
            fn from(value: i64) -> Self {
                Self(value)
            }
        }
    )*};
}

ids! {
    /// A product or one of its variations: both share one number range, because cart lines use either.
    ProductId;
    /// A product category.
    CategoryId;
    /// A product tag.
    TagId;
    /// A global attribute, such as "Formato".
    AttributeId;
    /// A value of a global attribute, such as "35 g".
    TermId;
    OrderId;
    SubscriptionId;
    /// A registered customer.
    CustomerId;
    ImageId;
    /// A role of customers: consumer, restaurant, reseller.
    CustomerRoleId;
    /// A company that buys: its main account and the sub-accounts of its people.
    CompanyId;
    /// A conversation of a buyer with the shop.
    ConversationId;
    /// An approval request of a sub-account to its main account.
    ApprovalId;
    /// An offer to a company.
    OfferId;
}
