//! The code of a mobile bank, which the shopper reads in the bank's app.

use crate::base::FieldError;
use crate::platform::messages::codes;

/// Number of digits of a code (payments, section 9).
pub const DIGITS: u8 = 6;
/// Name of the field (wire contract, C2).
const FIELD: &str = "wc-stripe-blik-code";

/// Returns whether the text contains 6 digits in a row.
///
/// ```
/// use shop_core::payments::mobile_code::is_mobile_code;
/// assert!(is_mobile_code("123456"));
/// assert!(!is_mobile_code("123 456"));
/// ```
pub fn is_mobile_code(code: &str) -> bool {
    code.split(|c: char| !c.is_ascii_digit()).any(|run| run.len() >= usize::from(DIGITS))
}

/// Validates the text while the shopper types: no error while it is empty, since an empty field loses its mark (payments, section
/// 5).
///
/// ```
/// use shop_core::payments::mobile_code::check_while_typing;
/// assert_eq!(check_while_typing("", "BLIK"), []);
/// assert_eq!(check_while_typing("12345", "BLIK")[0].code, "payment_mobile_code");
/// ```
pub fn check_while_typing(code: &str, method_name: &str) -> Vec<FieldError> {
    if code.is_empty() { Vec::new() } else { check(code, method_name) }
}

/// Validates the code on submission; the message names the method.
///
/// ```
/// use shop_core::payments::mobile_code::check;
/// use shop_core::platform::messages;
/// use shop_core::base::Lang;
/// assert_eq!(check("123456", "BLIK"), []);
/// assert_eq!(messages::sentence(&check("", "BLIK")[0], Lang::En), "BLIK Code is invalid");
/// ```
pub fn check(code: &str, method_name: &str) -> Vec<FieldError> {
    if is_mobile_code(code) {
        return Vec::new();
    }
    vec![FieldError::new(FIELD, codes::PAYMENT_MOBILE_CODE).with("method", method_name)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Lang;
    use crate::platform::messages::sentence;

    #[test]
    fn a_code_needs_six_digits_in_a_row() {
        for code in ["", "12345", "123-456", "123 456", "１２３４５６", "abcdef"] {
            assert!(!is_mobile_code(code), "{code}");
        }
        assert!(is_mobile_code("123456") && is_mobile_code("x1234567"));
    }

    #[test]
    fn an_empty_field_is_marked_only_when_it_is_sent() {
        assert_eq!(check_while_typing("", "BLIK"), []);
        assert_eq!(check_while_typing("1", "BLIK").len(), 1);
        assert_eq!(sentence(&check("", "BLIK")[0], Lang::En), "BLIK Code is invalid");
    }
}
