//! VAT numbers of the European Union, Great Britain and Northern Ireland, Switzerland and Norway.
//!
//! A number is written with its prefix, as VIES requires: the country's code, but EL for Greece, XI for Northern Ireland and CHE
//! for Switzerland. Formats: VIES and the national tax offices.

use serde::Serialize;

use super::{compact, vat_modulus as modulus, vat_people as people, vat_weights as weights};
use crate::base::FieldError;
use crate::checkout::address::country::in_eu;
use crate::platform::messages::codes;

/// Name of the field in errors, as on the wire.
const FIELD: &str = "vat_number";

/// Number format of a country.
struct Rule {
    prefix: &'static str,
    /// `#` a digit, `%` a digit but 0, `@` a letter, `?` either; other characters match themselves.
    shapes: &'static [&'static str],
    check: fn(&str) -> bool,
}

const fn rule(prefix: &'static str, shapes: &'static [&'static str], check: fn(&str) -> bool) -> Rule {
    Rule { prefix, shapes, check }
}

const BRITISH: &[&str] = &["#########", "############", "GD###", "HA###"];

static RULES: [Rule; 31] = [
    rule("AT", &["U########"], modulus::austria),
    rule("BE", &["0#########", "1#########"], modulus::belgium),
    rule("BG", &["#########", "##########"], people::bulgaria),
    rule("CHE", &["#########", "#########MWST", "#########TVA", "#########IVA"], weights::switzerland),
    rule("CY", &["########@"], weights::cyprus),
    rule("CZ", &["########", "#########", "##########"], people::czech_republic),
    rule("DE", &["%########"], modulus::iso_7064),
    rule("DK", &["%#######"], weights::denmark),
    rule("EE", &["#########"], weights::estonia),
    rule("EL", &["#########"], weights::greece),
    rule("ES", &["?#######?"], modulus::spain),
    rule("FI", &["########"], weights::finland),
    rule("FR", &["??#########"], modulus::france),
    rule("GB", BRITISH, weights::britain),
    rule("HR", &["###########"], modulus::iso_7064),
    rule("HU", &["########"], weights::hungary),
    rule("IE", &["#######@", "#######@@", "#@#####@", "#+#####@", "#*#####@"], weights::ireland),
    rule("IT", &["###########"], modulus::italy),
    rule("LT", &["#########", "############"], weights::lithuania),
    rule("LU", &["########"], modulus::luxembourg),
    rule("LV", &["###########"], people::latvia),
    rule("MT", &["%#######"], weights::malta),
    rule("NL", &["#########B##"], modulus::netherlands),
    rule("NO", &["#########", "#########MVA"], weights::norway),
    rule("PL", &["##########"], weights::poland),
    rule("PT", &["%########"], weights::portugal),
    rule(
        "RO",
        &["%#", "%##", "%###", "%####", "%#####", "%######", "%#######", "%########", "%#########"],
        weights::romania,
    ),
    rule("SE", &["##########01"], modulus::sweden),
    rule("SI", &["%#######"], weights::slovenia),
    rule("SK", &["%#########"], modulus::slovakia),
    rule("XI", BRITISH, weights::britain),
];

impl Rule {
    /// Finds the rule for a country's code, or for the code that VAT uses for it. Monaco's firms have French numbers.
    fn for_country(country: &str) -> Option<&'static Self> {
        let prefix = match country.trim().to_ascii_uppercase().as_str() {
            "GR" => "EL".to_owned(),
            "CH" => "CHE".to_owned(),
            "MC" => "FR".to_owned(),
            code => code.to_owned(),
        };
        RULES.iter().find(|rule| rule.prefix == prefix)
    }

    /// Returns the text after the country's prefix, or after the country's code where it differs, which people write too.
    fn after_prefix<'a>(&self, text: &'a str) -> Option<&'a str> {
        let code = match self.prefix {
            "EL" => "GR",
            "CHE" => "CH",
            prefix => prefix,
        };
        text.strip_prefix(self.prefix).or_else(|| text.strip_prefix(code))
    }

    /// Returns the number without its prefix, in its normal form.
    ///
    /// # Errors
    /// The message code: wrong format, or wrong check digits.
    fn body(&self, text: &str) -> Result<String, &'static str> {
        // Belgian numbers had nine digits until 2005; since then the same firms have them with a leading 0.
        let body = match self.prefix {
            "BE" if text.len() == 9 => format!("0{text}"),
            _ => text.to_owned(),
        };
        if !self.shapes.iter().any(|shape| fits(&body, shape)) {
            return Err(codes::VAT_SHAPE);
        }
        // Zeros pass most sums and belong to nobody; a number of three digits is a British department's.
        let blank = body.len() > 5 && !body.contains(|c: char| matches!(c, '1'..='9'));
        if blank || !(self.check)(&body) {
            return Err(codes::VAT_CHECK_DIGITS);
        }
        Ok(body)
    }
}

/// Returns whether the text matches the format.
fn fits(text: &str, shape: &str) -> bool {
    text.len() == shape.len()
        && text.bytes().zip(shape.bytes()).all(|(c, kind)| match kind {
            b'#' => c.is_ascii_digit(),
            b'%' => matches!(c, b'1'..=b'9'),
            b'@' => c.is_ascii_uppercase(),
            b'?' => c.is_ascii_digit() || c.is_ascii_uppercase(),
            itself => c == itself,
        })
}

/// A VAT number with correct format and check digits, in its normal form: prefix and number in capitals without separators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VatNumber {
    text: String,
    prefix: &'static str,
}

impl VatNumber {
    /// Parses a number as people type it: lower case, spaces, hyphens and dots do not matter, and a missing prefix is taken from
    /// the country.
    ///
    /// `country` is the buyer's, by ISO code or VAT prefix (GR or EL, CH or CHE). Use XI for Northern Ireland, not GB: its goods
    /// belong to the Union's market, and its numbers have their own prefix.
    ///
    /// # Errors
    /// The message code: empty, a country without known numbers, another country's prefix, wrong format, or wrong check digits.
    ///
    /// ```
    /// use shop_core::platform::messages::codes;
    /// use shop_core::trade::tax_ids::vat::VatNumber;
    /// assert_eq!(VatNumber::parse("GR", "el 094-943.585").unwrap().as_str(), "EL094943585");
    /// assert_eq!(VatNumber::parse("IT", "0074 3110 157").unwrap().as_str(), "IT00743110157");
    /// assert_eq!(VatNumber::parse("IT", "IT 0074 3110 158"), Err(codes::VAT_CHECK_DIGITS));
    /// assert_eq!(VatNumber::parse("IT", "DE136695976"), Err(codes::VAT_OTHER_COUNTRY));
    /// ```
    pub fn parse(country: &str, input: &str) -> Result<Self, &'static str> {
        if input.trim().is_empty() {
            return Err(codes::VAT_REQUIRED);
        }
        let rule = Rule::for_country(country).ok_or(codes::VAT_COUNTRY_UNKNOWN)?;
        let typed = compact(input).ok_or(codes::VAT_SHAPE)?;
        // Northern Irish firms have the same number in both registers.
        let british = if rule.prefix == "XI" { typed.strip_prefix("GB") } else { None };
        let prefixed = rule.after_prefix(&typed).or(british).map(|rest| rule.body(rest));
        let body = match (prefixed, rule.body(&typed)) {
            // French numbers may start with letters that look like a prefix.
            (Some(Ok(body)), _) | (Some(Err(_)), Ok(body)) => body,
            (Some(Err(code)), Err(_)) => return Err(code),
            (None, Ok(body)) if !is_elsewhere(&typed, true) => body,
            (None, Err(code)) if !is_elsewhere(&typed, false) => return Err(code),
            (None, _) => return Err(codes::VAT_OTHER_COUNTRY),
        };
        Ok(Self { text: format!("{}{body}", rule.prefix), prefix: rule.prefix })
    }

    /// Parses a number for an address: [`vat_country`] decides which register it belongs to. A Northern Irish prefix is accepted
    /// as it is if the postcode is unknown.
    ///
    /// # Errors
    /// Those of [`Self::parse`].
    pub fn parse_at(country: &str, postcode: &str, input: &str) -> Result<Self, &'static str> {
        Self::parse(country_for(country, postcode, input), input)
    }

    /// Returns the normal form, such as "IT00743110157".
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the prefix: "IT", "EL", "CHE".
    pub fn prefix(&self) -> &'static str {
        self.prefix
    }

    /// Returns the part after the prefix, as registers expect it: "00743110157".
    pub fn body(&self) -> &str {
        self.text.strip_prefix(self.prefix).unwrap_or(&self.text)
    }

    /// Returns the country as addresses have it: Greece is GR, Northern Ireland a part of GB.
    pub fn country(&self) -> &'static str {
        country_of_prefix(self.prefix)
    }

    /// Returns whether the Union's register (VIES) covers it: numbers of members and of Northern Ireland.
    pub fn is_in_vies(&self) -> bool {
        self.prefix == "XI" || in_eu(self.country())
    }
}

/// Returns whether a number has another country's prefix; `valid`: and is valid there.
fn is_elsewhere(typed: &str, valid: bool) -> bool {
    RULES.iter().any(|rule| rule.after_prefix(typed).is_some_and(|rest| !valid || rule.body(rest).is_ok()))
}

/// Returns the country code that VAT uses for an address: Northern Ireland, whose postcodes begin with BT, is GB by post and XI
/// for VAT.
///
/// ```
/// use shop_core::trade::tax_ids::vat::vat_country;
/// assert_eq!([vat_country("GB", "bt1 5gs"), vat_country("GB", "SW1A 1AA"), vat_country("IT", "BT1")], ["XI", "GB", "IT"]);
/// ```
pub fn vat_country<'a>(country: &'a str, postcode: &str) -> &'a str {
    let mut letters = postcode.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_uppercase());
    let belfast = (letters.next(), letters.next()) == (Some('B'), Some('T'));
    if belfast && country.trim().eq_ignore_ascii_case("GB") { "XI" } else { country }
}

fn country_for<'a>(country: &'a str, postcode: &str, input: &str) -> &'a str {
    let northern_irish = || compact(input).is_some_and(|typed| typed.starts_with("XI"));
    if postcode.trim().is_empty() && country.trim().eq_ignore_ascii_case("GB") && northern_irish() {
        return "XI";
    }
    vat_country(country, postcode)
}

/// Returns the country of a prefix, as addresses have it.
///
/// ```
/// use shop_core::trade::tax_ids::vat::country_of_prefix;
/// assert_eq!(["EL", "XI", "CHE", "DE"].map(country_of_prefix), ["GR", "GB", "CH", "DE"]);
/// ```
pub fn country_of_prefix(prefix: &str) -> &str {
    match prefix {
        "EL" => "GR",
        "XI" => "GB",
        "CHE" => "CH",
        code => code,
    }
}

/// Returns whether the text, without a prefix, is an Italian VAT number of eleven digits. For the Italian fields, where nobody
/// writes the prefix.
pub(super) fn is_italian(digits: &str) -> bool {
    fits(digits, "###########") && modulus::italy(digits)
}

/// Result of checking a VAT number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
pub struct VatVerdict {
    /// Whether format and check digits are correct. No register is queried.
    pub valid: bool,
    /// The normal form of a valid number.
    pub compact: Option<String>,
    /// Error of an invalid number.
    pub error: Option<FieldError>,
}

/// Checks a VAT number for a country: [`VatNumber::parse`] as data, with the parameters of the error's sentence.
///
/// ```
/// use shop_core::trade::tax_ids::vat::check;
/// assert_eq!(check("IT", "it 0074 3110 157").compact.as_deref(), Some("IT00743110157"));
/// assert_eq!(check("IT", "00743110157").compact.as_deref(), Some("IT00743110157"));
/// assert_eq!(check("IT", "DE136695976").error.unwrap().code, "vat_other_country");
/// ```
pub fn check(country: &str, input: &str) -> VatVerdict {
    match VatNumber::parse(country, input) {
        Ok(number) => VatVerdict { valid: true, compact: Some(number.text), error: None },
        Err(code) => {
            let prefix = Rule::for_country(country).map_or("", |rule| rule.prefix);
            let error = FieldError::new(FIELD, code).with("value", input.trim()).with("prefix", prefix);
            VatVerdict { valid: false, compact: None, error: Some(error) }
        }
    }
}

/// Checks a VAT number for an address: [`VatNumber::parse_at`] as data.
pub fn check_at(country: &str, postcode: &str, input: &str) -> VatVerdict {
    check(country_for(country, postcode, input), input)
}

#[cfg(test)]
#[path = "vat_tests.rs"]
mod tests;
