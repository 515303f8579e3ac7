//! Quantities of bulk orders in whole packs.

use crate::base::FieldError;
use crate::catalogue::quantity::QuantityBounds;
use crate::platform::messages::codes;

/// Rounds a quantity up to whole packs, because bulk buyers prefer a few more to too few, unless stock does not suffice. Also
/// returns a message if the quantity changed.
///
/// ```
/// use shop_core::catalogue::quantity::QuantityBounds;
/// use shop_core::trade::packs::whole_packs;
/// let bounds = QuantityBounds { min: 6, step: 6, ..QuantityBounds::default() };
/// let (pieces, notice) = whole_packs("Olio", 7, &bounds);
/// assert_eq!((pieces, notice.unwrap().code.as_ref()), (12, "trade_bulk_packs"));
/// assert_eq!(whole_packs("Olio", 12, &bounds), (12, None));
/// ```
pub fn whole_packs(name: &str, wanted: u32, bounds: &QuantityBounds) -> (u32, Option<FieldError>) {
    let step = bounds.step.max(1);
    let wanted = i64::from(wanted);
    let up = wanted.saturating_add((step - wanted.rem_euclid(step)).rem_euclid(step)).max(bounds.min);
    let most = if bounds.sold_individually { 1 } else { bounds.max_for_api() };
    let quantity = up.min(most);
    let notice = (quantity != wanted).then(|| {
        let code = if up > most { codes::TRADE_BULK_MOST } else { codes::TRADE_BULK_PACKS };
        FieldError::new("quantity", code).with("name", name).with("quantity", quantity).with("step", step)
    });
    (u32::try_from(quantity).unwrap_or(0), notice)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rounded(wanted: u32, min: i64, max: Option<i64>, step: i64) -> (u32, Option<String>) {
        let (pieces, notice) =
            whole_packs("Olio", wanted, &QuantityBounds { min, max, step, sold_individually: false });
        (pieces, notice.map(|notice| notice.code.into_owned()))
    }

    #[test]
    fn fewer_than_a_pack_becomes_a_pack_and_no_more_than_there_are() {
        assert_eq!(rounded(1, 6, None, 6), (6, Some("trade_bulk_packs".into())));
        assert_eq!(rounded(13, 6, Some(12), 6), (12, Some("trade_bulk_most".into())));
        assert_eq!(rounded(u32::MAX, 1, None, 1), (9999, Some("trade_bulk_most".into())));
        assert_eq!(rounded(3, 1, None, 1), (3, None));
        assert_eq!(rounded(3, 1, None, 0), (3, None), "no step is a step of one");
    }

    #[test]
    fn what_is_sold_alone_is_one_piece() {
        let alone = QuantityBounds { max: Some(1), sold_individually: true, ..QuantityBounds::default() };
        assert_eq!(whole_packs("Cesto", 3, &alone).0, 1);
    }

    proptest! {
        #[test]
        fn the_pieces_are_whole_packs(wanted in 1_u32..20_000, step in 1_i64..50, packs in 1_i64..5, most in 5_i64..40) {
            let bounds = QuantityBounds { min: step * packs, max: Some(step * most), step, sold_individually: false };
            let (pieces, notice) = whole_packs("Olio", wanted, &bounds);
            let pieces = i64::from(pieces);
            prop_assert!(pieces % step == 0 && pieces >= bounds.min && pieces <= bounds.max_for_api());
            prop_assert_eq!(notice.is_none(), pieces == i64::from(wanted));
        }
    }
}
