//! Data of the payer from a wallet: name, telephone, country.

use serde::Serialize;

use crate::checkout::address::one_line;

/// A name split for an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PayerName {
    /// First word of the name.
    pub first_name: String,
    pub last_name: String,
}

/// Splits off the first word. A billing address without a last name gets "-", since orders need one.
///
/// ```
/// use shop_core::payments::express::payer::split_name;
/// assert_eq!(split_name("Mario De Luca", true).last_name, "De Luca");
/// assert_eq!(split_name("Giulia", true).last_name, "-");
/// assert_eq!(split_name("Giulia", false).last_name, "");
/// ```
pub fn split_name(name: &str, billing: bool) -> PayerName {
    let name = one_line(name);
    let mut words = name.split_whitespace();
    let first_name = words.next().unwrap_or_default().to_owned();
    let rest: Vec<&str> = words.collect();
    let last_name = if rest.is_empty() && billing { "-".to_owned() } else { rest.join(" ") };
    PayerName { first_name, last_name }
}

/// Removes parentheses, spaces and hyphens from a wallet's phone number.
///
/// ```
/// use shop_core::payments::express::payer::payer_phone;
/// assert_eq!(payer_phone("+39 (06) 12-34"), "+39061234");
/// assert_eq!(payer_phone("( - )"), "");
/// ```
pub fn payer_phone(phone: &str) -> String {
    phone.chars().filter(|c| !c.is_whitespace() && !matches!(c, '(' | ')' | '-')).collect()
}

/// Returns the country for the payment request: Puerto Rico is sent as US, Réunion as FR.
///
/// ```
/// use shop_core::payments::express::payer::request_country;
/// assert_eq!(request_country("RE"), "FR");
/// assert_eq!(request_country("VI"), "VI");
/// ```
pub fn request_country(country: &str) -> String {
    match country {
        "PR" => "US",
        "RE" => "FR",
        other => other,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_line() {
        assert_eq!(
            split_name(" Anna\r\nBcc: x ", true),
            PayerName { first_name: "Anna".into(), last_name: "Bcc: x".into() }
        );
        assert_eq!(split_name("", true), PayerName { first_name: String::new(), last_name: "-".into() });
    }

    #[test]
    fn a_phone_keeps_what_is_neither_space_bracket_nor_hyphen() {
        assert_eq!(payer_phone("+39 (06) 12-34 int.7"), "+39061234int.7");
        assert_eq!(payer_phone("-()\u{a0} "), "");
    }

    #[test]
    fn puerto_rico_is_sent_as_the_united_states_and_reunion_as_france() {
        assert_eq!([request_country("PR"), request_country("RE")], ["US", "FR"]);
    }

    #[test]
    fn other_countries_are_sent_as_they_are() {
        for country in ["IT", "VI", "pr", ""] {
            assert_eq!(request_country(country), country);
        }
    }
}
