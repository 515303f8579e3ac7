//! The form by which a trade buyer makes a sub-account (storefront specification, section 5).

use serde::{Deserialize, Serialize};

use crate::base::{FieldError, Lang};
use crate::email;
use crate::messages::{codes, sentence};

/// What was typed into the form, as far as it is judged. Missing parts are empty.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct SubaccountForm {
    /// Name to log in with.
    pub username: String,
    /// E-mail address.
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

/// Whether the text may be a sub-account's name: 8 to 30 letters, digits, `.`, `_` and `-`, ASCII only; no `.` or `_` at
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

/// Whether the text may be a sub-account's password: at least 8 characters, a letter and a digit among them; letters and
/// digits are ASCII, other characters only `!$%@#£€*?&`.
pub fn is_password(text: &str) -> bool {
    text.chars().count() >= 8
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "!$%@#£€*?&".contains(c))
        && text.chars().any(|c| c.is_ascii_alphabetic())
        && text.chars().any(|c| c.is_ascii_digit())
}

/// All errors of the form in page order; none: it can be sent.
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

/// The sentences of all errors together, as the form's error area shows them. Empty when the form can be sent.
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::trade::subaccount::{SubaccountForm, error_text};
/// let mut form = SubaccountForm { username: "cucina.rossi".into(), email: "no".into(), password: "basilico7".into() };
/// assert_eq!(error_text(&form, Lang::En), "The email is not valid.");
/// form.email = "cucina@esempio.it".into();
/// assert_eq!(error_text(&form, Lang::En), "");
/// ```
pub fn error_text(form: &SubaccountForm, lang: Lang) -> String {
    let sentences: Vec<String> = errors(form).iter().map(|error| sentence(error, lang)).collect();
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn all_errors_are_shown_together() {
        let form = SubaccountForm::default();
        assert_eq!(
            error_text(&form, Lang::En),
            "Username must contain between 8 and 30 characters. The email is not valid. \
             The password must contain at least eight characters, at least one letter and one number."
        );
        let good = SubaccountForm {
            username: "cucina.rossi".into(),
            email: "cucina@esempio.it".into(),
            password: "abcdefg1".into(),
        };
        assert!(errors(&good).is_empty() && error_text(&good, Lang::It).is_empty());
        assert!(!format!("{good:?}").contains("abcdefg1"));
    }
}
