//! Newsletter subscription: an address, and a consent box that is initially unticked (Codice privacy art. 130).

use crate::accounts::email;
use crate::base::FieldError;
use crate::checkout::address::one_line;
use crate::platform::messages::codes;

/// Name of the address field.
pub const EMAIL: &str = "newsletter_email";
/// Name of the consent box.
pub const CONSENT: &str = "newsletter_consent";

/// Validates a subscription form and returns its address in lower case.
///
/// ```
/// use shop_core::content::newsletter::check;
/// assert_eq!(check(" Anna@Esempio.it ", true).unwrap(), "anna@esempio.it");
/// assert_eq!(check("anna@esempio", false).unwrap_err().len(), 2);
/// ```
///
/// # Errors
/// Every invalid field: [`EMAIL`], [`CONSENT`].
pub fn check(address: &str, consent: bool) -> Result<String, Vec<FieldError>> {
    let mut errors = Vec::new();
    let address = address.trim();
    if address.is_empty() {
        errors.push(FieldError::new(EMAIL, codes::NEWSLETTER_EMAIL_REQUIRED));
    } else if !email::is_valid(address) {
        errors.push(FieldError::new(EMAIL, codes::INVALID_EMAIL).with("value", one_line(address)));
    }
    if !consent {
        errors.push(FieldError::new(CONSENT, codes::NEWSLETTER_CONSENT_REQUIRED));
    }
    if errors.is_empty() { Ok(address.to_lowercase()) } else { Err(errors) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_a_ticked_box_is_refused_and_so_is_a_box_without_an_address() {
        let field_errors = |address, consent| {
            let errors = check(address, consent).err().unwrap_or_default();
            errors.into_iter().map(|error| (error.field, error.code)).collect::<Vec<_>>()
        };
        let consent = (CONSENT.to_owned(), codes::NEWSLETTER_CONSENT_REQUIRED);
        let missing = (EMAIL.to_owned(), codes::NEWSLETTER_EMAIL_REQUIRED);
        let invalid = (EMAIL.to_owned(), codes::INVALID_EMAIL);
        assert_eq!(field_errors("anna@esempio.it", false).len(), 1);
        assert_eq!(field_errors("", true), [(missing.0.clone(), missing.1.into())]);
        assert_eq!(field_errors(" ", false), [(missing.0, missing.1.into()), (consent.0, consent.1.into())]);
        for wrong in
            ["anna", "anna@esempio", "anna@esempio.it, a@b.it", "anna@esempio.it\r\nBcc: a@b.it", "@esempio.it"]
        {
            assert_eq!(field_errors(wrong, true), [(invalid.0.clone(), invalid.1.into())], "{wrong}");
        }
    }
}
