//! Finds an order by its number and e-mail address.

use crate::accounts::email;
use crate::base::{FieldError, OrderId};
use crate::checkout::address::one_line;
use crate::platform::messages::codes;

/// The form as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LookupForm {
    /// Order number, with or without a `#`.
    pub number: String,
    /// E-mail address of the order.
    pub email: String,
}

/// A valid lookup request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    id: OrderId,
    email: String,
}

impl Lookup {
    /// Returns the id of the order.
    pub fn id(&self) -> OrderId {
        self.id
    }

    /// Returns the e-mail address, in lower case.
    pub fn email(&self) -> &str {
        &self.email
    }
}

/// Validates the form: its format only, because whether such an order exists is revealed to nobody.
///
/// ```
/// use shop_core::orders::lookup::{LookupForm, check};
/// let form = LookupForm { number: " #1042 ".into(), email: "Anna@Esempio.it".into() };
/// let lookup = check(&form).unwrap();
/// assert_eq!((lookup.id().0, lookup.email()), (1042, "anna@esempio.it"));
/// ```
///
/// # Errors
/// Every invalid field: `order_number`, `order_email`.
pub fn check(form: &LookupForm) -> Result<Lookup, Vec<FieldError>> {
    let mut errors = Vec::new();
    let number = form.number.trim().trim_start_matches('#').trim();
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let id = number.parse().ok().filter(|id: &i64| digits && *id > 0);
    if number.is_empty() {
        errors.push(FieldError::new("order_number", codes::ORDER_NUMBER_REQUIRED));
    } else if id.is_none() {
        errors.push(FieldError::new("order_number", codes::ORDER_NUMBER_INVALID).with("value", one_line(number)));
    }
    let address = form.email.trim();
    if address.is_empty() {
        errors.push(FieldError::new("order_email", codes::ORDER_LOOKUP_EMAIL_REQUIRED));
    } else if !email::is_valid(address) {
        errors.push(FieldError::new("order_email", codes::INVALID_EMAIL).with("value", one_line(address)));
    }
    match id {
        Some(id) if errors.is_empty() => Ok(Lookup { id: OrderId(id), email: address.to_lowercase() }),
        _ => Err(errors),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_and_address_are_asked_for_and_named_when_wrong() {
        for (number, address, refused) in [
            ("", "", vec!["order_number", "order_email"]),
            ("abc", "anna@esempio.it", vec!["order_number"]),
            ("-1", "anna@esempio.it", vec!["order_number"]),
            ("0", "anna@esempio.it", vec!["order_number"]),
            ("99999999999999999999", "anna@esempio.it", vec!["order_number"]),
            ("12", "anna", vec!["order_email"]),
        ] {
            let errors = check(&LookupForm { number: number.into(), email: address.into() }).unwrap_err();
            assert_eq!(errors.iter().map(|e| e.field.as_str()).collect::<Vec<_>>(), refused, "{number} {address}");
        }
    }
}
