//! Text of a payment on bank statements (the provider's page on statement descriptors): at most 22 characters of ASCII, at least
//! one letter, none of `< > \ ' " *`. Cards append it to the account's own descriptor (the suffix), other methods replace that;
//! then it has at least five characters.

use super::method::PaymentMethod;

/// Longest text, in characters.
pub const LONGEST: usize = 22;
/// Shortest text that replaces the descriptor.
const SHORTEST_WHOLE: usize = 5;

/// Where the text is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementPosition {
    /// After the account's descriptor: cards, and the one-click method, which is paid by one.
    Suffix,
    /// In place of the account's descriptor.
    Whole,
}

/// Sanitises a merchant's text for bank statements; `None`: nothing printable remains. Letters lose their accents.
///
/// ```
/// use shop_core::payments::statement::{StatementPosition, statement_text};
/// let text = |text| statement_text(text, StatementPosition::Suffix);
/// assert_eq!(text(" Caffè \"L'Oro\" ").as_deref(), Some("Caffe LOro"));
/// assert_eq!(text("12345"), None);
/// ```
pub fn statement_text(text: &str, place: StatementPosition) -> Option<String> {
    let plain: String = text.chars().map(without_mark).filter(|c| is_printed(*c)).take(LONGEST).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let long_enough = place == StatementPosition::Suffix || plain.len() >= SHORTEST_WHOLE;
    (long_enough && plain.chars().any(|c| c.is_ascii_alphabetic())).then_some(plain)
}

/// Returns where the text is placed for a payment by these methods.
pub fn statement_position(kinds: &[PaymentMethod]) -> StatementPosition {
    let by_card = |kind: &PaymentMethod| matches!(kind, PaymentMethod::Card | PaymentMethod::Link);
    if kinds.iter().any(by_card) { StatementPosition::Suffix } else { StatementPosition::Whole }
}

const fn is_printed(c: char) -> bool {
    (c.is_ascii_graphic() || c == ' ') && !matches!(c, '<' | '>' | '\\' | '\'' | '"' | '*')
}

const fn without_mark(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ä' => 'a',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ò' | 'ó' | 'ô' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'À' | 'Á' | 'Â' | 'Ä' => 'A',
        'È' | 'É' | 'Ê' | 'Ë' => 'E',
        'Ì' | 'Í' | 'Î' | 'Ï' => 'I',
        'Ò' | 'Ó' | 'Ô' | 'Ö' => 'O',
        'Ù' | 'Ú' | 'Û' | 'Ü' => 'U',
        'ç' => 'c',
        'ñ' => 'n',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_longer_than_a_statement_has_room() {
        let long = statement_text("Bottega dei sapori di una volta", StatementPosition::Suffix).unwrap();
        assert_eq!(long, "Bottega dei sapori di");
        assert_eq!(statement_text(&"a".repeat(50), StatementPosition::Whole).unwrap().len(), LONGEST);
    }

    #[test]
    fn what_cannot_be_printed_is_no_text() {
        for text in ["", "  ", "123 456", "***", "日本"] {
            assert_eq!(statement_text(text, StatementPosition::Suffix), None, "{text}");
        }
        assert_eq!(statement_text("Oro", StatementPosition::Whole), None);
        assert_eq!(statement_text("Oro", StatementPosition::Suffix).as_deref(), Some("Oro"));
    }

    #[test]
    fn cards_take_the_suffix_whatever_is_named_beside_them() {
        use PaymentMethod::{Card, Klarna, Link, SepaDebit};
        for (kinds, place) in [
            (&[Card, Link][..], StatementPosition::Suffix),
            (&[Klarna, Card], StatementPosition::Suffix),
            (&[SepaDebit], StatementPosition::Whole),
        ] {
            assert_eq!(statement_position(kinds), place);
        }
    }
}
