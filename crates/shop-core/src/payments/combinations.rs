//! Combines payment methods that an intent and a form of the provider must name together.
//!
//! An intent names the chosen method and nothing beside it: each further type must support the currency, be activated at the
//! provider, and be saved or captured as the payment is, or the whole intent is rejected. One pair belongs together: the
//! one-click method is part of the card fields, so a shopper who chose cards may pay by it, and its wallet returns an account or
//! the card in it, so a shopper who chose it may pay by card.
//!
//! | chosen | named beside it | source |
//! | --- | --- | --- |
//! | card | link, where it is offered too | the provider's guide to Link in the Payment Element: both types, or no Link |
//! | link | card, where it is offered too | the same guide: a method of type `link`, or a card whose `wallet.type` is `link` |
//! | any other | nothing | a type that is rejected (not activated, another currency) would make the chosen one fail with it |

use super::method::PaymentMethod;

/// Methods that are part of another one's fields.
const WITHIN: &[(PaymentMethod, PaymentMethod)] = &[(PaymentMethod::Link, PaymentMethod::Card)];

impl PaymentMethod {
    /// Returns the types that a form and an intent name when this one is chosen. `offered`: the methods that the shop offers.
    ///
    /// ```
    /// use shop_core::payments::method::PaymentMethod::{Card, Klarna, Link, SepaDebit};
    /// let offered = [Card, Link, SepaDebit, Klarna];
    /// assert_eq!(Card.chosen_with(&offered), [Card, Link]);
    /// assert_eq!(Link.chosen_with(&offered), [Card, Link]);
    /// assert_eq!(SepaDebit.chosen_with(&offered), [SepaDebit]);
    /// ```
    pub fn chosen_with(self, offered: &[Self]) -> Vec<Self> {
        let named = |(inner, outer): &&(Self, Self)| {
            (*outer == self && offered.contains(inner)) || (*inner == self && offered.contains(outer))
        };
        WITHIN.iter().find(named).map_or_else(|| vec![self], |(inner, outer)| vec![*outer, *inner])
    }

    /// Returns whether it is part of another offered method's fields, and so is no choice of its own.
    pub fn stands_within(self, offered: &[Self]) -> bool {
        WITHIN.iter().any(|(inner, outer)| *inner == self && offered.contains(outer))
    }
}

/// Returns whether a payment by one of these types, or saving it, needs a mandate, so that the buyer's agreement is sent along.
///
/// ```
/// use shop_core::payments::method::PaymentMethod::{Card, Link};
/// use shop_core::payments::combinations::take_mandate;
/// assert!(take_mandate(&[Card, Link], false) && !take_mandate(&[Card], true));
/// ```
pub fn take_mandate(kinds: &[PaymentMethod], saves: bool) -> bool {
    kinds.iter().any(|kind| kind.takes_mandate(saves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::express::wallet::ExpressWallet;

    #[test]
    fn nothing_is_named_beside_the_chosen_method_but_cards_and_the_one_click_method_with_each_other() {
        for method in PaymentMethod::ALL {
            let named = method.chosen_with(PaymentMethod::ALL);
            let both = matches!(method, PaymentMethod::Card | PaymentMethod::Link);
            let expected = if both { vec![PaymentMethod::Card, PaymentMethod::Link] } else { vec![*method] };
            assert_eq!(named, expected);
        }
    }

    #[test]
    fn what_is_not_offered_is_never_named() {
        assert_eq!(PaymentMethod::Card.chosen_with(&[PaymentMethod::SepaDebit]), [PaymentMethod::Card]);
        assert_eq!(PaymentMethod::Link.chosen_with(&[PaymentMethod::Link]), [PaymentMethod::Link]);
        assert!(!PaymentMethod::Link.stands_within(&[PaymentMethod::Link]));
        assert!(PaymentMethod::Link.stands_within(&[PaymentMethod::Card]));
    }

    #[test]
    fn the_intent_of_a_wallets_purchase_takes_every_kind_that_the_wallet_may_hand_over() {
        for wallet in ExpressWallet::ALL {
            let open_to = wallet.method().chosen_with(PaymentMethod::ALL);
            for kind in wallet.payment_types() {
                assert!(open_to.contains(kind), "{wallet:?} hands over {kind:?}, the intent takes {open_to:?}");
            }
        }
    }

    #[test]
    fn what_is_named_together_is_saved_and_captured_alike() {
        for method in PaymentMethod::ALL {
            for named in method.chosen_with(PaymentMethod::ALL) {
                assert_eq!(named.captures_later(), method.captures_later(), "{method:?} {named:?}");
                assert_eq!(named.saved_as().is_some(), method.saved_as().is_some(), "{method:?} {named:?}");
            }
        }
    }
}
