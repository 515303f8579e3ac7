//! Labels of the address fields. The Italian wording is that of Italian shops; state and postcode have the name used in the
//! country of the address.

use super::AddressField;
use crate::base::Lang;

/// Default label of the state field.
const PROVINCE: &str = "Provincia";

/// Returns whether the postcode is called CAP: in Italy, in the two states that share its codes, and before a country is chosen.
pub(crate) fn uses_cap(country: &str) -> bool {
    matches!(country, "IT" | "SM" | "VA" | "")
}

/// Returns whether the state is called a province.
pub(crate) fn has_provinces(country: &str) -> bool {
    label(country, AddressField::State, Lang::It) == PROVINCE
}

/// Returns the label of a field in a country's form.
pub fn label(country: &str, field: AddressField, lang: Lang) -> &'static str {
    let (it, en) = match (field, country) {
        (AddressField::FirstName, _) => ("Nome", "First name"),
        (AddressField::LastName, _) => ("Cognome", "Last name"),
        (AddressField::Company, _) => ("Azienda", "Company"),
        (AddressField::Country, _) => ("Paese/Regione", "Country/region"),
        (AddressField::Address1, _) => ("Indirizzo", "Street address"),
        (AddressField::Address2, _) => ("Scala, interno, piano", "Apartment, suite, unit"),
        (AddressField::City, "AU") => ("Sobborgo", "Suburb"),
        (AddressField::City, "HK") => ("Città/Distretto", "Town/District"),
        (AddressField::City, "PR") | (AddressField::State, "LV") => ("Comune", "Municipality"),
        (AddressField::City, _) => ("Città", "Town/City"),
        (AddressField::State, "US" | "AU") => ("Stato", "State"),
        (AddressField::State, "CH") => ("Cantone", "Canton"),
        (AddressField::State, "IE" | "GB" | "HU" | "AL") => ("Contea", "County"),
        (AddressField::State, "RO") => ("Distretto", "County"),
        (AddressField::State, "RS") => ("Distretto", "District"),
        (AddressField::State, "NZ" | "GR") => ("Regione", "Region"),
        (AddressField::State, "HR") => ("Regione", "County"),
        (AddressField::State, "DE") => ("Land", "State"),
        (AddressField::State, "JP") => ("Prefettura", "Prefecture"),
        (AddressField::State, _) => (PROVINCE, "Province"),
        (AddressField::Postcode, _) if uses_cap(country) => ("CAP", "Postcode"),
        (AddressField::Postcode, "IE") => ("Eircode", "Eircode"),
        (AddressField::Postcode, "US") => ("Codice ZIP", "ZIP code"),
        (AddressField::Postcode, "IN") => ("Codice PIN", "PIN code"),
        (AddressField::Postcode, "CA" | "KN") => ("Codice postale", "Postal code"),
        (AddressField::Postcode, _) => ("Codice postale", "Postcode"),
        (AddressField::Phone, _) => ("Telefono", "Phone"),
        (AddressField::Email, _) => ("E-mail", "Email"),
    };
    match lang {
        Lang::It => it,
        Lang::En => en,
    }
}

/// Returns the hint inside an empty field; often empty.
pub(super) fn placeholder(field: AddressField, lang: Lang) -> &'static str {
    match (field, lang) {
        (AddressField::Address1, Lang::It) => "Via/piazza e numero civico",
        (AddressField::Address1, Lang::En) => "House number and street name",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_and_postcode_have_the_name_of_their_country() {
        for (country, state, postcode) in [
            ("IT", "Provincia", "CAP"),
            ("", "Provincia", "CAP"),
            ("US", "Stato", "Codice ZIP"),
            ("CH", "Cantone", "Codice postale"),
            ("IE", "Contea", "Eircode"),
            ("DE", "Land", "Codice postale"),
            ("CA", "Provincia", "Codice postale"),
            ("ES", "Provincia", "Codice postale"),
            ("GB", "Contea", "Codice postale"),
        ] {
            assert_eq!(label(country, AddressField::State, Lang::It), state, "{country}");
            assert_eq!(label(country, AddressField::Postcode, Lang::It), postcode, "{country}");
            assert_eq!(has_provinces(country), state == "Provincia", "{country}");
        }
    }

    #[test]
    fn english_names_are_those_of_their_country_too() {
        for (country, state, postcode) in [
            ("CA", "Province", "Postal code"),
            ("ES", "Province", "Postcode"),
            ("US", "State", "ZIP code"),
            ("GB", "County", "Postcode"),
        ] {
            assert_eq!(label(country, AddressField::State, Lang::En), state, "{country}");
            assert_eq!(label(country, AddressField::Postcode, Lang::En), postcode, "{country}");
        }
    }

    #[test]
    fn no_field_is_without_a_name() {
        for country in super::super::country::country_options(&[], Lang::It) {
            for field in AddressField::ALL {
                for lang in [Lang::It, Lang::En] {
                    assert!(!label(&country.code, field, lang).is_empty(), "{} {field:?}", country.code);
                }
            }
        }
    }
}
