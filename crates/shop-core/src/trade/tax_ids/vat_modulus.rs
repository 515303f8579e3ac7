//! VAT numbers checked by the remainder of a division, by Luhn's method or by ISO/IEC 7064. Each function gets a number in its
//! country's format, without the prefix; the methods are those that the national tax offices publish.

use super::check_digits::{
    digits, luhn, luhn_sum, mod_11_10, mod_97_10, number, weighted, with_check, with_check_pair,
};

/// Austria: Luhn's sum with a constant of four.
pub(super) fn austria(body: &str) -> bool {
    let digits = digits(body);
    with_check(&digits).is_some_and(|(rest, check)| (luhn_sum(rest) + 4 + check).is_multiple_of(10))
}

/// Belgium: the last two digits fill the others up to a multiple of 97.
pub(super) fn belgium(body: &str) -> bool {
    let digits = digits(body);
    let (rest, pair) = with_check_pair(&digits);
    97 - number(rest) % 97 == pair
}

/// Germany and Croatia: ISO/IEC 7064, MOD 11,10.
pub(super) fn iso_7064(body: &str) -> bool {
    mod_11_10(&digits(body))
}

/// Spain: persons by the letter of their eight digits (foreigners with X, Y, Z for the first), some persons with K, L or M in
/// front, and organisations by a digit, a letter or either, depending on their first letter.
pub(super) fn spain(body: &str) -> bool {
    const PERSONS: &[u8; 23] = b"TRWAGMYFPDXBNJZSQVHLCKE";
    const ORGANISATIONS: &[u8; 10] = b"JABCDEFGHI";
    let (Some(first), Some(check)) = (body.bytes().next(), body.bytes().last()) else { return false };
    let seven = digits(body.get(1..8).unwrap_or_default());
    let letter_of = |letters: &[u8], value: u64| usize::try_from(value).ok().and_then(|at| letters.get(at).copied());
    let person = |lead: u64| letter_of(PERSONS, (lead * 10_000_000 + number(&seven)) % 23) == Some(check);
    match first {
        b'0'..=b'9' => person(u64::from(first - b'0')),
        b'X'..=b'Z' => person(u64::from(first - b'X')),
        b'K'..=b'M' => person(0),
        b'A'..=b'H' | b'J' | b'N' | b'P'..=b'S' | b'U'..=b'W' => {
            // The check digit would stand to the right, so the last of the seven counts twice.
            let shifted: Vec<u32> = seven.iter().copied().chain([0]).collect();
            let control = u64::from((10 - luhn_sum(&shifted) % 10) % 10);
            let digit = control == u64::from(check.wrapping_sub(b'0'));
            let letter = letter_of(ORGANISATIONS, control) == Some(check);
            match first {
                b'A' | b'B' | b'E' | b'H' => digit,
                b'N' | b'P'..=b'S' | b'W' => letter,
                _ => digit || letter,
            }
        }
        _ => false,
    }
}

/// France: nine digits of the register of firms (Luhn; Monaco's begin with 000 and are not of the register) after a key
/// of two digits, or of letters other than I and O by the newer method.
pub(super) fn france(body: &str) -> bool {
    let (Some(key), Some(siren)) = (body.get(..2), body.get(2..)) else { return false };
    let siren = digits(siren);
    if !siren.starts_with(&[0, 0, 0]) && !luhn(&siren) {
        return false;
    }
    let siren = number(&siren);
    if let Ok(key) = key.parse::<u64>() {
        return (12 + 3 * (siren % 97)) % 97 == key;
    }
    let value = |c: char| "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ".find(c).and_then(|at| u64::try_from(at).ok());
    let mut places = key.chars();
    let (Some(first), Some(second)) = (places.next().and_then(value), places.next().and_then(value)) else {
        return false;
    };
    // A letter in front counts by 34 kinds of second place, a digit by the 24 letters.
    let key = if first < 10 { (first * 24 + second).checked_sub(10) } else { (first * 34 + second).checked_sub(100) };
    key.is_some_and(|key| (siren + 1 + key / 11) % 11 == key % 11)
}

/// Italy: seven digits of the holder, three of the office that gave the number out (a province, 120 and 121 for holders
/// abroad, 888 and 999), and Luhn's check digit.
pub(super) fn italy(body: &str) -> bool {
    let digits = digits(body);
    let holder = number(digits.get(..7).unwrap_or_default());
    let office = number(digits.get(7..10).unwrap_or_default());
    holder > 0 && matches!(office, 1..=100 | 120 | 121 | 888 | 999) && luhn(&digits)
}

/// Luxembourg: the last two digits are the remainder of the first six by 89.
pub(super) fn luxembourg(body: &str) -> bool {
    let digits = digits(body);
    let (rest, pair) = with_check_pair(&digits);
    number(rest) % 89 == pair
}

/// The Netherlands: the number of a firm (weights, modulus 11), or since 2020 for sole traders, one that is checked by
/// ISO/IEC 7064 with its letters. What follows the B begins with 01.
pub(super) fn netherlands(body: &str) -> bool {
    let digits = digits(body);
    let (firm, suffix) = with_check_pair(&digits);
    let eleven = with_check(firm)
        .is_some_and(|(rest, check)| number(firm) > 0 && weighted(rest, &[9, 8, 7, 6, 5, 4, 3, 2]) % 11 == check);
    suffix > 0 && (eleven || mod_97_10(&format!("NL{body}")))
}

/// Sweden: the ten digits of the register of firms or of a person, by Luhn.
pub(super) fn sweden(body: &str) -> bool {
    luhn(&digits(body.get(..10).unwrap_or_default()))
}

/// Slovakia: a multiple of eleven whose third digit is one of those in use.
pub(super) fn slovakia(body: &str) -> bool {
    let digits = digits(body);
    matches!(digits.get(2), Some(2..=4 | 7..=9)) && number(&digits).is_multiple_of(11)
}
