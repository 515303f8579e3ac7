//! Reports of failed wallets from browsers, sanitised for the log.

use crate::checkout::address::one_line;

/// Longest logged text, in characters: a message and its source.
const MAX_CHARS: usize = 500;
/// Longest logged word: anything longer is no word.
const MAX_WORD_CHARS: usize = 60;
/// Prefixes of the provider's ids and keys.
static IDS: [&str; 12] =
    ["pi_", "seti_", "pm_", "ctoken_", "cus_", "sk_", "pk_", "rk_", "tok_", "src_", "ch_", "whsec_"];

/// Sanitises a text to one line of at most 500 characters without secrets and personal data: ids and keys of the provider, client
/// secrets, e-mail addresses, long numbers and long words become "…".
///
/// ```
/// use shop_core::payments::express::log::loggable;
/// assert_eq!(loggable("Card 4242424242424242 of a@b.it\nfailed: pi_1_secret_2"), "Card … of … failed: …");
/// ```
pub fn loggable(text: &str) -> String {
    let bounded = one_line(&text.chars().take(4 * MAX_CHARS).collect::<String>());
    let words: Vec<&str> = bounded.split_whitespace().map(|word| if is_plain(word) { word } else { "…" }).collect();
    words.join(" ").chars().take(MAX_CHARS).collect()
}

fn is_plain(word: &str) -> bool {
    let lower = word.to_lowercase();
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let starts_id = |part: &str| IDS.iter().any(|id| part.starts_with(id));
    let parts = lower.split(|c: char| !c.is_alphanumeric() && c != '_');
    word.chars().count() <= MAX_WORD_CHARS
        && digits < 7
        && !word.contains('@')
        && !lower.contains("secret")
        && !lower.contains("%40")
        && !parts.into_iter().any(starts_id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_opens_or_names_anything_is_kept() {
        for secret in [
            "pi_3Abc_secret_x",
            "ctoken_1",
            "\"pm_1\"",
            "id=seti_1",
            "anna@esempio.it",
            "anna%40esempio.it",
            "client_secret=abc",
            "4242-4242-4242-4242",
            "+390612345678",
        ] {
            assert_eq!(loggable(&format!("a {secret} b")), "a … b", "{secret}");
        }
        assert_eq!(
            loggable("TypeError: x is not a function (express.ts:12)"),
            "TypeError: x is not a function (express.ts:12)"
        );
    }

    #[test]
    fn a_long_text_is_cut_and_stays_one_line() {
        let long = loggable(&"è ".repeat(10_000));
        assert!(long.chars().count() <= MAX_CHARS && !long.contains('\n'));
        assert_eq!(loggable(&"x".repeat(10_000)), "…");
        assert_eq!(loggable("a\r\nb\u{0}c"), "a b c");
        assert_eq!(loggable(""), "");
    }
}
