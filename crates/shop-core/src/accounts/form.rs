//! The forms of an account and their validation. Each field is named by the id of its control.

use serde::{Deserialize, Serialize};

use super::password::MIN_STRENGTH;
use crate::accounts::email;
use crate::accounts::password::MAX_PASSWORD_CHARS;
use crate::base::FieldError;
use crate::checkout::address::{MAX_FIELD_CHARS, one_line};
use crate::platform::messages::codes;

/// Shortest new password, in characters (OWASP ASVS 5, 6.2.1). Its strength is checked in addition.
pub const MIN_PASSWORD_CHARS: usize = 8;

/// A password as typed. Left out of `Debug` output.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct TypedPassword(pub String);

impl std::fmt::Debug for TypedPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TypedPassword")
    }
}

/// A form of an account, as submitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "form", rename_all = "snake_case")]
pub enum AccountForm {
    Login {
        /// E-mail address or user name.
        username: String,
        password: TypedPassword,
    },
    /// Registration of a new account.
    Register { email: String, password: TypedPassword },
    /// Request for a password reset.
    LostPassword {
        /// E-mail address or user name.
        login: String,
    },
    /// A new password in place of a lost one.
    ResetPassword {
        password: TypedPassword,
        /// Repetition of the password.
        again: TypedPassword,
    },
    /// Name, e-mail address and password of an account.
    Details {
        first_name: String,
        last_name: String,
        /// Name shown with reviews.
        display_name: String,
        email: String,
        /// Stored e-mail address.
        stored_email: String,
        /// Current password, required if address or password change.
        current: TypedPassword,
        /// New password; empty: unchanged.
        password: TypedPassword,
        /// Repetition of the new password.
        again: TypedPassword,
    },
    /// Deletion of the account.
    Delete { current: TypedPassword },
}

/// Returns the errors of a form, in page order, at most one for each field. `score` is the new password's, 0-4; `None`: unknown
/// yet, which causes no error (the server always knows it).
///
/// ```
/// use shop_core::accounts::form::{AccountForm, TypedPassword, errors};
/// let form = AccountForm::Register { email: "anna@example".into(), password: TypedPassword("gelato-12".into()) };
/// let refused: Vec<(String, String)> = errors(&form, Some(1)).into_iter().map(|e| (e.field, e.code.into())).collect();
/// assert_eq!(refused[0], ("reg_email".into(), "invalid_email".into()));
/// assert_eq!(refused[1], ("reg_password".into(), "account_password_weak".into()));
/// ```
pub fn errors(form: &AccountForm, score: Option<u8>) -> Vec<FieldError> {
    match form {
        AccountForm::Login { username, password } => [
            missing("username", username, codes::ACCOUNT_LOGIN_REQUIRED),
            missing("password", &password.0, codes::PASSWORD_REQUIRED),
        ]
        .into_iter()
        .flatten()
        .collect(),
        AccountForm::Register { email, password } => {
            [email_error("reg_email", email), new_password_error("reg_password", &password.0, score)]
                .into_iter()
                .flatten()
                .collect()
        }
        AccountForm::LostPassword { login } => {
            missing("user_login", login, codes::ACCOUNT_LOGIN_REQUIRED).into_iter().collect()
        }
        AccountForm::ResetPassword { password, again } => new_pair(password, again, score),
        AccountForm::Details { first_name, last_name, display_name, email, stored_email, current, password, again } => {
            let changes_email = !email.trim().eq_ignore_ascii_case(stored_email.trim());
            let changes_password = !(password.0.is_empty() && again.0.is_empty());
            let mut out: Vec<FieldError> = [
                name_error("account_first_name", first_name, codes::FIRST_NAME_REQUIRED),
                name_error("account_last_name", last_name, codes::LAST_NAME_REQUIRED),
                name_error("account_display_name", display_name, codes::DISPLAY_NAME_REQUIRED),
                email_error("account_email", email),
            ]
            .into_iter()
            .flatten()
            .collect();
            if changes_email || changes_password {
                out.extend(missing("password_current", &current.0, codes::PASSWORD_CURRENT_REQUIRED));
            }
            if changes_password {
                out.extend(new_pair(password, again, score));
            }
            out
        }
        AccountForm::Delete { current } => {
            missing("password_current", &current.0, codes::PASSWORD_CURRENT_REQUIRED).into_iter().collect()
        }
    }
}

fn missing(field: &str, text: &str, code: &'static str) -> Option<FieldError> {
    text.trim().is_empty().then(|| FieldError::new(field, code))
}

fn name_error(field: &str, text: &str, code: &'static str) -> Option<FieldError> {
    let text = one_line(text);
    missing(field, &text, code).or_else(|| too_long(field, &text, MAX_FIELD_CHARS))
}

fn too_long(field: &str, text: &str, max: usize) -> Option<FieldError> {
    (text.chars().count() > max).then(|| FieldError::new(field, codes::FIELD_TOO_LONG).with("max", max))
}

fn email_error(field: &str, text: &str) -> Option<FieldError> {
    let text = text.trim();
    let refused =
        || FieldError::new(field, codes::INVALID_EMAIL).with("value", text.chars().take(40).collect::<String>());
    missing(field, text, codes::ACCOUNT_EMAIL_REQUIRED).or_else(|| (!email::is_valid(text)).then(refused))
}

fn new_password_error(field: &str, password: &str, score: Option<u8>) -> Option<FieldError> {
    if password.is_empty() {
        return Some(FieldError::new(field, codes::PASSWORD_REQUIRED));
    }
    if password.chars().count() < MIN_PASSWORD_CHARS {
        return Some(FieldError::new(field, codes::ACCOUNT_PASSWORD_SHORT).with("min", MIN_PASSWORD_CHARS));
    }
    too_long(field, password, MAX_PASSWORD_CHARS).or_else(|| {
        score.is_some_and(|score| score < MIN_STRENGTH).then(|| FieldError::new(field, codes::ACCOUNT_PASSWORD_WEAK))
    })
}

fn new_pair(password: &TypedPassword, again: &TypedPassword, score: Option<u8>) -> Vec<FieldError> {
    match new_password_error("password_1", &password.0, score) {
        Some(error) => vec![error],
        None if password.0 != again.0 => vec![FieldError::new("password_2", codes::PASSWORDS_DIFFER)],
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> TypedPassword {
        TypedPassword(text.to_owned())
    }

    fn details(email: &str, current: &str, password: &str, again: &str) -> AccountForm {
        AccountForm::Details {
            first_name: "Anna".into(),
            last_name: "Conti".into(),
            display_name: "Anna".into(),
            email: email.into(),
            stored_email: "anna@example.com".into(),
            current: typed(current),
            password: typed(password),
            again: typed(again),
        }
    }

    fn field_errors(form: &AccountForm, score: Option<u8>) -> Vec<(String, String)> {
        errors(form, score).into_iter().map(|e| (e.field, e.code.into_owned())).collect()
    }

    #[test]
    fn names_alone_change_without_a_password() {
        assert_eq!(field_errors(&details("Anna@Example.com", "", "", ""), None), []);
    }

    #[test]
    fn another_address_or_password_asks_for_the_current_one() {
        let field = |form| field_errors(&form, Some(4)).first().map(|(field, _)| field.clone());
        assert_eq!(field(details("altra@example.com", "", "", "")).as_deref(), Some("password_current"));
        assert_eq!(
            field(details("anna@example.com", "", "nuova-e-lunga", "nuova-e-lunga")).as_deref(),
            Some("password_current")
        );
        assert_eq!(field(details("altra@example.com", "x", "nuova-e-lunga", "nuova-e-lunga")), None);
    }

    #[test]
    fn a_new_password_is_typed_twice_and_withstands_guessing() {
        for (password, again, score, code) in [
            ("", "", Some(4), "password_required"),
            ("corta", "corta", Some(4), "account_password_short"),
            ("lunga-ma-debole", "lunga-ma-debole", Some(2), "account_password_weak"),
            ("lunga-e-forte", "lunga-e-forta", Some(3), "passwords_differ"),
            (&"x".repeat(4097), "", Some(4), "field_too_long"),
        ] {
            let form = AccountForm::ResetPassword { password: typed(password), again: typed(again) };
            let found = field_errors(&form, score);
            assert_eq!(found.len(), 1, "{password}");
            assert_eq!(found[0].1, code, "{password}");
        }
        let form = AccountForm::ResetPassword { password: typed("lunga-e-forte"), again: typed("lunga-e-forte") };
        assert_eq!(field_errors(&form, Some(3)), []);
        assert_eq!(field_errors(&form, None), [], "an unknown strength refuses nothing");
    }

    #[test]
    fn only_the_second_of_two_passwords_typed_changes_the_password_too() {
        let found = field_errors(&details("anna@example.com", "x", "", "nuova-e-lunga"), None);
        assert_eq!(found, [("password_1".to_owned(), "password_required".to_owned())]);
    }

    #[test]
    fn tags_are_no_name() {
        let AccountForm::Details { .. } = details("", "", "", "") else { unreachable!() };
        let form = AccountForm::Details {
            first_name: "<b></b>".into(),
            last_name: " ".into(),
            display_name: "x".repeat(300),
            email: "no".into(),
            stored_email: "no".into(),
            current: typed(""),
            password: typed(""),
            again: typed(""),
        };
        let codes: Vec<String> = field_errors(&form, None).into_iter().map(|(_, code)| code).collect();
        assert_eq!(codes, ["first_name_required", "last_name_required", "field_too_long", "invalid_email"]);
    }

    #[test]
    fn no_password_is_ever_printed() {
        assert!(!format!("{:?}", details("a@b.it", "segreta", "segreta", "segreta")).contains("segreta"));
    }
}
