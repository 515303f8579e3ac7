//! A grouped product: several products on one page, each with its own quantity.

use serde::{Deserialize, Serialize};

use super::line::quantity_refusal;
use crate::base::text::parse_fixed;
use crate::base::{FieldError, ProductId};
use crate::catalogue::quantity::QuantityBounds;
use crate::platform::messages::codes;

/// One product of the group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct GroupedChildForm {
    pub product_id: ProductId,
    /// Its name, for messages.
    pub name: String,
    /// The quantity as entered; empty counts as 0.
    pub typed: String,
    pub bounds: QuantityBounds,
}

/// A product to add.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct GroupedLine {
    pub product_id: ProductId,
    pub quantity: i64,
}

/// Result of a grouped form: products to add, or errors and nothing to add.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct GroupedChoice {
    /// Products to add, in page order; empty when there are errors.
    pub lines: Vec<GroupedLine>,
    /// Errors, for the field `quantity[{product id}]` or the whole form.
    pub errors: Vec<FieldError>,
}

/// Parses a grouped form. Products with quantity 0 are not added; it is an error if all are 0. Fractions are cut off.
///
/// ```
/// use shop_core::cart::grouped::{GroupedChildForm, choose};
/// use shop_core::platform::messages::codes;
/// use shop_core::base::ProductId;
/// let form = |typed: &str| GroupedChildForm { typed: typed.into(), ..GroupedChildForm::default() };
/// let chosen = choose(&[GroupedChildForm { product_id: ProductId(7), ..form("2") }, form("0")]);
/// assert_eq!((chosen.lines.len(), chosen.lines[0].quantity), (1, 2));
/// assert_eq!(choose(&[form("0")]).errors[0].code, codes::GROUPED_NOTHING_CHOSEN);
/// ```
pub fn choose(children: &[GroupedChildForm]) -> GroupedChoice {
    let mut out = GroupedChoice::default();
    for child in children.iter().filter(|child| !child.typed.trim().is_empty()) {
        let quantity = parse_fixed(&child.typed, 6).map_or(-1, |units| units.div_euclid(1_000_000));
        if quantity == 0 {
            continue;
        }
        match quantity_refusal(&child.name, quantity, &child.bounds) {
            Some(error) => {
                out.errors.push(FieldError { field: format!("quantity[{}]", child.product_id), ..error });
            }
            None => out.lines.push(GroupedLine { product_id: child.product_id, quantity }),
        }
    }
    if out.lines.is_empty() && out.errors.is_empty() {
        out.errors.push(FieldError::new("", codes::GROUPED_NOTHING_CHOSEN));
    }
    if !out.errors.is_empty() {
        out.lines.clear();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(id: i64, typed: &str) -> GroupedChildForm {
        GroupedChildForm { product_id: ProductId(id), typed: typed.into(), ..GroupedChildForm::default() }
    }

    #[test]
    fn children_at_nothing_are_not_added() {
        let out = choose(&[child(1, "0"), child(2, "3"), child(3, " "), child(4, "0.5")]);
        assert_eq!(out.lines, [GroupedLine { product_id: ProductId(2), quantity: 3 }]);
    }

    #[test]
    fn nothing_chosen_is_refused() {
        for children in [vec![], vec![child(1, "0"), child(2, "")]] {
            assert_eq!(choose(&children).errors[0].code, codes::GROUPED_NOTHING_CHOSEN);
        }
    }

    #[test]
    fn one_wrong_quantity_adds_nothing_and_names_its_field() {
        for typed in ["-1", "abc", "99999"] {
            let out = choose(&[child(1, "2"), child(2, typed)]);
            assert_eq!((out.lines.len(), out.errors[0].field.as_str()), (0, "quantity[2]"), "{typed}");
        }
    }
}
