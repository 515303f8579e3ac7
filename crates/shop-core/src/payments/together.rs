//! Which methods an intent and a form of the provider's name at the same time.
//!
//! An intent names what was chosen, and nothing beside it: each further kind must take the currency, be switched on at the
//! provider, be saved or captured as the payment is, or the whole intent is refused. One pair belongs together: the one-click
//! method stands in the fields of cards, so a shopper who chose cards may pay by it, and its wallet hands over an account or the
//! card in it, so a shopper who chose it may pay by card.
//!
//! | chosen | named beside it | source |
//! | --- | --- | --- |
//! | card | link, where it is offered too | the provider's guide to Link in the Payment Element: both types, or no Link |
//! | link | card, where it is offered too | the same guide: a method of type `link`, or a card whose `wallet.type` is `link` |
//! | any other | nothing | a kind that is refused (not activated, another currency) would take the chosen one with it |

use super::method::PaymentMethod;

/// The kinds that stand in the fields of another one.
const WITHIN: &[(PaymentMethod, PaymentMethod)] = &[(PaymentMethod::Link, PaymentMethod::Card)];

impl PaymentMethod {
    /// Returns the kinds that a form and an intent name when this one is chosen. `offered`: what the shop offers.
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

    /// Returns whether it stands in the fields of another method that is offered, and so has no choice of its own.
    pub fn stands_within(self, offered: &[Self]) -> bool {
        WITHIN.iter().any(|(inner, outer)| *inner == self && offered.contains(outer))
    }
}

/// Whether a payment by one of these kinds, or saving it, rests on a mandate, so that the buyer's agreement goes along.
///
/// ```
/// use shop_core::payments::method::PaymentMethod::{Card, Link};
/// use shop_core::payments::together::take_mandate;
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
            for kind in wallet.hands_over() {
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
