//! Cart lines: their identity, and the limits of their quantity.

use crate::base::text::{in_order, md5_hex};
use crate::base::{FieldError, ProductId};
use crate::catalogue::quantity::QuantityBounds;
use crate::platform::messages::codes;

/// Returns the key of a line, 32 hexadecimal digits: equal products with equal choices and add-ons have equal keys, whatever the
/// order of the choices, so that they merge. The variation is 0 if the product has none; `add_ons` are names and values.
///
/// ```
/// use shop_core::base::ProductId;
/// use shop_core::cart::line::line_key;
/// let card = [("Biglietto".to_owned(), "Auguri".to_owned())];
/// assert_ne!(line_key(ProductId(7), ProductId(0), &[], &card), line_key(ProductId(7), ProductId(0), &[], &[]));
/// ```
pub fn line_key(
    product_id: ProductId,
    variation_id: ProductId,
    chosen: &[(String, String)],
    add_ons: &[(String, String)],
) -> String {
    let mut text = product_id.to_string();
    if variation_id.0 > 0 {
        text.push_str(&format!("_{variation_id}"));
    }
    for (name, value) in in_order(chosen, |pair| *pair) {
        text.push_str(&format!("_{name}={value}"));
    }
    // The length separates values, so that a buyer's input cannot imitate two of them.
    for (name, value) in in_order(add_ons, |pair| *pair) {
        text.push_str(&format!("_+{}:{name}={}:{value}", name.len(), value.len()));
    }
    md5_hex(text.as_bytes())
}

/// Returns why a line cannot have this quantity; `None`: it can. `name` is the product's.
pub fn quantity_refusal(name: &str, quantity: i64, bounds: &QuantityBounds) -> Option<FieldError> {
    if bounds.sold_individually && quantity > 1 {
        return Some(FieldError::new("quantity", codes::READONLY_QUANTITY).with("name", name));
    }
    let least = bounds.min.max(1);
    let most = bounds.max.unwrap_or(9999).max(least);
    if quantity < least || quantity > most {
        let error = FieldError::new("quantity", codes::INVALID_QUANTITY).with("name", name);
        return Some(error.with("minimum", least).with("maximum", most));
    }
    (bounds.step > 1 && quantity.rem_euclid(bounds.step) != 0)
        .then(|| FieldError::new("quantity", codes::QUANTITY_STEP).with("name", name).with("step", bounds.step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.into(), value.into())
    }

    #[test]
    fn the_order_of_choices_does_not_matter_but_every_value_does() {
        let key = |chosen: &[(String, String)], add_ons: &[(String, String)]| {
            line_key(ProductId(1), ProductId(2), chosen, add_ons)
        };
        let (a, b) = (pair("peso", "35 g"), pair("tipo", "oro"));
        assert_eq!(key(&[a.clone(), b.clone()], &[]), key(&[b.clone(), a.clone()], &[]));
        assert_ne!(key(std::slice::from_ref(&a), &[]), key(&[], std::slice::from_ref(&a)));
        assert_ne!(key(&[], &[pair("a", "1_+1:b=1:2")]), key(&[], &[pair("a", "1"), pair("b", "2")]));
        assert_ne!(key(&[], &[]), line_key(ProductId(1), ProductId(0), &[], &[]));
    }

    #[test]
    fn quantities_outside_the_bounds_are_refused_with_the_reason() {
        let boxes = QuantityBounds { min: 6, max: Some(24), step: 6, sold_individually: false };
        let code = |quantity| quantity_refusal("Vino", quantity, &boxes).map(|error| error.code.into_owned());
        assert_eq!(code(12), None);
        assert_eq!(code(5).as_deref(), Some(codes::INVALID_QUANTITY));
        assert_eq!(code(30).as_deref(), Some(codes::INVALID_QUANTITY));
        assert_eq!(code(8).as_deref(), Some(codes::QUANTITY_STEP));
        assert!(quantity_refusal("Vino", 0, &QuantityBounds { min: 0, ..QuantityBounds::default() }).is_some());
    }
}
