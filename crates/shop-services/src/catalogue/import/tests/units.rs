use proptest::prelude::*;

use super::super::numbers::{MarkHint, NumberKind, parse_number};
use super::*;

fn convert(text: &str, from: &str, to: &str) -> Option<i64> {
    let number = parse_number(text, NumberKind::Measure, MarkHint::None).unwrap();
    Unit::find(from).unwrap().convert(number, Unit::find(to).unwrap())
}

#[test]
fn measures_are_converted_and_rounded_once() {
    for (text, from, to, milli) in [
        ("750", "g", "kg", 750),
        ("0,75", "kg", "g", 750_000),
        ("1", "lbs", "kg", 454),
        ("2.5", "lbs", "g", 1_133_981),
        ("16", "oz", "lbs", 1_000),
        ("1", "oz", "g", 28_350),
        ("10", "in", "cm", 25_400),
        ("1", "yd", "m", 914),
        ("25.4", "mm", "in", 1_000),
        ("1.2345", "kg", "kg", 1_235),
        ("0.4", "g", "kg", 0),
    ] {
        assert_eq!(convert(text, from, to), Some(milli), "{text} {from} in {to}");
    }
}

#[test]
fn weights_are_no_lengths() {
    assert_eq!(convert("1", "kg", "cm"), None);
    assert_eq!(convert("1", "in", "lbs"), None);
    for name in ["", "KG", "stone", "t", "ft"] {
        assert_eq!(Unit::find(name), None, "{name}");
    }
}

proptest! {
    #[test]
    fn the_same_unit_changes_nothing(milli in 0_i64..2_147_483_647, unit in 0_usize..9) {
        let name = ["kg", "g", "lbs", "oz", "m", "cm", "mm", "in", "yd"][unit];
        let text = shop_core::base::text::format_fixed(milli, 3);
        prop_assert_eq!(convert(&text, name, name), Some(milli));
    }

    #[test]
    fn there_and_back_is_the_same_within_rounding(milli in 0_i64..1_000_000) {
        let grams = convert(&shop_core::base::text::format_fixed(milli, 3), "kg", "g").unwrap();
        let back = convert(&shop_core::base::text::format_fixed(grams, 3), "g", "kg").unwrap();
        prop_assert_eq!(back, milli);
    }
}
