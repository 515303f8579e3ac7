//! Countries of ISO 3166-1 with their Italian and English names.

use serde::{Deserialize, Serialize};

use crate::base::Lang;
use crate::base::text::{fold, in_order};

/// One country per line: `code|Italian name|English name`, sorted by code. ISO 3166-1 alpha-2 (249 codes); names from Unicode
/// CLDR, written out where CLDR abbreviates.
static COUNTRIES: &str = include_str!("countries.txt");

/// Members of the European Union, where its VAT and free movement of goods apply.
///
/// Monaco counts as France for VAT but is no member: see [`in_eu_vat_area`].
pub static EU: [&str; 27] = [
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU", "LV",
    "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
];

/// A valid country code: two capital letters of ISO 3166-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(try_from = "String", into = "String")]
pub struct CountryCode(#[cfg_attr(feature = "ts", tsify(type = "string"))] &'static str);

impl CountryCode {
    /// Parses a code in any case, with or without surrounding spaces. `None` for a code that ISO 3166-1 does not have, and for a
    /// country's name.
    ///
    /// ```
    /// use shop_core::checkout::address::country::CountryCode;
    /// assert_eq!(CountryCode::parse(" it ").map(CountryCode::as_str), Some("IT"));
    /// assert_eq!(CountryCode::parse("XX"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        rows().find(|row| row.code.eq_ignore_ascii_case(text)).map(|row| Self(row.code))
    }

    /// Returns the two letters of the code.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl TryFrom<String> for CountryCode {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("`{text}` is not a country code"))
    }
}

impl From<CountryCode> for String {
    fn from(code: CountryCode) -> Self {
        code.0.to_owned()
    }
}

/// An option of the country field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
pub struct CountryOption {
    /// Value of the field, such as "IT".
    pub code: String,
    /// Name in the page's language.
    pub name: String,
}

/// Returns the name of a country; `None` if the code is not in ISO 3166-1. Case does not matter.
pub fn country_name(code: &str, lang: Lang) -> Option<&'static str> {
    rows().find(|row| row.code.eq_ignore_ascii_case(code.trim())).map(|row| row.name(lang))
}

/// Returns the options of a country field, sorted by name (ignoring accents and case). An empty list of codes means all
/// countries; unknown codes are ignored.
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::checkout::address::country::country_options;
/// let codes = ["DE", "AT", "XX"].map(String::from);
/// let names: Vec<String> = country_options(&codes, Lang::It).into_iter().map(|option| option.name).collect();
/// assert_eq!(names, ["Austria", "Germania"]);
/// ```
pub fn country_options(codes: &[String], lang: Lang) -> Vec<CountryOption> {
    let options = rows()
        .filter(|row| codes.is_empty() || codes.iter().any(|code| row.code.eq_ignore_ascii_case(code.trim())))
        .map(|row| CountryOption { code: row.code.to_owned(), name: row.name(lang).to_owned() })
        .map(|option| (fold(&option.name), option));
    in_order(options, |(name, _)| name.clone()).into_iter().map(|(_, option)| option).collect()
}

/// Returns whether the country is a member of the European Union. Expects an upper-case code.
pub fn in_eu(code: &str) -> bool {
    EU.contains(&code)
}

/// Returns whether sales to the country are subject to the Union's VAT: the members, and Monaco, which is taxed as France.
/// Territories with rules of their own (Canarie, Livigno, Åland…) count as their countries: see
/// [`in_vat_area`](super::vat_area::in_vat_area).
pub fn in_eu_vat_area(code: &str) -> bool {
    in_eu(code) || code == "MC"
}

struct Row {
    code: &'static str,
    it: &'static str,
    en: &'static str,
}

impl Row {
    fn name(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::It => self.it,
            Lang::En => self.en,
        }
    }
}

fn rows() -> impl Iterator<Item = Row> {
    COUNTRIES.lines().filter_map(|line| {
        let mut columns = line.split('|');
        Some(Row { code: columns.next()?, it: columns.next()?, en: columns.next()? })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_whole_and_in_order() {
        assert_eq!(rows().count(), 249);
        assert_eq!(COUNTRIES.lines().count(), 249);
        let codes: Vec<&str> = rows().map(|row| row.code).collect();
        assert!(codes.is_sorted());
        for row in rows() {
            assert!(row.code.len() == 2 && row.code.bytes().all(|b| b.is_ascii_uppercase()), "{}", row.code);
            assert!(row.it.len() > 2 && row.en.len() > 2, "{} has no name", row.code);
        }
    }

    #[test]
    fn only_codes_that_exist_are_codes() {
        assert_eq!(CountryCode::parse("de").map(CountryCode::as_str), Some("DE"));
        for text in ["", " ", "I", "ITA", "Italia", "XX", "UK", "EU", "EL", "I T", "IT|"] {
            assert_eq!(CountryCode::parse(text), None, "{text}");
        }
        assert!(serde_json::from_str::<CountryCode>("\"ZZ\"").is_err());
        assert_eq!(serde_json::to_string(&CountryCode::parse("it")).unwrap(), "\"IT\"");
    }

    #[test]
    fn names_follow_the_language() {
        assert_eq!(country_name("de", Lang::It), Some("Germania"));
        assert_eq!(country_name("DE", Lang::En), Some("Germany"));
        assert_eq!(country_name("QQ", Lang::It), None);
    }

    #[test]
    fn choices_stand_in_the_order_of_their_names() {
        let codes = ["SE", "AT", "QQ", "CH"].map(str::to_owned);
        let names: Vec<String> = country_options(&codes, Lang::It).into_iter().map(|option| option.name).collect();
        assert_eq!(names, ["Austria", "Svezia", "Svizzera"]);
        assert_eq!(country_options(&[], Lang::En).len(), 249);
    }

    #[test]
    fn the_union_has_its_members_and_monaco_only_for_vat() {
        assert!(EU.iter().all(|code| CountryCode::parse(code).is_some()));
        for code in ["GB", "CH", "NO", "SM", "VA", "MC", ""] {
            assert!(!in_eu(code), "{code}");
        }
        assert!(in_eu_vat_area("MC"));
    }
}
