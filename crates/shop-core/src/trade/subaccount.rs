//! The form with which a trade buyer creates a sub-account (storefront specification, section 5).

use serde::{Deserialize, Serialize};

use super::account::TradePermissions;
use super::company::Subaccount;
use crate::accounts::email;
use crate::base::{Cents, FieldError};
use crate::checkout::address::one_line;
use crate::platform::messages::codes;

/// Longest name, job title and phone number, in characters.
const MAX_DETAIL_CHARS: usize = 100;
/// Highest limit for orders without approval: a million euros.
const MAX_LIMIT: Cents = Cents(100_000_000);

/// The validated fields of the form. Missing fields are empty.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct SubaccountForm {
    /// Login name of the sub-account.
    pub username: String,
    pub email: String,
    /// Password, as typed. Left out of `Debug` output.
    pub password: String,
}

impl std::fmt::Debug for SubaccountForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SubaccountForm")
            .field("username", &self.username)
            .field("email", &self.email)
            .finish_non_exhaustive()
    }
}

/// Returns whether the text is a valid sub-account name: 8 to 30 letters, digits, `.`, `_` and `-`, ASCII only; no `.` or `_` at
/// either end, and no two of them side by side.
pub fn is_username(text: &str) -> bool {
    let joint = |c: char| matches!(c, '.' | '_');
    let mut doubled = text.chars().zip(text.chars().skip(1)).filter(|(left, right)| joint(*left) && joint(*right));
    (8..=30).contains(&text.len())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || joint(c))
        && !text.starts_with(joint)
        && !text.ends_with(joint)
        && doubled.next().is_none()
}

/// Returns whether the text is a valid sub-account password: at least 8 characters, a letter and a digit among them; letters and
/// digits are ASCII, other characters only `!$%@#£€*?&`.
pub fn is_password(text: &str) -> bool {
    text.chars().count() >= 8
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "!$%@#£€*?&".contains(c))
        && text.chars().any(|c| c.is_ascii_alphabetic())
        && text.chars().any(|c| c.is_ascii_digit())
}

/// Returns all errors of the form in page order; empty: it can be sent.
///
/// ```
/// use shop_core::trade::subaccount::{SubaccountForm, errors};
/// let form = SubaccountForm { username: "cucina.rossi".into(), email: "no".into(), password: "abc".into() };
/// let fields: Vec<String> = errors(&form).into_iter().map(|error| error.field).collect();
/// assert_eq!(fields, ["email", "password"]);
/// ```
pub fn errors(form: &SubaccountForm) -> Vec<FieldError> {
    [
        (is_username(&form.username), "username", codes::SUBACCOUNT_USERNAME),
        (email::is_valid(&form.email), "email", codes::SUBACCOUNT_EMAIL),
        (is_password(&form.password), "password", codes::SUBACCOUNT_PASSWORD),
    ]
    .into_iter()
    .filter(|(good, ..)| !good)
    .map(|(_, field, code)| FieldError::new(field, code))
    .collect()
}

/// Details of a sub-account as the main account entered them, under the names of the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubaccountDetails {
    /// Form field `name`, the person's name.
    pub name: String,
    /// Form field `jobTitle`, the person's job title.
    pub job_title: String,
    /// Form field `phone`, the telephone number.
    pub phone: String,
    pub permissions: TradePermissions,
    /// Form field `approvalAbove`: an amount in euros; empty: no order needs approval.
    pub approval_above: String,
}

/// Parses the details.
///
/// # Errors
/// All errors in page order: texts that are too long, an invalid amount.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::trade::subaccount::{SubaccountDetails, details};
/// let typed = SubaccountDetails { name: " Anna ".into(), approval_above: "150,00".into(), ..SubaccountDetails::default() };
/// let parsed = details(&typed).unwrap();
/// assert_eq!((parsed.name.as_str(), parsed.approval_above_cents), ("Anna", Some(Cents(15_000))));
/// ```
pub fn details(typed: &SubaccountDetails) -> Result<Subaccount, Vec<FieldError>> {
    let parsed = Subaccount {
        name: one_line(&typed.name),
        job_title: one_line(&typed.job_title),
        phone: one_line(&typed.phone),
        permissions: typed.permissions,
        approval_above_cents: Cents::parse(typed.approval_above.trim()),
    };
    let long = |(field, text): &(&str, &String)| {
        let long = text.chars().count() > MAX_DETAIL_CHARS;
        long.then(|| FieldError::new(*field, codes::FIELD_TOO_LONG).with("max", MAX_DETAIL_CHARS))
    };
    let texts = [("name", &parsed.name), ("jobTitle", &parsed.job_title), ("phone", &parsed.phone)];
    let mut wrong: Vec<FieldError> = texts.iter().filter_map(long).collect();
    let is_limit = parsed.approval_above_cents.is_some_and(|above| (Cents::ZERO..=MAX_LIMIT).contains(&above));
    if !typed.approval_above.trim().is_empty() && !is_limit {
        wrong.push(FieldError::new("approvalAbove", codes::SUBACCOUNT_LIMIT));
    }
    if wrong.is_empty() { Ok(parsed) } else { Err(wrong) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Lang;
    use crate::platform::messages::sentence;

    #[test]
    fn too_long_details_and_an_amount_that_is_none_are_refused_together() {
        let long = "x".repeat(101);
        let typed = SubaccountDetails {
            name: long.clone(),
            job_title: long.clone(),
            phone: long,
            approval_above: "tanto".into(),
            ..SubaccountDetails::default()
        };
        let fields: Vec<String> = details(&typed).unwrap_err().into_iter().map(|error| error.field).collect();
        assert_eq!(fields, ["name", "jobTitle", "phone", "approvalAbove"]);
        let negative = SubaccountDetails { approval_above: "-1".into(), ..SubaccountDetails::default() };
        assert!(details(&negative).is_err());
    }

    #[test]
    fn without_an_amount_nothing_waits_and_from_nothing_on_everything_does() {
        let limit = |typed: &str| {
            details(&SubaccountDetails { approval_above: typed.into(), ..SubaccountDetails::default() })
                .unwrap()
                .approval_above_cents
        };
        assert_eq!((limit(" "), limit("0")), (None, Some(Cents(0))));
    }

    #[test]
    fn names_of_plain_characters_pass() {
        for name in ["12345678", "cucina.rossi", "a_b.c-d_e", "--------"] {
            assert!(is_username(name), "{name}");
        }
        assert!(is_username(&"a".repeat(30)));
    }

    #[test]
    fn names_of_other_length_characters_or_order_are_refused() {
        let long = "a".repeat(31);
        for name in [
            "",
            "1234567",
            &long,
            ".abcdefgh",
            "_abcdefgh",
            "abcdefgh.",
            "abcdefgh_",
            "abcd..efgh",
            "abcd__efgh",
            "abcd._efgh",
            "abcd efgh",
            "abcd@efgh",
            "àbcdefgh",
            " abcdefgh",
            "abcdefgh\n",
        ] {
            assert!(!is_username(name), "{name:?}");
        }
    }

    #[test]
    fn passwords_have_eight_characters_a_letter_and_a_digit() {
        for password in ["abcdefg1", "£€1aaaaa", "p@$$w0rd!"] {
            assert!(is_password(password), "{password}");
        }
        for password in ["", "abcde1£", "abcdefgh", "12345678", "1234567#", "abcdefg1 ", "abcdefg1ß", "abc-defg1"] {
            assert!(!is_password(password), "{password}");
        }
    }

    #[test]
    fn all_errors_are_told_together() {
        let found: Vec<String> =
            errors(&SubaccountForm::default()).iter().map(|error| sentence(error, Lang::En)).collect();
        assert_eq!(
            found,
            [
                "Username must contain between 8 and 30 characters.",
                "The email is not valid.",
                "The password must contain at least eight characters, at least one letter and one number."
            ]
        );
        let good = SubaccountForm {
            username: "cucina.rossi".into(),
            email: "cucina@esempio.it".into(),
            password: "abcdefg1".into(),
        };
        assert_eq!(errors(&good), []);
        assert!(!format!("{good:?}").contains("abcdefg1"));
    }
}
