//! Approval requests: carts that exceed a sub-account's own limit and need the main account's approval.

use serde::{Deserialize, Serialize};

use crate::base::{Cents, OfferId, ProductId, wire_enum};

/// Longest note of a request or of its answer, in characters.
pub const MAX_NOTE_CHARS: usize = 1000;

wire_enum! {
    /// Status of an approval request.
    ApprovalState {
        /// The main account has not answered.
        Waiting = "waiting",
        /// The cart can be ordered once.
        Approved = "approved",
        /// The cart cannot be ordered; the answer gives the reason.
        Refused = "refused",
        /// The cart was ordered.
        Ordered = "ordered",
        /// A newer request of the same sub-account replaced it.
        Replaced = "replaced",
    } default Waiting
}

/// A cart line as it was when approval was requested.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ApprovalLine {
    /// Key of the cart line. Lines with the same product and choices share a key.
    pub key: String,
    /// Product or variation.
    pub product_id: ProductId,
    pub name: String,
    /// Chosen options: label and value.
    pub details: Vec<(String, String)>,
    pub quantity: i64,
    /// Line total, tax included.
    pub total_cents: Cents,
    /// Chosen values by attribute key, to add the line to a cart again.
    pub variation: Vec<(String, String)>,
    /// Choices besides the variation, for the same purpose.
    pub choices: Vec<(String, String)>,
    /// The offer that the line belongs to; `None`: the line has the shop's regular price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<OfferId>,
}

/// Returns whether goods of this value need approval.
pub fn is_needed(above: Option<Cents>, goods: Cents) -> bool {
    above.is_some_and(|above| goods > above)
}

/// Returns whether an approval covers a cart: the same lines with the same quantities, for no more money. The order of the lines
/// does not matter.
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
