//! Names of files. The exchange system accepts each file name of a sender only once, ever.

use crate::document::TaxId;

/// Number of file names of a sender: five characters of 36.
pub const FILES: i64 = 36_i64.pow(5);

/// Progressive of a file: its number, from 0, as five characters.
pub(crate) fn progressive(number: i64) -> String {
    let mut rest = number.rem_euclid(FILES);
    let mut out = [b'0'; 5];
    for place in out.iter_mut().rev() {
        let digit = u8::try_from(rest % 36).unwrap_or(0);
        *place = if digit < 10 { b'0' + digit } else { b'A' + digit - 10 };
        rest /= 36;
    }
    out.into_iter().map(char::from).collect()
}

/// The name of a sender's file with a number.
///
/// ```
/// use shop_einvoice::{TaxId, file_name};
/// let sender = TaxId { country: "IT".into(), code: "00743110157".into() };
/// assert_eq!(file_name(&sender, 35), "IT00743110157_0000Z.xml");
/// ```
pub fn file_name(sender: &TaxId, number: i64) -> String {
    format!("{}{}_{}.xml", sender.country, sender.code, progressive(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_letters_and_digits() {
        assert_eq!([0, 36, 36 * 36 + 1, FILES - 1].map(progressive), ["00000", "00010", "00101", "ZZZZZ"]);
    }
}
