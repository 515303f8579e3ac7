//! Permissions in a trade buyer's company: the main account and its sub-accounts (storefront specification, sections 2, 3 and 6).

use serde::{Deserialize, Serialize};

use crate::base::wire_enum;
use crate::platform::messages::codes;

/// Permissions of a sub-account, under the field names of its form. A missing permission is denied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct TradePermissions {
    /// May place orders, on every path that creates one.
    #[serde(rename = "permissionBuy")]
    pub buy: bool,
    /// May see the company's orders.
    #[serde(rename = "permissionViewOrders")]
    pub view_orders: bool,
    /// May see offers.
    #[serde(rename = "permissionViewOffers")]
    pub view_offers: bool,
    /// May read and write in conversations.
    #[serde(rename = "permissionViewConversations")]
    pub view_conversations: bool,
    /// May see, save and change purchase lists.
    #[serde(rename = "permissionViewLists")]
    pub view_lists: bool,
}

impl TradePermissions {
    /// All permissions, as a main account has them.
    pub const ALL: Self =
        Self { buy: true, view_orders: true, view_offers: true, view_conversations: true, view_lists: true };
}

/// Kind of account that a visit belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum TradeAccount {
    /// Nobody is logged in.
    Guest,
    Consumer,
    /// The main account of a company.
    Main,
    /// An account that the company created for one of its people.
    Sub(TradePermissions),
}

wire_enum! {
    /// An action that needs permission.
    TradeAction {
        /// Order on any path: both checkouts, express, paying an order, bulk order.
        Buy = "buy",
        ViewOrders = "view_orders",
        ViewOffers = "view_offers",
        /// Put an offer into the cart.
        TakeOffer = "take_offer",
        /// Read conversations and answer.
        ViewConversations = "view_conversations",
        /// Open a new inquiry.
        StartInquiry = "start_inquiry",
        /// Ask for a quote of the cart.
        RequestQuote = "request_quote",
        /// Turn a quote into an order.
        AcceptQuote = "accept_quote",
        /// See, save, change, delete and download purchase lists.
        UseLists = "use_lists",
        /// Use the bulk order form.
        BulkOrder = "bulk_order",
        /// Create, edit and delete sub-accounts.
        ManageSubaccounts = "manage_subaccounts",
    } default Buy
}

impl TradeAccount {
    /// Returns whether the account may perform the action. The service that performs it checks this, not only the page that
    /// offers it.
    ///
    /// Taking an offer or accepting a quote needs the permission to see it and the permission to buy. Only the main account
    /// manages sub-accounts, so that no sub-account can widen its own permissions.
    ///
    /// ```
    /// use shop_core::trade::account::{TradeAction, TradePermissions, TradeAccount};
    /// let sub = TradeAccount::Sub(TradePermissions { view_offers: true, ..TradePermissions::default() });
    /// assert!(sub.may(TradeAction::ViewOffers));
    /// assert!(!sub.may(TradeAction::TakeOffer));
    /// ```
    pub fn may(self, action: TradeAction) -> bool {
        let rights = match self {
            Self::Main => return true,
            Self::Sub(rights) => rights,
            // Guests and consumers can order and, where the cart offers it, request a quote with their name and e-mail address.
            Self::Guest => return matches!(action, TradeAction::Buy | TradeAction::RequestQuote),
            Self::Consumer => {
                return matches!(action, TradeAction::Buy | TradeAction::ViewOrders | TradeAction::RequestQuote);
            }
        };
        match action {
            TradeAction::Buy | TradeAction::BulkOrder => rights.buy,
            TradeAction::ViewOrders => rights.view_orders,
            TradeAction::ViewOffers => rights.view_offers,
            TradeAction::TakeOffer => rights.view_offers && rights.buy,
            TradeAction::ViewConversations | TradeAction::StartInquiry | TradeAction::RequestQuote => {
                rights.view_conversations
            }
            TradeAction::AcceptQuote => rights.view_conversations && rights.buy,
            TradeAction::UseLists => rights.view_lists,
            TradeAction::ManageSubaccounts => false,
        }
    }
}

/// Outcome of creating a sub-account, parsed from the server's response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CreateAnswer {
    /// The account was created: go to the sub-accounts page.
    Created,
    /// The account was not created: show the message, followed by a colon and the response, and enable the button again.
    Failed {
        /// Code of the message, which takes the response as `answer`.
        #[cfg_attr(feature = "ts", tsify(type = "string"))]
        code: std::borrow::Cow<'static, str>,
    },
}

/// Parses the response. Everything that starts with "error" is the same failure, including "error_maximum_subaccounts": that code
/// has its own sentence, but the specification (section 8) makes this check first.
///
/// ```
/// use shop_core::trade::account::{CreateAnswer, read_create_answer};
/// assert_eq!(read_create_answer("42"), CreateAnswer::Created);
/// let refused = CreateAnswer::Failed { code: "trade_subaccount_failed".into() };
/// assert_eq!(read_create_answer("error_maximum_subaccounts"), refused);
/// ```
pub fn read_create_answer(answer: &str) -> CreateAnswer {
    if answer.starts_with("error") {
        CreateAnswer::Failed { code: codes::TRADE_SUBACCOUNT_FAILED.into() }
    } else {
        CreateAnswer::Created
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a sub-account from a bit mask of permissions.
    fn sub(bits: u8) -> TradeAccount {
        let bit = |at: u8| bits & (1 << at) != 0;
        TradeAccount::Sub(TradePermissions {
            buy: bit(0),
            view_orders: bit(1),
            view_offers: bit(2),
            view_conversations: bit(3),
            view_lists: bit(4),
        })
    }

    #[test]
    fn the_main_account_may_do_everything_and_a_sub_without_rights_nothing() {
        for action in TradeAction::ALL {
            assert!(TradeAccount::Main.may(*action), "{action:?}");
            assert!(!sub(0).may(*action), "{action:?}");
        }
    }

    #[test]
    fn no_sub_account_manages_sub_accounts() {
        for bits in 0..32 {
            assert!(!sub(bits).may(TradeAction::ManageSubaccounts), "{bits:05b}");
        }
        assert_eq!(sub(31), TradeAccount::Sub(TradePermissions::ALL));
    }

    #[test]
    fn a_sub_account_without_the_right_to_buy_orders_on_no_path() {
        let rights = TradeAccount::Sub(TradePermissions { buy: false, ..TradePermissions::ALL });
        for action in [TradeAction::Buy, TradeAction::BulkOrder, TradeAction::TakeOffer, TradeAction::AcceptQuote] {
            assert!(!rights.may(action), "{action:?}");
        }
    }

    #[test]
    fn each_missing_right_takes_away_its_own_actions_only() {
        for (at, lost) in [
            (0, vec![TradeAction::Buy, TradeAction::TakeOffer, TradeAction::AcceptQuote, TradeAction::BulkOrder]),
            (1, vec![TradeAction::ViewOrders]),
            (2, vec![TradeAction::ViewOffers, TradeAction::TakeOffer]),
            (
                3,
                vec![
                    TradeAction::ViewConversations,
                    TradeAction::StartInquiry,
                    TradeAction::RequestQuote,
                    TradeAction::AcceptQuote,
                ],
            ),
            (4, vec![TradeAction::UseLists]),
        ] {
            let account = sub(31 & !(1 << at));
            for action in TradeAction::ALL.iter().filter(|action| **action != TradeAction::ManageSubaccounts) {
                assert_eq!(account.may(*action), !lost.contains(action), "without {at}: {action:?}");
            }
        }
    }

    #[test]
    fn another_right_never_takes_one_away() {
        for bits in 0..32_u8 {
            for more in 0..5 {
                for action in TradeAction::ALL.iter().filter(|action| sub(bits).may(**action)) {
                    assert!(sub(bits | 1 << more).may(*action), "{bits:05b} and {more}: {action:?}");
                }
            }
        }
    }

    #[test]
    fn who_is_no_trade_buyer_has_none_of_the_trade_pages() {
        for action in TradeAction::ALL {
            let consumer = [TradeAction::Buy, TradeAction::ViewOrders, TradeAction::RequestQuote].contains(action);
            assert_eq!(TradeAccount::Consumer.may(*action), consumer, "{action:?}");
            assert_eq!(TradeAccount::Guest.may(*action), consumer && *action != TradeAction::ViewOrders, "{action:?}");
        }
    }

    #[test]
    fn rights_left_out_on_the_wire_are_not_given() {
        let account: TradeAccount = serde_json::from_str(r#"{"sub":{"permissionViewLists":true}}"#).unwrap();
        assert_eq!(account, sub(16));
        assert_eq!(serde_json::from_str::<TradeAccount>("\"main\"").unwrap(), TradeAccount::Main);
        assert!(serde_json::from_str::<TradeAccount>("\"admin\"").is_err());
    }

    #[test]
    fn every_answer_that_starts_with_error_is_the_same_refusal() {
        for answer in ["error", "error_maximum_subaccounts", "error: existing_user_login"] {
            assert_eq!(read_create_answer(answer), CreateAnswer::Failed { code: "trade_subaccount_failed".into() });
        }
        for answer in ["42", "", "an error"] {
            assert_eq!(read_create_answer(answer), CreateAnswer::Created, "{answer}");
        }
    }
}
