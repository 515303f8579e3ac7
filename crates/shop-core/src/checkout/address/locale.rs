//! The address form of each country: its fields, which are required, their labels and their order. Source: the address locale of
//! the shop platform (part E2 of the wire contract); the Italian wording is ours.

use serde::{Deserialize, Serialize};

use super::labels::{label, placeholder};
use super::{AddressField, AddressKind, postcode, states};
use crate::base::Lang;
use crate::base::text::in_order;

/// Countries whose form has the postcode before the town, as it is written there.
static POSTCODE_FIRST: [&str; 25] = [
    "AT", "AX", "BA", "BE", "CH", "DE", "DK", "EE", "ES", "FI", "FR", "HU", "IL", "IS", "IT", "JP", "LI", "NL", "NO",
    "PL", "SE", "SI", "SK", "TR", "VN",
];

/// Whether a field is shown and required.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Shown, may stay empty.
    #[default]
    Optional,
    /// Shown and required.
    Required,
    /// Not shown: submitted values are dropped.
    Hidden,
}

/// The fields that a shop can switch on and off, regardless of the country.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct FieldOptions {
    /// Company name. Optional by default.
    pub company: Presence,
    /// Second address line. Optional by default.
    pub address_2: Presence,
    /// Billing telephone. Required by default; a shipping address's own telephone is optional, or hidden with it.
    pub phone: Presence,
}

impl Default for FieldOptions {
    fn default() -> Self {
        Self { company: Presence::Optional, address_2: Presence::Optional, phone: Presence::Required }
    }
}

/// A field of a country's form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
pub struct FieldRule {
    pub field: AddressField,
    /// Name of the form field, also used in errors: "billing_postcode".
    pub name: String,
    /// Label in the page's language, without a mark for required or optional.
    pub label: String,
    /// Hint inside the empty field; often empty.
    pub placeholder: String,
    /// Whether it is required. Never true of a hidden field.
    pub required: bool,
    pub hidden: bool,
    /// Position in the form: small numbers come first.
    pub priority: u16,
    /// Value of the `autocomplete` attribute: "billing postal-code".
    pub autocomplete: String,
    /// Value of the `inputmode` attribute: "text", "numeric", "tel" or "email".
    pub input_mode: String,
}

/// Returns the fields of an address form in page order, including hidden ones. Expects an upper-case country code; one that is
/// unknown or empty gets the default form. Shipping forms have no e-mail field.
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::checkout::address::locale::{FieldOptions, fields_for};
/// use shop_core::checkout::address::{AddressField, AddressKind};
/// let rules = fields_for("FR", AddressKind::Shipping, FieldOptions::default(), Lang::It);
/// let state = rules.iter().find(|rule| rule.field == AddressField::State).unwrap();
/// assert!(state.hidden && !state.required);
/// assert!(rules.iter().all(|rule| rule.field != AddressField::Email));
/// ```
pub fn fields_for(country: &str, kind: AddressKind, options: FieldOptions, lang: Lang) -> Vec<FieldRule> {
    let rules = AddressField::ALL
        .into_iter()
        .filter(|field| kind == AddressKind::Billing || *field != AddressField::Email)
        .map(|field| {
            let presence = presence(country, kind, field, options);
            FieldRule {
                field,
                name: kind.field_name(field),
                label: label(country, field, lang).to_owned(),
                placeholder: placeholder(field, lang).to_owned(),
                required: presence == Presence::Required,
                hidden: presence == Presence::Hidden,
                priority: priority(country, field),
                autocomplete: format!("{} {}", kind.as_str(), autocomplete(field)),
                input_mode: input_mode(country, field).to_owned(),
            }
        });
    in_order(rules, |rule| rule.priority)
}

/// Returns the fields in the order of the country's form.
pub fn order(country: &str) -> Vec<AddressField> {
    in_order(AddressField::ALL, |field| priority(country, *field))
}

/// Returns whether a country's form shows and requires a field.
pub fn presence(country: &str, kind: AddressKind, field: AddressField, options: FieldOptions) -> Presence {
    match field {
        AddressField::Company => options.company,
        AddressField::Address2 => options.address_2,
        AddressField::Phone if kind == AddressKind::Billing || options.phone == Presence::Hidden => options.phone,
        AddressField::Phone => Presence::Optional,
        AddressField::Email if kind == AddressKind::Shipping => Presence::Hidden,
        AddressField::State => state_presence(country),
        AddressField::Postcode => postcode_presence(country),
        _ => Presence::Required,
    }
}

fn state_presence(country: &str) -> Presence {
    match country {
        _ if states::is_hidden(country) => Presence::Hidden,
        // There is only one town, or parishes that no address names.
        "AD" | "FO" | "GI" | "GL" | "IM" | "JE" | "MC" | "SJ" | "SM" | "VA" => Presence::Hidden,
        "AE" | "BG" | "BZ" | "CH" | "CW" | "DE" | "GB" | "GG" | "GR" | "HU" | "LV" | "NZ" | "RS" => Presence::Optional,
        _ => Presence::Required,
    }
}

/// Places without postcodes have no such field; in some others postcodes are not used everywhere.
fn postcode_presence(country: &str) -> Presence {
    match country {
        "AE" | "AO" | "BO" | "BS" | "BW" | "BZ" | "CW" | "MZ" | "NG" | "SR" | "ST" | "UG" | "WS" | "ZW" => {
            Presence::Hidden
        }
        "BD" | "BH" | "CL" | "CO" | "GH" | "GT" | "HK" | "JM" | "KN" | "NP" | "VN" => Presence::Optional,
        _ => Presence::Required,
    }
}

fn priority(country: &str, field: AddressField) -> u16 {
    let family_name_first = matches!(country, "HU" | "JP");
    match (country, field) {
        ("HU", AddressField::Address1) => 71,
        ("HU", AddressField::Address2) => 72,
        ("JP", AddressField::State) => 66,
        ("JP", AddressField::City) => 67,
        ("JP", AddressField::Address1) => 68,
        ("JP", AddressField::Address2) => 69,
        (_, AddressField::Postcode) if POSTCODE_FIRST.contains(&country) => 65,
        (_, AddressField::FirstName) => 10 + 10 * u16::from(family_name_first),
        (_, AddressField::LastName) => 20 - 10 * u16::from(family_name_first),
        (_, AddressField::Company) => 30,
        (_, AddressField::Country) => 40,
        (_, AddressField::Address1) => 50,
        (_, AddressField::Address2) => 60,
        (_, AddressField::City) => 70,
        (_, AddressField::State) => 80,
        (_, AddressField::Postcode) => 90,
        (_, AddressField::Phone) => 100,
        (_, AddressField::Email) => 110,
    }
}

fn autocomplete(field: AddressField) -> &'static str {
    match field {
        AddressField::FirstName => "given-name",
        AddressField::LastName => "family-name",
        AddressField::Company => "organization",
        AddressField::Country => "country",
        AddressField::Address1 => "address-line1",
        AddressField::Address2 => "address-line2",
        AddressField::City => "address-level2",
        AddressField::State => "address-level1",
        AddressField::Postcode => "postal-code",
        AddressField::Phone => "tel",
        AddressField::Email => "email",
    }
}

fn input_mode(country: &str, field: AddressField) -> &'static str {
    match field {
        AddressField::Phone => "tel",
        AddressField::Email => "email",
        AddressField::Postcode if postcode::digits_only(country) => "numeric",
        _ => "text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(country: &str) -> Vec<FieldRule> {
        fields_for(country, AddressKind::Billing, FieldOptions::default(), Lang::It)
    }

    fn rule(country: &str, field: AddressField) -> FieldRule {
        form(country).into_iter().find(|rule| rule.field == field).unwrap()
    }

    fn names(country: &str) -> String {
        form(country).iter().map(|rule| rule.field.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn no_state_is_asked_for_where_addresses_name_none() {
        for country in ["AD", "FO", "GI", "GL", "IM", "JE", "MC", "SJ", "SM", "VA"] {
            assert!(rule(country, AddressField::State).hidden, "{country}");
        }
        assert!(rule("IT", AddressField::State).required && rule("ES", AddressField::State).required);
    }

    #[test]
    fn the_italian_form_asks_for_the_cap_before_the_town() {
        assert_eq!(
            names("IT"),
            "first_name last_name company country address_1 address_2 postcode city state phone email"
        );
        let labels: Vec<String> = form("IT").into_iter().map(|rule| rule.label).collect();
        assert_eq!(
            labels.join("; "),
            "Nome; Cognome; Azienda; Paese/Regione; Indirizzo; Scala, interno, piano; CAP; Città; Provincia; Telefono; E-mail"
        );
        let optional: Vec<AddressField> = form("IT").iter().filter(|rule| !rule.required).map(|r| r.field).collect();
        assert_eq!(optional, [AddressField::Company, AddressField::Address2]);
        assert_eq!(rule("IT", AddressField::Postcode).input_mode, "numeric");
        assert_eq!(rule("GB", AddressField::Postcode).input_mode, "text");
        assert_eq!(rule("IT", AddressField::Postcode).autocomplete, "billing postal-code");
    }

    #[test]
    fn hungarians_write_the_family_name_first_and_the_street_after_the_town() {
        assert_eq!(
            names("HU"),
            "last_name first_name company country postcode city address_1 address_2 state phone email"
        );
    }

    #[test]
    fn the_default_form_has_the_postcode_last() {
        assert_eq!(
            names(""),
            "first_name last_name company country address_1 address_2 city state postcode phone email"
        );
        assert_eq!(rule("", AddressField::State).label, "Provincia");
    }

    #[test]
    fn a_state_is_required_optional_or_hidden_by_country() {
        for (country, required, hidden) in [
            ("IT", true, false),
            ("RO", true, false),
            ("LT", true, false),
            ("CH", false, false),
            ("LV", false, false),
            ("GB", false, false),
            ("GR", false, false),
            ("AT", false, true),
            ("FR", false, true),
        ] {
            let rule = rule(country, AddressField::State);
            assert_eq!((rule.required, rule.hidden), (required, hidden), "{country}");
        }
        assert!(!rule("ZW", AddressField::Postcode).required && rule("ZW", AddressField::Postcode).hidden);
        assert_eq!(rule("IE", AddressField::Postcode).label, "Eircode");
        assert!(rule("IE", AddressField::Postcode).required);
    }

    #[test]
    fn a_hidden_field_is_never_required() {
        for country in super::super::country::country_options(&[], Lang::It) {
            for rule in form(&country.code) {
                assert!(!(rule.required && rule.hidden), "{} {}", country.code, rule.name);
            }
        }
    }

    #[test]
    fn a_shipping_form_has_no_email_and_asks_for_no_phone() {
        let rules = fields_for("IT", AddressKind::Shipping, FieldOptions::default(), Lang::En);
        assert!(rules.iter().all(|rule| rule.field != AddressField::Email));
        assert!(rules.iter().all(|rule| rule.field != AddressField::Phone || !rule.required));
        assert!(rules.iter().all(|rule| rule.name.starts_with("shipping_")));
    }
}
