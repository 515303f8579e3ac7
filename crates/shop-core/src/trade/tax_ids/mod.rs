//! Tax identifiers of buyers: European VAT numbers, the Italian tax code, and the recipient of Italian electronic invoices.
//!
//! These checks cover format and check digits only. Whether a number was issued, and to whom, only the registers know (VIES for
//! the Union).

mod check_digits;
pub mod sdi;
pub mod tax_code;
pub mod vat;
mod vat_modulus;
mod vat_people;
mod vat_weights;

/// Longest text to parse, in characters. The longest number has sixteen, and people put a space after each group.
const MAX_CHARS: usize = 40;

/// Normalises a text to the registers' form: capitals, without the spaces, hyphens and dots that people add for readability.
/// `None` if it contains anything else: a stray sign is a typing error, which is reported rather than guessed away.
fn compact(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.chars().enumerate() {
        match c {
            _ if at >= MAX_CHARS => return None,
            '-' | '.' | '\u{2010}'..='\u{2013}' => {}
            _ if c.is_whitespace() => {}
            // The second character of Irish numbers from before 2013.
            '+' | '*' => out.push(c),
            _ if c.is_ascii_alphanumeric() => out.push(c.to_ascii_uppercase()),
            _ => return None,
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::compact;

    #[test]
    fn what_people_put_between_digits_is_taken_out() {
        for (typed, out) in
            [(" it 123-456.789 ", "IT123456789"), ("7+x", "7+X"), ("", ""), (". -", ""), ("1\u{a0}2–3\t4", "1234")]
        {
            assert_eq!(compact(typed).as_deref(), Some(out), "{typed}");
        }
    }

    #[test]
    fn any_other_sign_makes_it_no_number() {
        let long = "1".repeat(41);
        for typed in ["1_2", "1/2", "1,2", "é", "1\u{661}", "1\u{200b}", "IT:1", &long] {
            assert_eq!(compact(typed), None, "{typed}");
        }
    }
}
