//! Alcoholic drinks, which may not be sold to minors.

/// Minimum age of buyers of alcoholic drinks, in years (L. 125/2001, art. 14-ter).
pub const ADULT_YEARS: i64 = 18;

/// Returns whether a drink of this strength, in per cent by volume as the merchant wrote it ("13.5", "13,5"), is alcoholic: more
/// than 1.2 % (L. 125/2001, art. 1). Text that is no number does not count.
///
/// ```
/// use shop_core::catalogue::alcohol::is_alcoholic;
/// assert!(is_alcoholic("13,5") && is_alcoholic("1.21"));
/// assert!(!is_alcoholic("1.2") && !is_alcoholic(""));
/// ```
pub fn is_alcoholic(strength: &str) -> bool {
    let strength = strength.trim();
    let (whole, part) = strength.split_once(['.', ',']).unwrap_or((strength, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) {
        return false;
    }
    match whole.trim_start_matches('0') {
        "" => false,
        // Compared as strings: digits after the point compare from the left.
        "1" => part.trim_end_matches('0') > "2",
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_one_point_two_per_cent_is_alcoholic() {
        for strength in ["1.3", "1,21", "2", "5.0", "11", "013,5", " 40 ", "99999999999999999999"] {
            assert!(is_alcoholic(strength), "{strength:?}");
        }
        for strength in ["", "0", "0.5", "1", "1.2", "1,20", "1.1999", "-5", "forte", "13.5%", "1.2.3", "."] {
            assert!(!is_alcoholic(strength), "{strength:?}");
        }
    }
}
