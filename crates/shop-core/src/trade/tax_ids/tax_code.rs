//! The Italian tax code (codice fiscale): sixteen characters for persons, eleven digits for companies and other bodies.
//!
//! D.M. 23 December 1976: three letters of the surname, three of the name, year, month letter, day (women's raised by 40), four
//! characters of the birthplace, a control letter. If two people would have the same code, digits are replaced by letters from
//! the right (omocodia). The letters are not compared with a name: the issuing office knows more exceptions than rules.

use serde::Serialize;

use super::check_digits::is_day;
use super::{compact, vat};
use crate::base::FieldError;
use crate::platform::messages::codes;

/// Name of the field in errors, as on the wire.
const FIELD: &str = "tax_code";
/// Letters of the months, January first.
const MONTHS: &str = "ABCDEHLMPRST";
/// Letters that replace the digits 0 to 9 in codes that would otherwise be the same.
const OMOCODES: &str = "LMNPQRSTUV";
/// Values of the letters A to Z and the digits 0 to 9 in odd positions (the first is odd).
const ODD: [u8; 26] = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/// Sex registered at birth, as encoded in the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Gender {
    M,
    F,
}

/// A tax code with a correct control character, in its normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxCode {
    text: String,
    person: Option<Person>,
}

/// Data encoded in a person's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Person {
    gender: Gender,
    month: u32,
    day: u32,
}

impl TaxCode {
    /// Parses a code as people type it: lower case, spaces, hyphens and dots do not matter.
    ///
    /// # Errors
    /// The message code: empty, wrong format, a day that does not exist, or a wrong control character.
    ///
    /// ```
    /// use shop_core::platform::messages::codes;
    /// use shop_core::trade::tax_ids::tax_code::TaxCode;
    /// assert_eq!(TaxCode::parse("rssmra 80b29 h501q").unwrap().as_str(), "RSSMRA80B29H501Q");
    /// assert_eq!(TaxCode::parse("RSSMRA81B29H501R"), Err(codes::TAX_CODE_BIRTHDAY));
    /// ```
    pub fn parse(input: &str) -> Result<Self, &'static str> {
        if input.trim().is_empty() {
            return Err(codes::TAX_CODE_REQUIRED);
        }
        let text = compact(input).ok_or(codes::TAX_CODE_SHAPE)?;
        if text.len() == 11 && text.bytes().all(|b| b.is_ascii_digit()) {
            let good = vat::is_italian(&text);
            return if good { Ok(Self { text, person: None }) } else { Err(codes::TAX_CODE_CONTROL) };
        }
        let person = Some(Person::parse(&text)?);
        Ok(Self { text, person })
    }

    /// Returns the normal form: capitals without separators.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// Returns the digit that a character in a digit position stands for.
fn digit(c: char) -> Option<u32> {
    c.to_digit(10).or_else(|| OMOCODES.find(c).and_then(|at| u32::try_from(at).ok()))
}

/// Returns the number that two characters in digit positions stand for.
fn pair(text: &str, at: usize) -> Option<u32> {
    let mut places = text.chars().skip(at);
    Some(digit(places.next()?)? * 10 + digit(places.next()?)?)
}

/// Calculates the control letter of the first fifteen characters.
fn control(text: &str) -> Option<char> {
    let sum = text.bytes().take(15).enumerate().try_fold(0, |sum, (at, c)| {
        let value = if c.is_ascii_digit() { c - b'0' } else { c.checked_sub(b'A')? };
        let counted = if at % 2 == 0 { *ODD.get(usize::from(value))? } else { value };
        Some(sum + u32::from(counted))
    });
    char::from_u32(u32::from('A') + sum? % 26)
}

impl Person {
    fn parse(text: &str) -> Result<Self, &'static str> {
        let shaped = text.len() == 16
            && text.chars().enumerate().all(|(at, c)| match at {
                6 | 7 | 9 | 10 | 12..=14 => digit(c).is_some(),
                _ => c.is_ascii_uppercase(),
            });
        let (true, Some(year), Some(raised)) = (shaped, pair(text, 6), pair(text, 9)) else {
            return Err(codes::TAX_CODE_SHAPE);
        };
        let month =
            text.chars().nth(8).and_then(|letter| MONTHS.find(letter)).and_then(|at| u32::try_from(at + 1).ok());
        // Forty is subtracted as often as possible: the shop's reference takes 99 for the 19th, and only the register knows
        // whether the code was issued.
        let day = raised % 40;
        let month = month.filter(|month| is_day(year, *month, day)).ok_or(codes::TAX_CODE_BIRTHDAY)?;
        if control(text) != text.chars().last() {
            return Err(codes::TAX_CODE_CONTROL);
        }
        Ok(Self { gender: if raised > 40 { Gender::F } else { Gender::M }, month, day })
    }
}

/// Result of checking a tax code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
pub struct TaxCodeVerdict {
    /// Whether format, birthday and control character are correct. No register is queried.
    pub valid: bool,
    /// The normal form of a valid code.
    pub compact: Option<String>,
    /// Sex encoded in a person's code.
    pub gender: Option<Gender>,
    /// Month and day of birth encoded in a person's code, such as "02-29". The century of the year is not in the code.
    pub birth_mmdd: Option<String>,
    /// Error of an invalid code.
    pub error: Option<FieldError>,
}

/// Checks a tax code: [`TaxCode::parse`] as data.
///
/// ```
/// use shop_core::trade::tax_ids::tax_code::check;
/// assert_eq!(check("rssmra 80b29 h501q").birth_mmdd.as_deref(), Some("02-29"));
/// assert_eq!(check("RSSMRA80B29H501R").error.unwrap().code, "tax_code_control");
/// ```
pub fn check(input: &str) -> TaxCodeVerdict {
    let refused = TaxCodeVerdict { valid: false, compact: None, gender: None, birth_mmdd: None, error: None };
    match TaxCode::parse(input) {
        Ok(code) => TaxCodeVerdict {
            valid: true,
            gender: code.person.map(|person| person.gender),
            birth_mmdd: code.person.map(|person| format!("{:02}-{:02}", person.month, person.day)),
            compact: Some(code.text),
            error: None,
        },
        Err(code) => {
            TaxCodeVerdict { error: Some(FieldError::new(FIELD, code).with("value", input.trim())), ..refused }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_persons_code_tells_sex_and_birthday() {
        for (typed, gender, birthday) in [
            ("RSSMRA80B29H501Q", Gender::M, "02-29"),
            ("gadvss85r67z220f", Gender::F, "10-27"),
            ("TCRIUZ 60L06 H527Q", Gender::M, "07-06"),
            ("EPSUDD3TM67L16PX", Gender::F, "08-27"),
        ] {
            let verdict = check(typed);
            assert!(verdict.valid, "{verdict:?}");
            assert_eq!((verdict.gender, verdict.birth_mmdd.as_deref()), (Some(gender), Some(birthday)), "{typed}");
        }
    }

    #[test]
    fn letters_may_stand_for_digits_where_two_people_would_have_one_code() {
        assert_eq!(check("RUEEDAPPEMTLLPRJ").birth_mmdd.as_deref(), Some("05-17"));
        assert!(!check("RUEEDAPPEMTLLPRK").valid);
        assert!(!check("RUEEDAPPEMTLLARJ").valid);
    }

    #[test]
    fn a_companys_code_is_its_eleven_digits() {
        let code = TaxCode::parse("98085 020067").unwrap();
        assert_eq!((code.as_str(), code.person), ("98085020067", None));
        assert_eq!(check("98085020067").gender, None);
        for wrong in ["98085020068", "00000000000"] {
            assert_eq!(TaxCode::parse(wrong), Err(codes::TAX_CODE_CONTROL), "{wrong}");
        }
    }

    #[test]
    fn what_is_no_code_says_why() {
        for (typed, code) in [
            ("", codes::TAX_CODE_REQUIRED),
            (" ", codes::TAX_CODE_REQUIRED),
            ("RSSMRA80B29H501", codes::TAX_CODE_SHAPE),
            ("RSSMRA80B29H501QA", codes::TAX_CODE_SHAPE),
            ("RSSMRA8AB29H501Q", codes::TAX_CODE_SHAPE),
            ("RSSMR180B29H501Q", codes::TAX_CODE_SHAPE),
            ("RSSMRA80B29H5015", codes::TAX_CODE_SHAPE),
            ("RSSMRA80B29H501_Q", codes::TAX_CODE_SHAPE),
            ("RSSMRÀ80B29H501Q", codes::TAX_CODE_SHAPE),
            ("+SSMRA80B29H501Q", codes::TAX_CODE_SHAPE),
            ("IT98085020067", codes::TAX_CODE_SHAPE),
            ("9808502006", codes::TAX_CODE_SHAPE),
            ("RSSMRA80F29H501Q", codes::TAX_CODE_BIRTHDAY),
            ("RSSMRA81B29H501R", codes::TAX_CODE_BIRTHDAY),
            ("RSSMRA80B31H501W", codes::TAX_CODE_BIRTHDAY),
            ("RSSMRA80B40H501W", codes::TAX_CODE_BIRTHDAY),
            ("RSSMRA80B00H501W", codes::TAX_CODE_BIRTHDAY),
            ("RSSMRA80B29H501R", codes::TAX_CODE_CONTROL),
            ("RSSMRA80B92H501Q", codes::TAX_CODE_CONTROL),
        ] {
            assert_eq!(TaxCode::parse(typed).map(|code| code.text), Err(code), "{typed}");
        }
    }
}
