//! Estimates how many guesses a password withstands, like the platform's own checker (zxcvbn 4.4.2): score 0 to 4 against
//! dictionaries of passwords, names and words, keyboard paths, dates, repeats and the visitor's own words.
//!
//! A crate of its own because of its dictionaries: the meter around the score is `shop_core::accounts::password`, which needs
//! none. The matching is that of the `zxcvbn` crate, with two adaptations:
//!
//! - characters outside the basic plane, which the platform counts as two (UTF-16) and the crate as one;
//! - the length: the crate evaluates 100 characters. A longer password that is one repeated piece is cut at a whole number of
//!   pieces, and its number of repeats is restored afterwards; any other is evaluated by its beginning, and so are longer words.
//!   The rest could only add guesses, and a beginning of 100 characters that is no repeat, no word and no row of keys has the
//!   highest score by itself.
//!
//! Known differences, all due to the crate and all stricter: years from 2020 on count as years here and as plain digits there, so
//! that "Colombo2055" has one score less; the neighbours of a key are counted in whole numbers; and a single sign may stand for a
//! letter. The reference year of dates is the clock's, as on the platform; the WebAssembly module receives it as an argument.
#![warn(missing_docs)]

#[cfg(feature = "host")]
pub mod host;

use serde::{Deserialize, Serialize};
use zxcvbn::matching::patterns::MatchPattern;

/// Maximum number of evaluated characters: the limit of the checker, so that time does not grow with the password.
const MAX_CHARS: usize = 100;
/// Lower limits if signs can stand for letters in many ways, because each combination is a search of its own: from that many
/// combinations on, this many characters. The characters cut off could only have raised the score.
const MAX_CHARS_WITH_SIGNS: [(usize, usize); 2] = [(200, 24), (24, 40)];
/// Minimum guesses for each score above 0: 10^3, 10^6, 10^8, 10^10, each with the checker's margin of five.
const LIMITS: [u64; 4] = [1_005, 1_000_005, 100_000_005, 10_000_000_005];
/// Signs that can stand for letters, one group per letter, as the checker interprets them.
const SIGNS: [&str; 12] = ["4@", "8", "({[<", "3", "69", "1!|", "1|7", "0", "$5", "+7", "%", "2"];

/// Strength of a password.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// From 0 (guessed at once) to 4 (over 10^10 guesses).
    pub score: u8,
    /// Decimal logarithm of the guesses, at most 19.27; 0 for an empty password. For display and logs, not for decisions.
    pub guesses_log10: f64,
}

/// Estimates the strength of a password. `words` are penalised like the first words of a dictionary: the visitor's name, the
/// shop's title.
///
/// Time does not grow with the length: milliseconds, and a tenth of a second at worst for a password made of signs.
///
/// ```
/// use shop_password::score;
/// assert_eq!(score("gelato", &[]).score, 1);
/// assert_eq!(score("gelato", &["gelato".to_owned()]).score, 0);
/// assert_eq!(score("blu&Quattro-Sedie88", &[]).score, 4);
/// ```
pub fn score(password: &str, words: &[String]) -> Strength {
    if password.is_empty() {
        return Strength { score: 0, guesses_log10: 0.0 };
    }
    let units: Vec<char> = units(password).collect();
    let (cut, repeats) = cut(&units);
    // Words longer than the evaluated part are cut to the same length.
    let longest = if cut.len() < units.len() { cut.len() } else { usize::MAX };
    let words: Vec<String> = words.iter().map(|word| self::units(word).take(longest).collect()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let evaluated: String = cut.iter().collect();
    let found = zxcvbn::zxcvbn(&evaluated, &words);
    let mut guesses = found.guesses();
    if let (Some((all, repeats_after_cut)), [only]) = (repeats, found.sequence())
        && matches!(only.pattern, MatchPattern::Repeat(_))
    {
        guesses = (guesses / repeats_after_cut).saturating_mul(all);
    }
    let score = LIMITS.iter().filter(|limit| guesses >= **limit).count();
    #[allow(clippy::cast_precision_loss, reason = "a rough logarithm")]
    let guesses_log10 = (guesses.max(1) as f64).log10();
    Strength { score: u8::try_from(score).unwrap_or(4), guesses_log10 }
}

/// The characters as UTF-16 units: the halves of a surrogate pair become two characters of the private use area, in the same
/// order.
fn units(text: &str) -> impl Iterator<Item = char> {
    text.encode_utf16().map(|unit| {
        let code = match unit {
            0xd800..=0xdfff => 0xe000 + (u32::from(unit) - 0xd800),
            plain => u32::from(plain),
        };
        char::from_u32(code).unwrap_or('\u{fffd}')
    })
}

/// The part of a password that is evaluated and, if a repeated password was cut, its number of repeats before and after.
fn cut(units: &[char]) -> (&[char], Option<(u64, u64)>) {
    let readings: usize = SIGNS
        .iter()
        .map(|signs| {
            units.iter().filter(|c| signs.chars().any(|sign| sign == **c)).fold(Vec::new(), distinct).len().max(1)
        })
        .product();
    let many = MAX_CHARS_WITH_SIGNS.iter().find(|(ways, _)| readings >= *ways);
    let longest = many.map_or(MAX_CHARS, |(_, longest)| *longest);
    if units.len() <= longest {
        return (units, None);
    }
    let piece = period(units);
    let repeats_after_cut = longest / piece;
    if repeats_after_cut < 2 || !units.len().is_multiple_of(piece) {
        return (units.get(..longest).unwrap_or(units), None);
    }
    let counts = u64::try_from(units.len() / piece).ok().zip(u64::try_from(repeats_after_cut).ok());
    (units.get(..repeats_after_cut * piece).unwrap_or(units), counts)
}

fn distinct<'a>(mut seen: Vec<&'a char>, c: &'a char) -> Vec<&'a char> {
    if !seen.contains(&c) {
        seen.push(c);
    }
    seen
}

/// Length of the shortest piece that repeats from the beginning and covers the text, in one pass (Knuth, Morris and Pratt).
fn period(units: &[char]) -> usize {
    let mut borders = vec![0_usize; units.len()];
    let mut border = 0;
    for at in 1..units.len() {
        while border > 0 && units.get(at) != units.get(border) {
            border = borders.get(border - 1).copied().unwrap_or(0);
        }
        if units.get(at) == units.get(border) {
            border += 1;
        }
        if let Some(slot) = borders.get_mut(at) {
            *slot = border;
        }
    }
    units.len() - border
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn an_endless_password_takes_no_longer() {
        let signs = "4@8({[<3691!|70$5+%2".repeat(250);
        let mixed: String = (0..5_000_u32).filter_map(|n| char::from_u32(33 + n * n % 89)).collect();
        for (name, password) in
            [("a", "a".repeat(5_000)), ("signs", signs), ("mixed", mixed), ("pair", "😀".repeat(2_500))]
        {
            score("warm", &[]);
            let start = Instant::now();
            let found = score(&password, &["bottega".to_owned()]);
            let took = start.elapsed();
            eprintln!("{name}: {took:?} {found:?}");
            assert!(took < Duration::from_millis(500), "{name}: {took:?}");
        }
    }

    #[test]
    fn a_long_repeat_is_no_stronger_than_its_piece_and_count() {
        assert_eq!(score(&"password".repeat(20), &[]).score, 0);
        assert_eq!(score(&"a".repeat(5_000), &[]).score, 1);
        assert_eq!(score(&"abc".repeat(85), &[]).score, 1);
    }

    #[test]
    fn what_follows_the_hundredth_character_does_not_count() {
        let beginning: String = (0..100_u32).filter_map(|n| char::from_u32(97 + n * n * 7 % 26)).collect();
        let whole = score(&beginning, &[]);
        assert_eq!(beginning.len(), MAX_CHARS);
        assert_eq!(whole.score, 4);
        for end in ["a", "password", "X&9", "é", "😀😀"] {
            assert_eq!(score(&format!("{beginning}{end}"), &[]), whole, "{end}");
        }
    }

    #[test]
    fn a_word_longer_than_what_is_looked_at_is_still_known() {
        let name: String = (0..150_u32).filter_map(|n| char::from_u32(97 + n * n * 7 % 26)).collect();
        assert_eq!(score(&name, &[]).score, 4);
        assert_eq!(score(&name, std::slice::from_ref(&name)).score, 0);
    }

    #[test]
    fn a_long_word_in_mixed_case_has_more_ways_than_a_number_holds() {
        let name: String = (0..100_u32).filter_map(|n| char::from_u32(97 + n * n * 7 % 26)).collect();
        let mixed: String =
            name.chars().enumerate().map(|(at, c)| if at % 2 == 0 { c.to_ascii_uppercase() } else { c }).collect();
        assert!(score(&mixed, &[name]).score <= 4);
    }

    #[test]
    fn a_picture_counts_as_two_characters() {
        assert_eq!(score("Davide🐟İ🍝ẞ", &[]).score, 3);
    }

    #[test]
    fn no_password_has_no_strength() {
        assert_eq!(score("", &["a".to_owned()]), Strength { score: 0, guesses_log10: 0.0 });
    }
}
