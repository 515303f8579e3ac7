//! Carts that a sub-account asks its main account to approve, because their goods are worth more than it may order alone.

use serde::{Deserialize, Serialize};

use crate::base::{Cents, OfferId, ProductId, wire_enum};

/// Longest note of a request and of its answer, in characters.
pub const MAX_NOTE_CHARS: usize = 1000;

wire_enum! {
    /// How a request stands.
    ApprovalState {
        /// The main account has not answered.
        Waiting = "waiting",
        /// The cart can be ordered, once.
        Approved = "approved",
        /// It cannot; the answer says why.
        Refused = "refused",
        /// It was ordered.
        Ordered = "ordered",
        /// Another request of the same sub-account took its place.
        Replaced = "replaced",
    } default Waiting
}

/// A line of a cart as it was when approval was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ApprovalLine {
    /// Key of the cart's line: lines of the same product and choices have the same.
    pub key: String,
    /// Product or variation.
    pub product_id: ProductId,
    pub name: String,
    /// What was chosen: label and value.
    pub details: Vec<(String, String)>,
    pub quantity: i64,
    /// What they cost, tax included.
    pub total_cents: Cents,
    /// Chosen values by attribute key, to put the line into a cart again.
    pub variation: Vec<(String, String)>,
    /// Choices beside the variation, likewise.
    pub choices: Vec<(String, String)>,
    /// The offer that it is of; `None`: it is at the shop's own price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<OfferId>,
}

/// Whether goods worth so much need approval.
pub fn is_needed(above: Option<Cents>, goods: Cents) -> bool {
    above.is_some_and(|above| goods > above)
}

/// Whether what was approved holds for a cart: the same lines with the same pieces, for no more money. Lines in another order are the
/// same cart.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::trade::approval::{ApprovalLine, covers};
/// let line = |key: &str, quantity| ApprovalLine { key: key.into(), quantity, ..ApprovalLine::default() };
/// let approved = [line("a", 2), line("b", 1)];
/// assert!(covers(&approved, Cents(500), &[line("b", 1), line("a", 2)], Cents(480)));
/// assert!(!covers(&approved, Cents(500), &[line("a", 3), line("b", 1)], Cents(480)));
/// assert!(!covers(&approved, Cents(500), &approved, Cents(501)));
/// ```
pub fn covers(approved: &[ApprovalLine], approved_cents: Cents, cart: &[ApprovalLine], goods: Cents) -> bool {
    let sorted = |lines: &[ApprovalLine]| {
        let mut pieces: Vec<(String, i64)> = lines.iter().map(|line| (line.key.clone(), line.quantity)).collect();
        pieces.sort();
        pieces
    };
    goods <= approved_cents && sorted(approved) == sorted(cart)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(key: &str, quantity: i64) -> ApprovalLine {
        ApprovalLine { key: key.to_owned(), quantity, ..ApprovalLine::default() }
    }

    #[test]
    fn only_more_than_the_limit_needs_approval() {
        for (above, goods, needed) in
            [(None, i64::MAX, false), (Some(100), 100, false), (Some(100), 101, true), (Some(0), 1, true)]
        {
            assert_eq!(is_needed(above.map(Cents), Cents(goods)), needed, "{above:?} {goods}");
        }
    }

    #[test]
    fn another_line_fewer_pieces_or_a_higher_price_are_another_cart() {
        let approved = [line("a", 2), line("b", 1)];
        for (cart, goods) in [
            (vec![line("a", 2)], 100),
            (vec![line("a", 1), line("b", 1)], 100),
            (vec![line("a", 2), line("b", 1), line("c", 1)], 100),
            (vec![line("a", 2), line("b", 1)], 101),
            (Vec::new(), 0),
        ] {
            assert!(!covers(&approved, Cents(100), &cart, Cents(goods)), "{cart:?} {goods}");
        }
        assert!(covers(&approved, Cents(100), &approved, Cents(100)));
    }
}
