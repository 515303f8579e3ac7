//! Postal addresses: their fields, national formats and normalisation.
//!
//! [`country`] and [`states`] contain the lists, [`province`] the provinces of Italy by name and postcode, [`filled`] the values
//! that a postcode fills in, [`locale`] the rules of the form per country, [`labels`] the names of its fields, [`postcode`] the
//! postcodes, [`format`](mod@format) the printed lines. Addresses are rejected elsewhere, in the checkout's checks.

pub mod country;
pub mod filled;
pub mod format;
pub mod labels;
pub mod locale;
pub mod phone;
pub mod postcode;
pub mod postcode_pattern;
pub mod province;
pub mod states;
pub mod vat_area;

use serde::{Deserialize, Serialize};

use country::CountryCode;

/// Longest value of a field, in characters. The longest Italian street with number, stair and name on the door stays below 100;
/// twice that leaves room for any real address, and the eleven fields of one fit in 10 kB of UTF-8.
pub const MAX_FIELD_CHARS: usize = 200;

/// An address as submitted or as stored. Missing fields are empty; `email` is used in billing addresses only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct Address {
    pub first_name: String,
    pub last_name: String,
    /// Name of the company.
    pub company: String,
    /// Street and house number.
    pub address_1: String,
    /// Stair, floor, flat.
    pub address_2: String,
    pub city: String,
    /// Code of the province or state if the country has a list ("RM"), else its name; empty if the country has none.
    pub state: String,
    pub postcode: String,
    /// ISO 3166-1 code, such as "IT".
    pub country: String,
    pub phone: String,
    pub email: String,
}

/// A field of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AddressField {
    FirstName,
    LastName,
    /// Name of the company.
    Company,
    Country,
    /// Street and house number.
    #[serde(rename = "address_1")]
    Address1,
    /// Stair, floor, flat.
    #[serde(rename = "address_2")]
    Address2,
    City,
    /// Province or state.
    State,
    Postcode,
    Phone,
    Email,
}

impl AddressField {
    /// All fields, in the order of the default form.
    pub const ALL: [Self; 11] = [
        Self::FirstName,
        Self::LastName,
        Self::Company,
        Self::Country,
        Self::Address1,
        Self::Address2,
        Self::City,
        Self::State,
        Self::Postcode,
        Self::Phone,
        Self::Email,
    ];

    /// Returns the name on the wire, without the prefix of the address type: "postcode".
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FirstName => "first_name",
            Self::LastName => "last_name",
            Self::Company => "company",
            Self::Country => "country",
            Self::Address1 => "address_1",
            Self::Address2 => "address_2",
            Self::City => "city",
            Self::State => "state",
            Self::Postcode => "postcode",
            Self::Phone => "phone",
            Self::Email => "email",
        }
    }
}

/// Selects one of an order's two addresses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AddressKind {
    /// The payer's address, which also has the e-mail address.
    #[default]
    Billing,
    /// The address for the delivery.
    Shipping,
}

impl AddressKind {
    /// Returns "billing" or "shipping".
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Billing => "billing",
            Self::Shipping => "shipping",
        }
    }

    /// Returns the name of a field in the checkout form: "billing_postcode".
    pub fn field_name(self, field: AddressField) -> String {
        format!("{}_{}", self.as_str(), field.as_str())
    }
}

impl Address {
    /// Returns the value of a field.
    pub fn get(&self, field: AddressField) -> &str {
        match field {
            AddressField::FirstName => &self.first_name,
            AddressField::LastName => &self.last_name,
            AddressField::Company => &self.company,
            AddressField::Country => &self.country,
            AddressField::Address1 => &self.address_1,
            AddressField::Address2 => &self.address_2,
            AddressField::City => &self.city,
            AddressField::State => &self.state,
            AddressField::Postcode => &self.postcode,
            AddressField::Phone => &self.phone,
            AddressField::Email => &self.email,
        }
    }

    /// Replaces the value of a field.
    pub fn set(&mut self, field: AddressField, value: impl Into<String>) {
        let place = match field {
            AddressField::FirstName => &mut self.first_name,
            AddressField::LastName => &mut self.last_name,
            AddressField::Company => &mut self.company,
            AddressField::Country => &mut self.country,
            AddressField::Address1 => &mut self.address_1,
            AddressField::Address2 => &mut self.address_2,
            AddressField::City => &mut self.city,
            AddressField::State => &mut self.state,
            AddressField::Postcode => &mut self.postcode,
            AddressField::Phone => &mut self.phone,
            AddressField::Email => &mut self.email,
        };
        *place = value.into();
    }

    /// Returns whether all fields are empty.
    pub fn is_empty(&self) -> bool {
        AddressField::ALL.into_iter().all(|field| self.get(field).trim().is_empty())
    }

    /// Returns the address as it is stored: values trimmed and on one line, country upper-case, state as its code (empty if it is
    /// no state of the country), postcode in its usual format. An unknown country stays as submitted.
    ///
    /// Rejects nothing, and does not change its own output.
    #[must_use]
    pub fn normalised(&self) -> Self {
        let mut out = Self::default();
        for field in AddressField::ALL {
            out.set(field, one_line(self.get(field)));
        }
        if let Some(code) = CountryCode::parse(&out.country) {
            code.as_str().clone_into(&mut out.country);
        }
        out.state = states::stored(&out.country, &out.state).unwrap_or_default();
        out.postcode = postcode::normalise_for_storage(&out.country, &out.postcode);
        out
    }
}

/// Trims the text and replaces line breaks and other control characters by spaces, so that no field can start a line of its own
/// in an e-mail header or a shipping label. HTML tags are removed; a "<" that starts no tag stays.
pub fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = tag_end(rest) {
            rest = after;
            continue;
        }
        out.push(if is_break(c) { ' ' } else { c });
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
    out.trim().to_owned()
}

/// Returns the text after the HTML tag or comment at its start.
fn tag_end(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('<')?;
    inside.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')).then_some(())?;
    inside.split_once('>').map(|(_, after)| after)
}

/// U+2028 and U+2029 are line breaks but no control characters.
fn is_break(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_vanish_and_other_signs_stay() {
        for (typed, expected) in [
            ("<b>Ann</b>", "Ann"),
            ("Via <script>alert(1)</script> Roma", "Via alert(1) Roma"),
            ("3 < 5 > 2", "3 < 5 > 2"),
            ("O'Hara & <3", "O'Hara & <3"),
            ("a <b", "a <b"),
        ] {
            assert_eq!(one_line(typed), expected);
        }
    }

    #[test]
    fn names_of_fields_are_those_of_the_wire() {
        let mut address = Address::default();
        for field in AddressField::ALL {
            address.set(field, field.as_str());
        }
        for (name, value) in serde_json::to_value(&address).unwrap().as_object().unwrap() {
            assert_eq!(value, name);
        }
        for field in AddressField::ALL {
            assert_eq!(serde_json::to_value(field).unwrap(), field.as_str());
            assert_eq!(address.get(field), field.as_str());
        }
        assert_eq!(AddressKind::Shipping.field_name(AddressField::Address1), "shipping_address_1");
    }

    #[test]
    fn missing_fields_are_empty() {
        let address: Address = serde_json::from_str(r#"{"country": "IT"}"#).unwrap();
        assert_eq!(address, Address { country: "IT".to_owned(), ..Address::default() });
        assert!(Address { city: "  ".to_owned(), ..Address::default() }.is_empty());
        assert!(!address.is_empty());
    }

    #[test]
    fn the_stored_form_is_tidy_and_final() {
        let typed = Address {
            first_name: " Anna\r\nBcc: x".to_owned(),
            country: "it".to_owned(),
            state: "napoli".to_owned(),
            postcode: " 80 121 ".to_owned(),
            ..Address::default()
        };
        let stored = typed.normalised();
        assert_eq!(stored.first_name, "Anna  Bcc: x");
        assert_eq!((stored.country.as_str(), stored.state.as_str(), stored.postcode.as_str()), ("IT", "NA", "80121"));
        assert_eq!(stored.normalised(), stored);
    }

    #[test]
    fn what_cannot_be_understood_is_kept_or_dropped_but_never_invented() {
        let typed = Address {
            country: "Atlantide".to_owned(),
            state: "X".to_owned(),
            postcode: "12?".to_owned(),
            ..Address::default()
        };
        assert_eq!(typed.normalised(), typed);
        let typed = Address { country: "IT".to_owned(), state: "Atlantide".to_owned(), ..Address::default() };
        assert_eq!(typed.normalised().state, "");
    }
}
