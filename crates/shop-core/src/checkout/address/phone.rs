//! Validation of telephone numbers.

/// Returns whether the text is allowed in a telephone field: digits 0-9, spaces and the characters `# _ - + / ( ) .` only.
///
/// Numbers of all countries and styles must pass, so neither length nor prefix is checked; empty text passes, because the form's
/// rules decide whether a number is required.
///
/// ```
/// use shop_core::checkout::address::phone::is_valid;
/// assert!(is_valid("+39 06 1234567"));
/// assert!(!is_valid("chiamami"));
/// ```
pub fn is_valid(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || "#_-+/().".contains(c))
}

#[cfg(test)]
mod tests {
    use super::is_valid;

    #[test]
    fn numbers_in_any_habit_pass() {
        for text in ["", "0612345678", "+39 (06) 123.45-67", "333/1234567", "06_1#2", "1"] {
            assert!(is_valid(text), "{text}");
        }
    }

    #[test]
    fn letters_and_other_signs_are_refused() {
        for text in ["abc", "06 1234 int. 5", "02:123", "02*1", "02,1", "[02]", "02\u{663}1", "+39\u{200b}06", "0２"] {
            assert!(!is_valid(text), "{text}");
        }
    }
}
