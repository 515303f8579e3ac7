//! Numbers by which a buyer is known to the tax office: VAT numbers of Europe, the Italian tax code, and where an
//! Italian electronic invoice is delivered.
//!
//! Everything here is judged by shape and check digits alone. Whether a number was given out, and to whom, only the
//! registers know (VIES for the Union).

mod check_digits;
pub mod sdi;
pub mod tax_code;
pub mod vat;
mod vat_modulus;
mod vat_people;
mod vat_weights;

/// Longest text that is read, in characters. The longest number has sixteen, and people put a space after each group.
const MAX_CHARS: usize = 40;

/// The text as registers write it: capitals, without the spaces, hyphens and dots that people put in to read it better.
/// `None` when it holds anything else: a number with a stray sign is a slip, and a slip is shown, not guessed away.
fn compact(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.chars().enumerate() {
        match c {
            _ if at >= MAX_CHARS => return None,
            '-' | '.' | '\u{2010}'..='\u{2013}' => {}
            _ if c.is_whitespace() => {}
            // The second place of Irish numbers from before 2013.
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
