//! Numbers in spreadsheet cells, as Italian and English users write them.

use crate::base::search_text::fold_for_search;

/// Longest whole number that counts as a quantity, in digits; longer ones are codes.
const MAX_DIGITS: usize = 7;
/// Symbols and words that mark an amount of money.
const CURRENCIES: [&str; 8] = ["€", "$", "£", "eur", "euro", "usd", "gbp", "chf"];
/// Words and symbols around a number that mark a quantity of pieces.
const PIECES: [&str; 20] = [
    "x", "*", "×", "n", "n°", "nr", "no", "num", "pz", "pezzi", "pezzo", "pcs", "pc", "pieces", "piece", "unita",
    "units", "qta", "q.ta", "qty",
];
/// Words that mark a quantity of packs.
const PACKS: [&str; 16] = [
    "conf",
    "confezioni",
    "confezione",
    "colli",
    "collo",
    "cartoni",
    "cartone",
    "scatole",
    "packs",
    "pack",
    "boxes",
    "box",
    "cartons",
    "carton",
    "cases",
    "case",
];

/// Unit of a quantity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QuantityUnit {
    #[default]
    Pieces,
    /// Packs in which the product is sold.
    Packs,
}

/// A cell with a number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellNumber {
    /// Digits alone, or with marks that can only separate thousands.
    Whole(u32),
    /// A number with a word that marks a quantity: "2 pz", "x 2".
    Counted(u32, QuantityUnit),
    /// A number with decimals; holds the whole number if the decimals are all zero.
    Decimal(Option<u32>),
    /// An amount of money.
    Money,
    /// An ambiguous number ("1.000"), or one that cannot be a quantity: negative, or too long.
    Unclear,
}

/// Parses a cell; `None`: it is text.
pub(super) fn cell_number(cell: &str) -> Option<CellNumber> {
    let text = fold_for_search(cell).trim().to_owned();
    let first = text.find(|c: char| c.is_ascii_digit())?;
    let last = text.rfind(|c: char| c.is_ascii_digit())?;
    let (before, rest) = text.split_at(first);
    let (number, after) = rest.split_at(last - first + 1);
    let (before, after) = (word(before), word(after));
    let is_of = |words: &[&str]| {
        let fits = |part: &str| part.is_empty() || words.contains(&part);
        fits(before) && fits(after) && !(before.is_empty() && after.is_empty())
    };
    if is_of(&CURRENCIES) {
        return plain(number).map(|_| CellNumber::Money);
    }
    if is_of(&PIECES) || is_of(&PACKS) {
        let unit = if is_of(&PIECES) { QuantityUnit::Pieces } else { QuantityUnit::Packs };
        return Some(match plain(number)? {
            CellNumber::Whole(count) => CellNumber::Counted(count, unit),
            _ => CellNumber::Unclear,
        });
    }
    match (before, after) {
        ("" | "+", "") => plain(number),
        ("-", "") | ("", "-") | ("(", ")") => plain(number).map(|_| CellNumber::Unclear),
        _ => None,
    }
}

fn word(text: &str) -> &str {
    text.trim().trim_end_matches(['.', ':']).trim()
}

/// Parses a number without words; `None`: it is not a number.
fn plain(text: &str) -> Option<CellNumber> {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if digits(text) {
        return Some(whole(text));
    }
    // Spaces and apostrophes can only separate thousands.
    let text = if text.contains([' ', '\'']) {
        let mark = |c: char| c == ' ' || c == '\'';
        let groups = text.split(['.', ',']).next().unwrap_or_default();
        if !are_groups(&groups.split(mark).collect::<Vec<_>>()) {
            return text.split([' ', '\'', '.', ',']).all(digits).then_some(CellNumber::Unclear);
        }
        text.replace(mark, "")
    } else {
        text.to_owned()
    };
    if digits(&text) {
        return Some(whole(&text));
    }
    if !text.split(['.', ',']).all(digits) {
        return None;
    }
    let marks: Vec<char> = text.chars().filter(|c| matches!(c, '.' | ',')).collect();
    let parts: Vec<&str> = text.split(['.', ',']).collect();
    let one_kind = marks.windows(2).all(|pair| pair.first() == pair.last());
    if one_kind && marks.len() > 1 {
        return Some(if are_groups(&parts) { whole(&parts.concat()) } else { CellNumber::Unclear });
    }
    let (decimals, groups) = parts.split_last()?;
    let thousands_alike = marks.split_last().is_some_and(|(last, others)| others.iter().all(|mark| mark != last));
    if !thousands_alike || (groups.len() > 1 && !are_groups(groups)) || (marks.len() == 1 && decimals.len() > 2) {
        return Some(CellNumber::Unclear);
    }
    let is_whole = decimals.bytes().all(|b| b == b'0');
    Some(match whole(&groups.concat()) {
        CellNumber::Whole(count) => CellNumber::Decimal(is_whole.then_some(count)),
        _ => CellNumber::Unclear,
    })
}

/// Returns whether the parts are thousands groups: one to three digits, then always three.
fn are_groups(parts: &[&str]) -> bool {
    let digits = |part: &&str| part.bytes().all(|b| b.is_ascii_digit());
    parts.iter().all(digits)
        && parts
            .split_first()
            .is_some_and(|(first, others)| (1..=3).contains(&first.len()) && others.iter().all(|part| part.len() == 3))
}

fn whole(digits: &str) -> CellNumber {
    match digits.parse() {
        Ok(count) if digits.len() <= MAX_DIGITS => CellNumber::Whole(count),
        _ => CellNumber::Unclear,
    }
}

/// Splits "2 x CAV-35", "CAV-35 x 2" or "CAV-35 2 pz" into product and quantity.
pub(super) fn embedded(cell: &str) -> Option<(String, u32, QuantityUnit)> {
    let words: Vec<&str> = cell.split_whitespace().collect();
    let counted = |part: &[&str]| match cell_number(&part.join(" "))? {
        CellNumber::Counted(count, unit) if count > 0 => Some((count, unit)),
        _ => None,
    };
    // Try longer prefixes and suffixes first: "2 x" before "2".
    for length in [2, 1] {
        let Some(at) = words.len().checked_sub(length).filter(|at| *at > 0) else { continue };
        let (head, tail) = words.split_at(at);
        if let Some((count, unit)) = counted(tail) {
            return Some((head.join(" "), count, unit));
        }
        let (head, tail) = words.split_at(length);
        if let Some((count, unit)) = counted(head) {
            return Some((tail.join(" "), count, unit));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use CellNumber::{Counted, Decimal, Money, Unclear, Whole};
    use QuantityUnit::{Packs, Pieces};

    #[test]
    fn numbers_are_read_in_both_notations() {
        for (cell, number) in [
            ("2", Whole(2)),
            (" 12 ", Whole(12)),
            ("+3", Whole(3)),
            ("2,00", Decimal(Some(2))),
            ("2.0", Decimal(Some(2))),
            ("100,00", Decimal(Some(100))),
            ("2,5", Decimal(None)),
            ("1.234,50", Decimal(None)),
            ("1,234.50", Decimal(None)),
            ("1.234,00", Decimal(Some(1234))),
            ("1.000.000", Whole(1_000_000)),
            ("1'000", Whole(1000)),
            ("1’000", Whole(1000)),
            ("1 000", Whole(1000)),
            ("1\u{a0}000,50", Decimal(None)),
        ] {
            assert_eq!(cell_number(cell), Some(number), "{cell}");
        }
    }

    #[test]
    fn what_can_be_read_in_two_ways_or_counts_nothing_is_unclear() {
        for cell in [
            "1.000",
            "1,000",
            "12.000",
            "-2",
            "−2",
            "(2)",
            "2-",
            "1.0.0",
            "1,2345",
            "12.34.567",
            "1 00",
            "12345678",
            "1.000 pz",
        ] {
            assert_eq!(cell_number(cell), Some(Unclear), "{cell}");
        }
    }

    #[test]
    fn words_beside_a_number_say_what_it_counts() {
        for (cell, number) in [
            ("2 pz", Counted(2, Pieces)),
            ("2pz.", Counted(2, Pieces)),
            ("x 2", Counted(2, Pieces)),
            ("2x", Counted(2, Pieces)),
            ("n. 2", Counted(2, Pieces)),
            ("n° 2", Counted(2, Pieces)),
            ("2 Pezzi", Counted(2, Pieces)),
            ("3 colli", Counted(3, Packs)),
            ("3 Conf.", Counted(3, Packs)),
            ("100 €", Money),
            ("€ 100,00", Money),
            ("EUR 5", Money),
        ] {
            assert_eq!(cell_number(cell), Some(number), "{cell}");
        }
    }

    #[test]
    fn codes_dates_shares_and_words_are_text() {
        for cell in ["", "due", "CAV-35", "35 g", "12/03/2024", "10%", "1-2", "6x33cl", ".", "2 pz 3"] {
            assert_eq!(cell_number(cell), None, "{cell}");
        }
    }

    #[test]
    fn a_quantity_may_stand_beside_the_product_in_one_cell() {
        let of = |cell: &str| embedded(cell);
        for cell in [
            "2 x CAV-35",
            "2x CAV-35",
            "2 × CAV-35",
            "CAV-35 x 2",
            "CAV-35 x2",
            "CAV-35 2 pz",
            "CAV-35 2pz",
            "2 pz CAV-35",
        ] {
            assert_eq!(of(cell), Some(("CAV-35".to_owned(), 2, Pieces)), "{cell}");
        }
        assert_eq!(of("Olio nuovo 3 colli"), Some(("Olio nuovo".to_owned(), 3, Packs)));
        for cell in ["CAV-35", "CAV-35 2", "2 CAV-35", "2 x", "x 2", "CAV-35 0 pz", "CAV-35 1.000 pz", "Olio 35 g"] {
            assert_eq!(of(cell), None, "{cell}");
        }
    }

    proptest! {
        #[test]
        fn a_number_is_never_read_as_another_one(count in 1_u32..1_000_000, italian: bool, decimals in 0_usize..3) {
            let digits = count.to_string();
            let mut grouped = String::new();
            for (n, digit) in digits.chars().enumerate() {
                if n > 0 && (digits.len() - n).is_multiple_of(3) {
                    grouped.push(if italian { '.' } else { ',' });
                }
                grouped.push(digit);
            }
            let mark = if italian { "," } else { "." };
            let cents = if decimals == 0 { String::new() } else { format!("{mark}{}", "0".repeat(decimals)) };
            for written in [format!("{digits}{cents}"), format!("{grouped}{cents}")] {
                match cell_number(&written) {
                    Some(Whole(read) | Decimal(Some(read))) => prop_assert_eq!(read, count, "{}", written),
                    other => prop_assert_eq!(other, Some(Unclear), "{}", written),
                }
            }
        }

        #[test]
        fn any_cell_is_read(cell in ".{0,20}") {
            let _ = (cell_number(&cell), embedded(&cell));
        }
    }
}
