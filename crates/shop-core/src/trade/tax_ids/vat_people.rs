//! VAT numbers that may be a person's own number, with the birthday in it: Bulgaria, the Czech Republic, Latvia.

use super::check_digits::{digits, is_day, number, weighted, with_check};
use super::vat_weights::{bulgarian_firm, latvian_firm};

/// Reads two digits as a number.
fn pair(digits: &[u32], at: usize) -> u32 {
    digits.iter().skip(at).take(2).fold(0, |sum, digit| sum * 10 + digit)
}

/// Bulgaria: nine digits for firms; ten for a citizen (with the birthday, the month raised by 20 for the 1800s and by 40
/// for the 2000s), a foreigner or another holder.
pub(super) fn bulgaria(body: &str) -> bool {
    let digits = digits(body);
    if digits.len() == 9 {
        return bulgarian_firm(body);
    }
    let Some((rest, check)) = with_check(&digits) else { return false };
    let (year, month, day) = (pair(rest, 0), pair(rest, 2), pair(rest, 4));
    let born = match month {
        0..=20 => is_day(1900 + year, month, day),
        21..=40 => is_day(1800 + year, month - 20, day),
        _ => is_day(2000 + year, month - 40, day),
    };
    let citizen = born && weighted(rest, &[2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10 == check;
    let foreigner = weighted(rest, &[21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 == check;
    let other = (11 - weighted(rest, &[4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 11 == check;
    citizen || foreigner || other
}

/// The Czech Republic: eight digits for firms (none begins with 9), nine beginning with 6 for some, and a person's birth
/// number of nine digits until 1953, ten since.
pub(super) fn czech_republic(body: &str) -> bool {
    let digits = digits(body);
    let Some((rest, check)) = with_check(&digits) else { return false };
    match digits.len() {
        8 => {
            let missing = 11 - weighted(rest, &[8, 7, 6, 5, 4, 3, 2]) % 11;
            !body.starts_with('9') && missing % 10 == check
        }
        9 if body.starts_with('6') => {
            let missing = 11 - weighted(rest.get(1..).unwrap_or_default(), &[8, 7, 6, 5, 4, 3, 2]) % 11;
            (19 - missing) % 10 == check
        }
        // Raised by 20 are months of this century only.
        9 => pair(&digits, 0) <= 53 && pair(&digits, 2) % 50 <= 12 && is_birthday(&digits, 1900),
        _ => {
            let century = if pair(&digits, 0) < 54 { 2000 } else { 1900 };
            // Until 1985 a remainder of ten was written 0.
            let zero = century == 1900 && check == 0 && number(rest) % 11 == 10;
            is_birthday(&digits, century) && (zero || number(&digits).is_multiple_of(11))
        }
    }
}

/// Year, month, day; the month of women is raised by 50, and by 20 more when a day's numbers have run out.
fn is_birthday(digits: &[u32], century: u32) -> bool {
    is_day(century + pair(digits, 0), pair(digits, 2) % 50 % 20, pair(digits, 4))
}

/// Latvia: firms begin with 4 or more; a person's number with the birthday and a digit for the century, or since 2017
/// with 32 and no birthday.
pub(super) fn latvia(body: &str) -> bool {
    if body.starts_with(|c| c > '3') {
        return latvian_firm(body);
    }
    let digits = digits(body);
    let Some((rest, check)) = with_check(&digits) else { return false };
    let year = 1800 + 100 * rest.get(6).copied().unwrap_or_default() + pair(rest, 4);
    let born = body.starts_with("32") || is_day(year, pair(rest, 2), pair(rest, 0));
    born && (1 + weighted(rest, &[10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11 % 10 == check
}
