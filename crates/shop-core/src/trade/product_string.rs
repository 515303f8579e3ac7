//! The wire format of bulk orders and purchase lists: `productId:quantity|`, repeated (storefront specification, section 3).

use serde::{Deserialize, Serialize};

use crate::base::ProductId;

/// Highest id, 2^53 - 1: the largest whole number that JavaScript holds exactly.
const MAX_ID: i64 = 9_007_199_254_740_991;

/// A product and its quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ProductLine {
    /// The product or variation.
    pub product_id: ProductId,
    /// Number of pieces. Lines with 0 are not sent.
    pub quantity: u32,
}

impl ProductLine {
    /// Returns whether the line is sent: "only lines with a chosen product and quantity > 0 are included".
    pub fn counts(self) -> bool {
        self.quantity > 0 && (1..=MAX_ID).contains(&self.product_id.0)
    }
}

/// Parses the lines in order. Invalid parts are skipped, so any text is accepted; a product that appears twice gives two lines.
///
/// ```
/// use shop_core::trade::product_string::{format, parse};
/// let lines = parse("12:3|abc|45:0|7:1|");
/// assert_eq!(format(&lines), "12:3|7:1|");
/// ```
pub fn parse(text: &str) -> Vec<ProductLine> {
    text.split('|').filter_map(parse_line).collect()
}

/// Formats the lines that are sent; empty if there are none.
///
/// ```
/// use shop_core::base::ProductId;
/// use shop_core::trade::product_string::{ProductLine, format};
/// let line = |id, quantity| ProductLine { product_id: ProductId(id), quantity };
/// assert_eq!(format(&[line(12, 3), line(45, 0), line(12, 1)]), "12:3|12:1|");
/// assert_eq!(format(&[line(0, 1)]), "");
/// ```
pub fn format(lines: &[ProductLine]) -> String {
    let mut out = String::new();
    for line in lines.iter().filter(|line| line.counts()) {
        out.push_str(&format!("{}:{}|", line.product_id, line.quantity));
    }
    out
}

fn parse_line(part: &str) -> Option<ProductLine> {
    let (id, quantity) = part.trim().split_once(':')?;
    // Rust's number parsers accept a sign, which no id or quantity has.
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(id) || !digits(quantity) {
        return None;
    }
    let line = ProductLine { product_id: ProductId(id.parse().ok()?), quantity: quantity.parse().ok()? };
    line.counts().then_some(line)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(id: i64, quantity: u32) -> ProductLine {
        ProductLine { product_id: ProductId(id), quantity }
    }

    #[test]
    fn lines_keep_their_order_and_repeated_products_stay_apart() {
        let lines = [line(9, 1), line(2, 30), line(9, 4)];
        assert_eq!(format(&lines), "9:1|2:30|9:4|");
        assert_eq!(parse("9:1|2:30|9:4|"), lines);
        assert_eq!(parse("9:1|2:30|9:4"), lines, "the last bar may be missing");
    }

    #[test]
    fn what_is_no_line_is_left_out() {
        for text in [
            "",
            "|",
            "||||",
            ":",
            "1",
            "1:",
            ":1",
            "0:1",
            "1:0",
            "-1:1",
            "1:-1",
            "+1:1",
            "1:+1",
            "1:1.5",
            "1:1,5",
            "1:1e3",
            "1 :1",
            "1: 1",
            "1:1:1",
            "a:1",
            "1:a",
            "١:١",
            "1:4294967296",
            "9007199254740992:1",
            "99999999999999999999:1",
        ] {
            assert_eq!(parse(text), [], "{text:?}");
        }
    }

    #[test]
    fn lines_without_product_or_quantity_are_not_written() {
        assert_eq!(format(&[line(0, 1), line(-5, 1), line(3, 0)]), "");
        assert_eq!(format(&[line(MAX_ID + 1, 1)]), "", "a script would read another id");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(lines in prop::collection::vec((1..=MAX_ID, 1..=u32::MAX), 0..20)) {
            let lines: Vec<ProductLine> = lines.into_iter().map(|(id, quantity)| line(id, quantity)).collect();
            prop_assert_eq!(parse(&format(&lines)), lines);
        }

        #[test]
        fn any_text_is_read_and_what_is_read_is_stable(text in "\\PC{0,60}|[0-9:| ]{0,60}") {
            let lines = parse(&text);
            prop_assert!(lines.iter().all(|line| line.counts()));
            prop_assert_eq!(parse(&format(&lines)), lines);
        }
    }
}
