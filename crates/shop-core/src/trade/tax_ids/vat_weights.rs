//! VAT numbers whose check digit comes from a weighted sum of the others. Each function gets a number in its country's format,
//! without the prefix; the sums are those that the national tax offices publish.

use super::check_digits::{digits, number, weighted, with_check, with_check_pair};

/// Returns whether the rule turns the weighted sum of the other digits into the check digit.
fn sum_gives(body: &str, weights: &[u32], rule: impl Fn(u32) -> u32) -> bool {
    let digits = digits(body);
    with_check(&digits).is_some_and(|(rest, check)| rule(weighted(rest, weights)) == check)
}

/// Returns what is missing to the next multiple of eleven. Ten fits no check digit: such numbers are not issued.
fn up_to_eleven(sum: u32) -> u32 {
    (11 - sum % 11) % 11
}

/// Bulgaria, firms: a second set of weights where the first leaves ten.
pub(super) fn bulgarian_firm(body: &str) -> bool {
    sum_gives(body, &[1, 2, 3, 4, 5, 6, 7, 8], |sum| match sum % 11 {
        10 => weighted(&digits(body), &[3, 4, 5, 6, 7, 8, 9, 10]) % 11 % 10,
        rest => rest,
    })
}

/// Cyprus: digits in odd places are swapped for others, the sum gives a letter. Nothing begins with 12.
pub(super) fn cyprus(body: &str) -> bool {
    const SWAPPED: [u32; 10] = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
    let sum = digits(body).into_iter().enumerate().map(|(at, digit)| match usize::try_from(digit) {
        Ok(index) if at % 2 == 0 => SWAPPED.get(index).copied().unwrap_or_default(),
        _ => digit,
    });
    let letter = char::from_u32(u32::from('A') + sum.sum::<u32>() % 26);
    !body.starts_with("12") && body.chars().last() == letter
}

/// Denmark: a weighted sum that is a multiple of eleven.
pub(super) fn denmark(body: &str) -> bool {
    weighted(&digits(body), &[2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)
}

/// Estonia: a weighted sum that is a multiple of ten.
pub(super) fn estonia(body: &str) -> bool {
    weighted(&digits(body), &[3, 7, 1, 3, 7, 1, 3, 7, 1]).is_multiple_of(10)
}

/// Greece: the weighted sum modulo 11; ten is written 0.
pub(super) fn greece(body: &str) -> bool {
    sum_gives(body, &[256, 128, 64, 32, 16, 8, 4, 2], |sum| sum % 11 % 10)
}

/// Finland: a weighted sum that is a multiple of eleven.
pub(super) fn finland(body: &str) -> bool {
    weighted(&digits(body), &[7, 9, 10, 5, 8, 4, 2, 1]).is_multiple_of(11)
}

/// Hungary: a weighted sum that is a multiple of ten.
pub(super) fn hungary(body: &str) -> bool {
    weighted(&digits(body), &[9, 7, 3, 1, 9, 7, 3, 1]).is_multiple_of(10)
}

/// Ireland: the eighth place is a letter for the sum; a ninth letter (A for persons, H for others, W of old) adds to it.
/// Numbers from before 2013 may have a letter or sign in the second place, which does not count; the first digit then
/// stands where the seventh would.
pub(super) fn ireland(body: &str) -> bool {
    const LETTERS: &str = "WABCDEFGHIJKLMNOPQRSTUV";
    let value = |letter: char| LETTERS.find(letter).and_then(|at| u32::try_from(at).ok());
    let all = digits(body);
    let mut letters = body.chars().skip(7);
    let check = letters.next();
    let added = match letters.next() {
        None => Some(0),
        Some(letter) => value(letter).filter(|value| *value <= 9),
    };
    let sum = match (body.chars().nth(1).is_some_and(|c| c.is_ascii_digit()), all.as_slice()) {
        (true, _) => weighted(&all, &[8, 7, 6, 5, 4, 3, 2]),
        (false, [first, rest @ ..]) => weighted(rest, &[7, 6, 5, 4, 3]) + first * 2,
        _ => return false,
    };
    added.is_some_and(|added| check.is_some() && check.and_then(value) == Some((sum + added * 9) % 23))
}

/// Lithuania: firms have nine digits, others twelve; the last but one is a 1. A second set of weights where the first
/// leaves ten.
pub(super) fn lithuania(body: &str) -> bool {
    let digits = digits(body);
    let [rest @ .., check] = digits.as_slice() else { return false };
    let sum = |shift: u32| (shift..).zip(rest).map(|(at, digit)| digit * (1 + at % 9)).sum::<u32>() % 11;
    let wanted = match sum(0) {
        10 => sum(2) % 10,
        first => first,
    };
    rest.last() == Some(&1) && wanted == *check
}

/// Latvia: the numbers of firms.
pub(super) fn latvian_firm(body: &str) -> bool {
    weighted(&digits(body), &[9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 == 3
}

/// Malta: the last two digits are 01 to 37.
pub(super) fn malta(body: &str) -> bool {
    let digits = digits(body);
    let (rest, pair) = with_check_pair(&digits);
    u64::from(37 - weighted(rest, &[3, 4, 6, 7, 8, 9]) % 37) == pair
}

/// Poland: the weighted sum modulo 11.
pub(super) fn poland(body: &str) -> bool {
    sum_gives(body, &[6, 5, 7, 2, 3, 4, 5, 6, 7], |sum| sum % 11)
}

/// Portugal: what is missing to a multiple of eleven; ten is written 0.
pub(super) fn portugal(body: &str) -> bool {
    sum_gives(body, &[9, 8, 7, 6, 5, 4, 3, 2], |sum| up_to_eleven(sum) % 10)
}

/// Romania: two to ten digits, the weights aligned to the right.
pub(super) fn romania(body: &str) -> bool {
    let digits: Vec<u32> = digits(body).into_iter().rev().collect();
    let [check, rest @ ..] = digits.as_slice() else { return false };
    weighted(rest, &[2, 3, 5, 7, 1, 2, 3, 5, 7]) * 10 % 11 % 10 == *check
}

/// Slovenia: eleven fits no check digit and ten is written 0.
pub(super) fn slovenia(body: &str) -> bool {
    sum_gives(body, &[8, 7, 6, 5, 4, 3, 2], |sum| match 11 - sum % 11 {
        10 => 0,
        missing => missing,
    })
}

/// Norway: the number of the register of firms.
pub(super) fn norway(body: &str) -> bool {
    sum_gives(body, &[3, 2, 7, 6, 5, 4, 3, 2], up_to_eleven)
}

/// Switzerland: the firm's UID.
pub(super) fn switzerland(body: &str) -> bool {
    sum_gives(body, &[5, 4, 3, 2, 7, 6, 5, 4], up_to_eleven)
}

/// Great Britain and Northern Ireland: GD and a number below 500 for government departments, HA and one from 500 for
/// health authorities; else nine digits, for a branch with three more that nothing checks. The two check digits fill the
/// sum up to a multiple of 97, or since 2009, for numbers from 100 0000 up, to 42 more than one.
pub(super) fn britain(body: &str) -> bool {
    let digits = digits(body);
    if body.starts_with('G') {
        return number(&digits) < 500;
    }
    if body.starts_with('H') {
        return number(&digits) >= 500;
    }
    let (rest, pair) = with_check_pair(digits.get(..9).unwrap_or_default());
    let missing = 97 - u64::from(weighted(rest, &[8, 7, 6, 5, 4, 3, 2])) % 97;
    missing % 97 == pair || (number(rest) >= 1_000_000 && (missing + 42) % 97 == pair)
}
