//! The merchant's form for issuing store credit.

use serde::{Deserialize, Serialize};

use super::check::Check;
use crate::accounts::email;
use crate::base::text::lower_case;
use crate::base::time::UnixSeconds;
use crate::base::{Cents, FieldError};
use crate::platform::messages::codes;

/// Longest reason, in characters.
pub const MAX_REASON_CHARS: usize = 300;
/// Maximum number of credits issued at once.
pub const MAX_EMAILS: usize = 500;

/// Credits to issue, as submitted: the same amount to each address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CreditForm {
    /// E-mail addresses of the recipients.
    pub emails: Vec<String>,
    /// Amount in euros.
    pub amount: String,
    /// Last valid day; empty: no expiry.
    pub last_day: String,
    /// Reason, for the ledger and for the message to the customer; may be empty.
    pub reason: String,
}

/// Validated credits to issue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewCredits {
    /// E-mail addresses of the recipients: lower case, without duplicates.
    pub emails: Vec<String>,
    /// Amount of each credit; above zero.
    pub amount: Cents,
    /// First second at which they are expired.
    pub expires_at: Option<UnixSeconds>,
    pub reason: String,
}

/// Validates credits to issue; all errors are returned together.
///
/// ```
/// use shop_core::cart::coupon::credit_check::{CreditForm, check};
/// let form = CreditForm { emails: vec!["Livia@example.com".into()], amount: "25".into(), ..CreditForm::default() };
/// assert_eq!(check(&form, 0).unwrap().emails, ["livia@example.com"]);
/// assert_eq!(check(&CreditForm { amount: "".into(), ..form }, 0).unwrap_err()[0].field, "amount");
/// ```
pub fn check(form: &CreditForm, now: UnixSeconds) -> Result<NewCredits, Vec<FieldError>> {
    let mut check = Check::default();
    let mut emails: Vec<String> =
        form.emails.iter().map(|one| lower_case(one.trim())).filter(|one| !one.is_empty()).collect();
    emails.sort_unstable();
    emails.dedup();
    if emails.is_empty() {
        check.push(FieldError::new("emails", codes::MERCHANT_REQUIRED));
    } else if emails.len() > MAX_EMAILS {
        check.push(FieldError::new("emails", codes::MERCHANT_TOO_MANY).with("maximum", MAX_EMAILS));
    } else if let Some(wrong) = emails.iter().find(|one| !email::is_valid(one)) {
        check.push(FieldError::new("emails", codes::MERCHANT_EMAIL_INVALID).with("value", wrong));
    }
    if form.amount.trim().is_empty() {
        check.push(FieldError::new("amount", codes::MERCHANT_REQUIRED));
    }
    let amount = check.amount("amount", &form.amount).unwrap_or_default();
    let expires_at = check.end("last_day", &form.last_day);
    if expires_at.is_some_and(|end| end <= now) {
        check.push(FieldError::new("last_day", codes::MERCHANT_DAY_PAST));
    }
    let reason = check.text("reason", &form.reason, MAX_REASON_CHARS);
    check.done(NewCredits { emails, amount, expires_at, reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> CreditForm {
        CreditForm { emails: vec!["a@example.com".into()], amount: "5".into(), ..CreditForm::default() }
    }

    #[test]
    fn what_cannot_be_issued_is_refused_by_field() {
        let cases: [(&str, CreditForm); 8] = [
            ("emails", CreditForm { emails: vec![" ".into()], ..form() }),
            ("emails", CreditForm { emails: vec!["*@example.com".into(), "x".into()], ..form() }),
            ("emails", CreditForm { emails: (0..501).map(|n| format!("a{n}@example.com")).collect(), ..form() }),
            ("amount", CreditForm { amount: "0".into(), ..form() }),
            ("amount", CreditForm { amount: "-5".into(), ..form() }),
            ("amount", CreditForm { amount: "1000000,01".into(), ..form() }),
            ("last_day", CreditForm { last_day: "1969-12-31".into(), ..form() }),
            ("reason", CreditForm { reason: "x".repeat(301), ..form() }),
        ];
        for (field, typed) in cases {
            let errors = check(&typed, 10).unwrap_err();
            assert_eq!(errors.iter().map(|one| one.field.as_str()).collect::<Vec<_>>(), [field], "{typed:?}");
        }
    }

    #[test]
    fn a_credit_holds_to_the_end_of_its_last_day() {
        let typed = CreditForm { last_day: "1970-01-01".into(), ..form() };
        assert_eq!(check(&typed, 10).unwrap().expires_at, Some(82_800), "midnight in Rome");
    }
}
