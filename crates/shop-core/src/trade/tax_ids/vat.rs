//! VAT numbers of the European Union, Great Britain and Northern Ireland, Switzerland and Norway.
//!
//! A number is written with its prefix, as VIES wants it: the country's code, but EL for Greece, XI for Northern Ireland
//! and CHE for Switzerland. Shapes: VIES and the national tax offices.

use serde::Serialize;

use super::{compact, vat_modulus as modulus, vat_people as people, vat_weights as weights};
use crate::base::FieldError;
use crate::checkout::address::country::in_eu;
use crate::platform::messages::codes;

/// Name of the field in errors, as the wire has it.
const FIELD: &str = "vat_number";

/// One country's numbers.
struct Rule {
    prefix: &'static str,
    /// `#` a digit, `%` a digit but 0, `@` a letter, `?` either; other characters stand for themselves.
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
    /// The rule of a country's code, or of the code that VAT uses for it. Monaco's firms have French numbers.
    fn of(country: &str) -> Option<&'static Self> {
        let prefix = match country.trim().to_ascii_uppercase().as_str() {
            "GR" => "EL".to_owned(),
            "CH" => "CHE".to_owned(),
            "MC" => "FR".to_owned(),
            code => code.to_owned(),
        };
        RULES.iter().find(|rule| rule.prefix == prefix)
    }

    /// The text after the country's prefix, or after the country's code where that is another one, which people write too.
    fn after_prefix<'a>(&self, text: &'a str) -> Option<&'a str> {
        let code = match self.prefix {
            "EL" => "GR",
            "CHE" => "CH",
            prefix => prefix,
        };
        text.strip_prefix(self.prefix).or_else(|| text.strip_prefix(code))
    }

    /// The number without its prefix, in its normal form.
    ///
    /// # Errors
    /// The code of the message: a wrong shape, or check digits that do not fit.
    fn body(&self, text: &str) -> Result<String, &'static str> {
        // Belgian numbers had nine digits until 2005; the same firms have them with a 0 in front since.
        let body = match self.prefix {
            "BE" if text.len() == 9 => format!("0{text}"),
            _ => text.to_owned(),
        };
        if !self.shapes.iter().any(|shape| fits(&body, shape)) {
            return Err(codes::VAT_SHAPE);
        }
        // Zeros pass most sums and are nobody's number; a number of three digits is a British department's.
        let blank = body.len() > 5 && !body.contains(|c: char| matches!(c, '1'..='9'));
        if blank || !(self.check)(&body) {
            return Err(codes::VAT_CHECK_DIGITS);
        }
        Ok(body)
    }
}

/// Whether the text has the shape.
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

/// A VAT number of right shape and check digits, in its normal form: prefix and number in capitals, nothing between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VatNumber {
    text: String,
    prefix: &'static str,
}

impl VatNumber {
    /// Reads a number as people type it: small letters, spaces, hyphens and dots do not count, and the country supplies a prefix that
    /// is missing.
    ///
    /// `country` is the buyer's, by ISO code or VAT prefix (GR or EL, CH or CHE). Northern Ireland is judged for as XI,
    /// not GB: its goods are the Union's, its code another.
    ///
    /// # Errors
    /// The code of the message: nothing typed, a country without numbers here, another country's prefix, a wrong shape, or check
    /// digits that do not fit.
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
        let rule = Rule::of(country).ok_or(codes::VAT_COUNTRY_UNKNOWN)?;
        let typed = compact(input).ok_or(codes::VAT_SHAPE)?;
        // Northern Irish firms have one number for both registers.
        let british = if rule.prefix == "XI" { typed.strip_prefix("GB") } else { None };
        let prefixed = rule.after_prefix(&typed).or(british).map(|rest| rule.body(rest));
        let body = match (prefixed, rule.body(&typed)) {
            // French numbers may begin with the letters of a prefix.
            (Some(Ok(body)), _) | (Some(Err(_)), Ok(body)) => body,
            (Some(Err(code)), Err(_)) => return Err(code),
            (None, Ok(body)) if !is_elsewhere(&typed, true) => body,
            (None, Err(code)) if !is_elsewhere(&typed, false) => return Err(code),
            (None, _) => return Err(codes::VAT_OTHER_COUNTRY),
        };
        Ok(Self { text: format!("{}{body}", rule.prefix), prefix: rule.prefix })
    }

    /// The same for an address: [`vat_country`] says by which register its number goes. A prefix of Northern Ireland is taken as it
    /// stands where the postcode is not known.
    ///
    /// # Errors
    /// Those of [`Self::parse`].
    pub fn parse_at(country: &str, postcode: &str, input: &str) -> Result<Self, &'static str> {
        Self::parse(country_for(country, postcode, input), input)
    }

    /// The normal form, such as "IT00743110157".
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The prefix: "IT", "EL", "CHE".
    pub fn prefix(&self) -> &'static str {
        self.prefix
    }

    /// What follows the prefix, as registers are asked for it: "00743110157".
    pub fn body(&self) -> &str {
        self.text.strip_prefix(self.prefix).unwrap_or(&self.text)
    }

    /// The country as addresses have it: Greece is GR, Northern Ireland a part of GB.
    pub fn country(&self) -> &'static str {
        country_of_prefix(self.prefix)
    }

    /// Whether the Union's register (VIES) answers for it: numbers of members and of Northern Ireland are in it.
    pub fn is_in_vies(&self) -> bool {
        self.prefix == "XI" || in_eu(self.country())
    }
}

/// Whether a number has a country's prefix; `valid`: and is one of that country's.
fn is_elsewhere(typed: &str, valid: bool) -> bool {
    RULES.iter().any(|rule| rule.after_prefix(typed).is_some_and(|rest| !valid || rule.body(rest).is_ok()))
}

/// The code by which VAT knows the country of an address: addresses of Northern Ireland, whose postcodes begin with BT, are in
/// Great Britain by post and XI by VAT.
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

/// The country of a prefix, as addresses have it.
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

/// Whether the text, without a prefix, is an Italian VAT number of eleven digits. For the Italian fields, where nobody
/// writes the prefix.
pub(super) fn is_italian(digits: &str) -> bool {
    fits(digits, "###########") && modulus::italy(digits)
}

/// What a typed VAT number is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
pub struct VatVerdict {
    /// Whether shape and check digits are right. Nothing is looked up.
    pub valid: bool,
    /// The normal form of a valid number.
    pub compact: Option<String>,
    /// Why it is not valid.
    pub error: Option<FieldError>,
}

/// Judges a VAT number for a country: [`VatNumber::parse`] as data, with the refusal's sentence parameters.
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
            let prefix = Rule::of(country).map_or("", |rule| rule.prefix);
            let error = FieldError::new(FIELD, code).with("value", input.trim()).with("prefix", prefix);
            VatVerdict { valid: false, compact: None, error: Some(error) }
        }
    }
}

/// The same for an address: [`VatNumber::parse_at`] as data.
pub fn check_at(country: &str, postcode: &str, input: &str) -> VatVerdict {
    check(country_for(country, postcode, input), input)
}

#[cfg(test)]
#[path = "vat_tests.rs"]
mod tests;
