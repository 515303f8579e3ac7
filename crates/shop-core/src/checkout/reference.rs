//! The buyer's own reference of an order, such as the number of a purchase order, which is printed on the order's documents.

use crate::base::FieldError;
use crate::platform::messages::codes;

/// Name of the field in the form and in errors.
pub const REFERENCE_FIELD: &str = "buyer_reference";
/// Longest reference, in characters, the limit of an electronic invoice (FatturaPA, `IdDocumento` of `DatiOrdineAcquisto`).
pub const MAX_REFERENCE_CHARS: usize = 20;

/// Validates a reference and returns it trimmed; empty: none was given.
///
/// # Errors
/// It is longer than [`MAX_REFERENCE_CHARS`], or contains a character that is not printable ASCII, which no invoice can carry.
///
/// ```
/// use shop_core::checkout::reference::checked_reference;
/// assert_eq!(checked_reference(" ODA 2026/118 ").as_deref(), Ok("ODA 2026/118"));
/// assert_eq!(checked_reference("ordine n° 5").unwrap_err().code, "reference_characters");
/// ```
pub fn checked_reference(typed: &str) -> Result<String, FieldError> {
    let text = typed.trim();
    if text.chars().any(|one| one != ' ' && !one.is_ascii_graphic()) {
        return Err(FieldError::new(REFERENCE_FIELD, codes::REFERENCE_CHARACTERS));
    }
    if text.len() > MAX_REFERENCE_CHARS {
        return Err(FieldError::new(REFERENCE_FIELD, codes::FIELD_TOO_LONG).with("max", MAX_REFERENCE_CHARS));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_what_an_electronic_invoice_can_carry() {
        for (typed, expected) in
            [("", ""), ("  ", ""), (" A-1 ", "A-1"), ("12345678901234567890", "12345678901234567890")]
        {
            assert_eq!(checked_reference(typed).as_deref(), Ok(expected), "{typed}");
        }
        let too_long = "123456789012345678901";
        for (typed, code) in [
            (too_long, "field_too_long"),
            ("è", "reference_characters"),
            ("a\tb", "reference_characters"),
            ("a\nb", "reference_characters"),
            ("a\u{7f}", "reference_characters"),
            ("a\u{a0}b", "reference_characters"),
            (&"€".repeat(500), "reference_characters"),
        ] {
            let error = checked_reference(typed).unwrap_err();
            assert_eq!((error.field.as_str(), error.code.as_ref()), ("buyer_reference", code), "{typed}");
        }
    }
}
