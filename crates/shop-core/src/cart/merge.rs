//! Merges equal cart lines.

use serde::{Deserialize, Serialize};

use super::line::line_key;
use crate::base::ProductId;

/// A cart line before it is merged with others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct CartEntry {
    pub product_id: ProductId,
    /// The variation; `None` or 0: the product has none.
    pub variation_id: Option<ProductId>,
    /// Names and values of the chosen attributes, in any order.
    pub chosen: Vec<(String, String)>,
    /// Names and values of the add-ons, in any order.
    pub add_ons: Vec<(String, String)>,
    pub quantity: i64,
}

impl CartEntry {
    /// Returns the line's key: see [`line_key`].
    pub fn key(&self) -> String {
        line_key(self.product_id, self.variation_id, &self.chosen, &self.add_ons)
    }
}

/// A line of the cart with its key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct KeyedLine {
    /// The line's key, 32 hexadecimal digits.
    pub key: String,
    /// The line, with the total quantity of all equal ones.
    pub entry: CartEntry,
}

/// Merges equal lines: each takes the position of the first of them, with the summed quantity. Lines with quantity 0 are dropped.
/// Limits are checked separately ([`super::line::quantity_refusal`]).
///
/// ```
/// use shop_core::base::ProductId;
/// use shop_core::cart::merge::{CartEntry, merged};
/// let entry = |id, quantity| CartEntry { product_id: ProductId(id), quantity, ..CartEntry::default() };
/// let lines = merged(&[entry(7, 1), entry(8, 0), entry(7, 2)]);
/// assert_eq!((lines.len(), lines[0].entry.quantity), (1, 3));
/// ```
pub fn merged(entries: &[CartEntry]) -> Vec<KeyedLine> {
    merged_lines(entries.iter().map(|entry| KeyedLine { key: entry.key(), entry: entry.clone() }))
}

/// A line that can be merged.
pub trait MergedLine {
    /// Returns the key; lines with the same key are equal.
    fn key(&self) -> &str;
    /// Returns the number of pieces.
    fn quantity(&self) -> i64;
    /// Sets the number of pieces.
    fn set_quantity(&mut self, quantity: i64);
}

impl MergedLine for KeyedLine {
    fn key(&self) -> &str {
        &self.key
    }
    fn quantity(&self) -> i64 {
        self.entry.quantity
    }
    fn set_quantity(&mut self, quantity: i64) {
        self.entry.quantity = quantity;
    }
}

/// Merges lines of any type as [`merged`] does, for example a guest's cart with the cart of the account at login.
pub fn merged_lines<L: MergedLine>(lines: impl IntoIterator<Item = L>) -> Vec<L> {
    let mut out: Vec<L> = Vec::new();
    for line in lines.into_iter().filter(|line| line.quantity() > 0) {
        match out.iter_mut().find(|known| known.key() == line.key()) {
            Some(known) => known.set_quantity(known.quantity().saturating_add(line.quantity())),
            None => out.push(line),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(product: i64, chosen: &[(&str, &str)], add_ons: &[(&str, &str)], quantity: i64) -> CartEntry {
        let pairs = |list: &[(&str, &str)]| list.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        CartEntry {
            product_id: ProductId(product),
            variation_id: None,
            chosen: pairs(chosen),
            add_ons: pairs(add_ons),
            quantity,
        }
    }

    #[test]
    fn equal_lines_become_one_where_the_first_stood() {
        let lines = merged(&[
            entry(1, &[("peso", "35 g"), ("tipo", "oro")], &[], 2),
            entry(2, &[], &[], 1),
            entry(1, &[("tipo", "oro"), ("peso", "35 g")], &[], 3),
        ]);
        let rows: Vec<(i64, i64)> = lines.iter().map(|line| (line.entry.product_id.0, line.entry.quantity)).collect();
        assert_eq!(rows, [(1, 5), (2, 1)]);
        assert_eq!(lines[1].key, entry(2, &[], &[], 9).key(), "pieces are no part of the key");
    }

    #[test]
    fn lines_that_differ_in_a_choice_or_an_add_on_stay_apart() {
        let lines = merged(&[
            entry(1, &[], &[], 1),
            entry(1, &[("peso", "35 g")], &[], 1),
            entry(1, &[], &[("Biglietto", "Auguri")], 1),
            entry(1, &[], &[("Biglietto", "auguri")], 1),
        ]);
        assert_eq!(lines.len(), 4);
    }

    #[test]
    fn lines_without_a_piece_are_left_out_and_sums_do_not_overflow() {
        assert_eq!(merged(&[entry(1, &[], &[], 0), entry(1, &[], &[], -4)]), []);
        assert_eq!(merged(&[entry(1, &[], &[], i64::MAX), entry(1, &[], &[], 5)])[0].entry.quantity, i64::MAX);
    }
}
