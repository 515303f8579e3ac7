//! Destination of a cart, entered before the checkout so that delivery can be priced (storefront specification, section 2: the
//! shipping calculator).

use super::check::address_errors;
use super::form::CheckoutRules;
use crate::base::FieldError;
use crate::checkout::address::states::state_after_country_change;
use crate::checkout::address::{Address, AddressField, AddressKind, one_line};

/// Prefix of the form's field names: `calc_shipping_country`.
const PREFIX: &str = "calc_shipping_";
/// The fields of the form.
const FIELDS: [AddressField; 3] = [AddressField::Country, AddressField::State, AddressField::Postcode];

/// The form as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DestinationForm {
    pub country: String,
    /// State: code or name.
    pub state: String,
    pub city: String,
    pub postcode: String,
    /// Country that the state field was rendered for: a state of another country is dropped, not rejected.
    pub state_of: String,
}

/// A valid destination that the shop delivers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    country: String,
    state: String,
    city: String,
    postcode: String,
}

impl Destination {
    /// Returns country, state, city and postcode.
    pub fn parts(&self) -> [&str; 4] {
        [&self.country, &self.state, &self.city, &self.postcode]
    }
}

/// Validates a destination. Only the country is required; other values must exist there.
pub fn check(form: &DestinationForm, rules: &CheckoutRules) -> Result<Destination, Vec<FieldError>> {
    let country = form.country.trim().to_uppercase();
    let same = form.state_of.trim().eq_ignore_ascii_case(&country);
    let state =
        if same { one_line(&form.state) } else { state_after_country_change(&form.state_of, &country, &form.state) };
    let typed = Address {
        country,
        state,
        city: one_line(&form.city),
        postcode: one_line(&form.postcode),
        ..Address::default()
    };
    let errors: Vec<FieldError> = address_errors(AddressKind::Shipping, &typed, rules)
        .into_iter()
        .filter_map(|error| {
            let field = FIELDS.into_iter().find(|field| AddressKind::Shipping.field_name(*field) == error.field)?;
            let is_given = field == AddressField::Country || !typed.get(field).is_empty();
            is_given.then(|| FieldError { field: format!("{PREFIX}{}", field.as_str()), ..error })
        })
        .collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let whole = typed.normalised();
    Ok(Destination { country: whole.country, state: whole.state, city: whole.city, postcode: whole.postcode })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(country: &str, state: &str, postcode: &str) -> DestinationForm {
        DestinationForm {
            country: country.into(),
            state: state.into(),
            city: " Roma ".into(),
            postcode: postcode.into(),
            state_of: "IT".into(),
        }
    }

    fn rules() -> CheckoutRules {
        let countries: Vec<String> = ["IT", "FR", "DE"].map(str::to_owned).to_vec();
        CheckoutRules {
            shipped_to: countries.clone(),
            sold_to: countries,
            needs_shipping: true,
            ..CheckoutRules::default()
        }
    }

    fn invalid_fields(form: &DestinationForm) -> Vec<String> {
        check(form, &rules()).expect_err("refused").into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn a_country_alone_is_a_destination() {
        let done = check(&DestinationForm { city: String::new(), ..form("it", "", "") }, &rules()).unwrap();
        assert_eq!(done.parts(), ["IT", "", "", ""]);
        assert_eq!(check(&form("IT", "RM", " 00185"), &rules()).unwrap().parts(), ["IT", "RM", "Roma", "00185"]);
    }

    #[test]
    fn what_does_not_exist_or_is_not_delivered_to_is_refused() {
        assert_eq!(invalid_fields(&form("", "", "")), ["calc_shipping_country"]);
        assert_eq!(invalid_fields(&form("US", "", "")), ["calc_shipping_country"]);
        assert_eq!(invalid_fields(&form("IT", "ZZ", "00185")), ["calc_shipping_state"]);
        assert_eq!(invalid_fields(&form("IT", "RM", "185")), ["calc_shipping_postcode"]);
    }

    #[test]
    fn a_state_of_the_country_before_is_left_out() {
        assert_eq!(check(&form("FR", "RM", ""), &rules()).unwrap().parts(), ["FR", "", "Roma", ""]);
        assert_eq!(check(&form("DE", "RM", ""), &rules()).unwrap().parts()[1], "");
    }
}
