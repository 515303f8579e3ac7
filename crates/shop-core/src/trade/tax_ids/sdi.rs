//! Recipients of Italian electronic invoices: the recipient code of the exchange system (SDI) or a certified mailbox (PEC).
//!
//! An Italian business gives one of the two (D.Lgs. 127/2015 and the revenue agency's rules of 30 April 2018); a public body
//! gives the six characters of its office (D.M. 55/2013); buyers abroad have the code XXXXXXX.

use serde::{Deserialize, Serialize};

use super::compact;
use crate::accounts::email;
use crate::base::FieldError;
use crate::platform::messages::codes;

/// Code of a recipient without one: the invoice goes to the mailbox, or stays in the revenue agency's portal.
pub const NO_CODE: &str = "0000000";
/// Code of recipients outside Italy.
pub const ABROAD: &str = "XXXXXXX";
/// Code of San Marino's tax office, through which invoices reach the republic's businesses (D.M. 21 June 2021).
pub const SAN_MARINO: &str = "2R4GTO8";

/// Returns the code for invoices to a country whose buyers have none of their own; `None`: the buyer provides one.
pub fn foreign_code(country: &str) -> Option<&'static str> {
    match country {
        "IT" => None,
        "SM" => Some(SAN_MARINO),
        _ => Some(ABROAD),
    }
}

/// The invoice fields as submitted. Missing fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct SdiForm {
    /// Code of the billing country.
    pub country: String,
    /// Whether the invoice is for a business or public body, not a consumer.
    pub business: bool,
    /// Whether it is a public body.
    pub public_body: bool,
    /// Recipient code, as typed.
    pub sdi_code: String,
    /// Certified mailbox, as typed.
    pub pec: String,
}

/// A recipient that the exchange system can deliver to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SdiRecipient {
    code: String,
    pec: Option<String>,
}

impl SdiRecipient {
    /// Parses the recipient. Lower case and spaces in the code do not matter; a buyer with only a mailbox, and a consumer with
    /// neither, get the code [`NO_CODE`].
    ///
    /// # Errors
    /// All invalid fields, in page order.
    ///
    /// ```
    /// use shop_core::trade::tax_ids::sdi::{SdiForm, SdiRecipient};
    /// let mut form = SdiForm { country: "IT".into(), business: true, ..SdiForm::default() };
    /// assert!(SdiRecipient::parse(&form).is_err());
    /// form.pec = "ordini@pec.esempio.it".into();
    /// assert_eq!(SdiRecipient::parse(&form).unwrap().code(), "0000000");
    /// ```
    pub fn parse(form: &SdiForm) -> Result<Self, Vec<FieldError>> {
        let pec = form.pec.trim();
        let typed = form.sdi_code.trim();
        let code = compact(typed).filter(|code| !code.contains(['+', '*']));
        let mut errors = Vec::new();
        let mut refuse =
            |field: &str, code, value: &str| errors.push(FieldError::new(field, code).with("value", value));
        let foreign = foreign_code(&form.country.trim().to_ascii_uppercase());
        let code = match code.as_deref() {
            Some("" | ABROAD) if foreign.is_some() => foreign.unwrap_or(ABROAD).to_owned(),
            Some(SAN_MARINO) if foreign == Some(SAN_MARINO) => SAN_MARINO.to_owned(),
            _ if foreign.is_some() => {
                refuse("sdi_code", codes::SDI_ABROAD, typed);
                String::new()
            }
            Some(code) if form.public_body => {
                if code.len() != 6 {
                    refuse("sdi_code", codes::SDI_PUBLIC_BODY, typed);
                }
                code.to_owned()
            }
            Some("" | NO_CODE) => {
                if form.business && pec.is_empty() {
                    let zeros = if typed.is_empty() { codes::SDI_OR_PEC_REQUIRED } else { codes::PEC_REQUIRED };
                    refuse(if typed.is_empty() { "sdi_code" } else { "pec" }, zeros, typed);
                }
                NO_CODE.to_owned()
            }
            Some(code) if code.len() == 7 && code != ABROAD => code.to_owned(),
            _ => {
                refuse("sdi_code", codes::SDI_INVALID, typed);
                String::new()
            }
        };
        if !pec.is_empty() && !email::is_valid(pec) {
            refuse("pec", codes::PEC_INVALID, pec);
        }
        if errors.is_empty() { Ok(Self { code, pec: (!pec.is_empty()).then(|| pec.to_owned()) }) } else { Err(errors) }
    }

    /// Returns the code for the invoice: seven characters, or a public body's six.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Returns the certified mailbox, if the buyer gave one.
    pub fn pec(&self) -> Option<&str> {
        self.pec.as_deref()
    }
}

/// Result of validating the invoice fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
pub struct SdiVerdict {
    /// Errors of the fields "sdi_code" and "pec"; empty: an invoice can be delivered.
    pub errors: Vec<FieldError>,
    /// The recipient code for the invoice, if there are no errors.
    pub code: Option<String>,
    /// The certified mailbox, if there are no errors and the buyer gave one.
    pub pec: Option<String>,
}

/// Validates the invoice fields: [`SdiRecipient::parse`] as data.
///
/// ```
/// use shop_core::trade::tax_ids::sdi::{SdiForm, check};
/// let mut form = SdiForm { country: "IT".into(), business: true, sdi_code: "m5u".into(), ..SdiForm::default() };
/// assert_eq!(check(&form).errors[0].code, "sdi_invalid");
/// form.sdi_code = "m5uxcr1".into();
/// assert_eq!(check(&form).code.as_deref(), Some("M5UXCR1"));
/// ```
pub fn check(form: &SdiForm) -> SdiVerdict {
    match SdiRecipient::parse(form) {
        Ok(recipient) => SdiVerdict { errors: Vec::new(), code: Some(recipient.code), pec: recipient.pec },
        Err(errors) => SdiVerdict { errors, code: None, pec: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(sdi_code: &str, pec: &str) -> SdiForm {
        SdiForm { country: "IT".into(), business: true, public_body: false, sdi_code: sdi_code.into(), pec: pec.into() }
    }

    fn field_errors(form: &SdiForm) -> Vec<(String, String)> {
        check(form).errors.into_iter().map(|error| (error.field, error.code.into_owned())).collect()
    }

    #[test]
    fn an_italian_business_gives_a_code_or_a_mailbox() {
        assert_eq!(check(&form("m5uxcr1", "")).code.as_deref(), Some("M5UXCR1"));
        let both = check(&form(" M5U XCR1 ", "x@pec.it"));
        assert_eq!((both.code.as_deref(), both.pec.as_deref()), (Some("M5UXCR1"), Some("x@pec.it")));
        for typed in ["", "0000000"] {
            assert_eq!(check(&form(typed, "x@pec.it")).code.as_deref(), Some(NO_CODE));
        }
        assert_eq!(field_errors(&form("", " ")), [("sdi_code".into(), codes::SDI_OR_PEC_REQUIRED.into())]);
        assert_eq!(field_errors(&form("0000000", "")), [("pec".into(), codes::PEC_REQUIRED.into())]);
    }

    #[test]
    fn codes_of_other_lengths_and_signs_are_refused() {
        for typed in ["M5UXCR", "M5UXCR12", "M5UXCR_", "M5UXC+1", "XXXXXXX", "ÀBCDEFG", "0"] {
            assert_eq!(
                field_errors(&form(typed, "x@pec.it")),
                [("sdi_code".into(), codes::SDI_INVALID.into())],
                "{typed}"
            );
        }
    }

    #[test]
    fn all_refusals_come_at_once() {
        let fields: Vec<String> = field_errors(&form("M5", "pec")).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["sdi_code", "pec"]);
    }

    #[test]
    fn a_public_body_gives_the_six_characters_of_its_office() {
        let body = |code: &str, pec: &str| SdiForm { public_body: true, ..form(code, pec) };
        assert_eq!(check(&body("uf5h3a", "")).code.as_deref(), Some("UF5H3A"));
        for typed in ["", "0000000", "M5UXCR1", "UF5H3"] {
            let errors = field_errors(&body(typed, "x@pec.it"));
            assert_eq!(errors, [("sdi_code".into(), codes::SDI_PUBLIC_BODY.into())], "{typed}");
        }
    }

    #[test]
    fn a_consumer_needs_neither() {
        let consumer = |code: &str, pec: &str| SdiForm { business: false, ..form(code, pec) };
        assert_eq!(check(&consumer("", "")).code.as_deref(), Some(NO_CODE));
        assert_eq!(field_errors(&consumer("M5", "")), [("sdi_code".into(), codes::SDI_INVALID.into())]);
        assert_eq!(field_errors(&consumer("", "a@b")), [("pec".into(), codes::PEC_INVALID.into())]);
    }

    #[test]
    fn san_marino_is_reached_through_its_tax_office() {
        let there = |code: &str| SdiForm { country: "SM".into(), ..form(code, "") };
        for typed in ["", "xxxxxxx", "2r4gto8"] {
            assert_eq!(check(&there(typed)).code.as_deref(), Some(SAN_MARINO), "{typed}");
        }
        assert_eq!(field_errors(&there("M5UXCR1")), [("sdi_code".into(), codes::SDI_ABROAD.into())]);
        let german = SdiForm { country: "DE".into(), ..form("2R4GTO8", "") };
        assert_eq!(field_errors(&german), [("sdi_code".into(), codes::SDI_ABROAD.into())]);
    }

    #[test]
    fn abroad_there_is_no_code() {
        let abroad = |code: &str| SdiForm { country: "DE".into(), ..form(code, "") };
        for typed in ["", "xxxxxxx"] {
            assert_eq!(check(&abroad(typed)).code.as_deref(), Some(ABROAD));
        }
        for typed in ["M5UXCR1", "0000000", "?"] {
            assert_eq!(field_errors(&abroad(typed)), [("sdi_code".into(), codes::SDI_ABROAD.into())], "{typed}");
        }
    }
}
