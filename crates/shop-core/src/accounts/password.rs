//! The password meter: the words that make a password on a page weaker, the displayed level, and whether the form can be sent.
//!
//! The score 0-4 is an argument: the checker with its dictionaries is loaded when a password field is used.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::{Lang, Params};
use crate::platform::messages::{self, codes};

/// Longest password, in characters; the platform's own limit. Hashing a longer one only costs time.
pub const MAX_PASSWORD_CHARS: usize = 4096;

/// Minimum score for the password of a new or changed account (storefront specification, section 9).
pub const MIN_STRENGTH: u8 = 3;
/// Shortest word that makes a password weaker, in characters (storefront specification, section 9).
pub const MIN_WORD_LENGTH: usize = 4;
/// Fields whose words make a password weaker, in the order in which they are checked.
pub const WORD_FIELDS: [&str; 10] = [
    "user_login",
    "first_name",
    "last_name",
    "nickname",
    "display_name",
    "email",
    "url",
    "description",
    "weblog_title",
    "admin_email",
];

/// Sources of a page's words.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PasswordPage {
    /// Title of the page.
    pub title: String,
    /// Full address of the page.
    pub url: String,
    /// Values of the page's fields by id; those not in [`WORD_FIELDS`] are ignored.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub fields: BTreeMap<String, String>,
}

/// Forms with a new password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum PasswordForm {
    Register,
    EditAccount,
    /// A new password in place of a lost one.
    LostResetPassword,
    /// An account created with an order.
    Checkout,
}

/// Input of the meter: the typed password and the checker's score.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PasswordTyped {
    pub form: PasswordForm,
    pub password: String,
    /// Repetition of the password, if the form has one; empty until it is typed.
    #[serde(default)]
    pub confirm: Option<String>,
    /// Score of the checker, 0-4; `None` until it is loaded.
    pub score: Option<u8>,
    /// Whether a weak password also prevents an order (the shop's `stop_checkout`, off).
    #[serde(default)]
    pub stop_checkout: bool,
}

/// View of the password meter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PasswordMeter {
    /// Level: -1 unknown, 0-4 the score, 5 the repetition differs.
    pub level: i8,
    /// Whether the meter is shown: not for an empty password.
    pub visible: bool,
    /// The level as a text, with a request for a stronger password below the minimum.
    pub label: String,
    /// Advice on stronger passwords, at levels 0-2.
    pub hint: Option<String>,
    /// Whether the submit button is disabled.
    pub submit_disabled: bool,
}

/// Returns the words that make a password weaker on a page: runs of four or more ASCII letters, digits and `_`, without
/// duplicates, as written and in this order: title, URL, then [`WORD_FIELDS`].
///
/// ```
/// use shop_core::accounts::password::{PasswordPage, words};
/// let page = PasswordPage { title: "Il mio account".into(), url: "https://example.com/".into(), ..Default::default() };
/// assert_eq!(words(&page), ["account", "https", "example"]);
/// ```
pub fn words(page: &PasswordPage) -> Vec<String> {
    let fields = WORD_FIELDS.iter().filter_map(|id| page.fields.get(*id));
    let mut out: Vec<String> = Vec::new();
    for text in [&page.title, &page.url].into_iter().chain(fields) {
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            if word.len() >= MIN_WORD_LENGTH && !out.iter().any(|known| known == word) {
                out.push(word.to_owned());
            }
        }
    }
    out
}

/// Returns the meter for the input. A score above 4 counts as 4.
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::accounts::password::{PasswordForm, PasswordTyped, meter};
/// let typed = PasswordTyped {
///     form: PasswordForm::Register,
///     password: "gelato".into(),
///     confirm: None,
///     score: Some(1),
///     stop_checkout: false,
/// };
/// let shown = meter(&typed, Lang::It);
/// assert_eq!(shown.label, "Debole - Inserisci una password più sicura.");
/// assert!(shown.submit_disabled);
/// ```
pub fn meter(typed: &PasswordTyped, lang: Lang) -> PasswordMeter {
    let differs = typed.confirm.as_ref().is_some_and(|again| !again.is_empty() && *again != typed.password);
    let score = typed.score.map(|score| score.min(4));
    let (level, code) = match (differs, score) {
        (true, _) => (5, codes::PASSWORD_MISMATCH),
        (false, None) => (-1, codes::PASSWORD_UNKNOWN),
        (false, Some(0)) => (0, codes::PASSWORD_VERY_WEAK),
        (false, Some(1)) => (1, codes::PASSWORD_WEAK),
        (false, Some(2)) => (2, codes::PASSWORD_WEAK),
        (false, Some(3)) => (3, codes::PASSWORD_MEDIUM),
        (false, Some(_)) => (4, codes::PASSWORD_STRONG),
    };
    let say = |code| messages::text(code, &Params::new(), lang);
    let visible = !typed.password.is_empty();
    let weak = !differs && score.is_some_and(|score| score < MIN_STRENGTH);
    let blocks = typed.form != PasswordForm::Checkout || typed.stop_checkout;
    PasswordMeter {
        level,
        visible,
        label: if weak { say(code) + &say(codes::PASSWORD_ENTER_STRONGER) } else { say(code) },
        hint: (visible && weak).then(|| say(codes::PASSWORD_HINT)),
        submit_disabled: visible && weak && blocks,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(form: PasswordForm, password: &str, score: Option<u8>) -> PasswordTyped {
        PasswordTyped { form, password: password.to_owned(), confirm: None, score, stop_checkout: false }
    }

    #[test]
    fn weak_passwords_block_account_forms() {
        for form in [PasswordForm::Register, PasswordForm::EditAccount, PasswordForm::LostResetPassword] {
            for score in 0..=4 {
                assert_eq!(meter(&typed(form, "x", Some(score)), Lang::It).submit_disabled, score < 3, "{form:?}");
            }
        }
    }

    #[test]
    fn nothing_blocks_an_empty_password_or_an_unknown_strength() {
        let empty = meter(&typed(PasswordForm::Register, "", Some(0)), Lang::It);
        assert!(!empty.visible && !empty.submit_disabled && empty.hint.is_none());
        let unknown = meter(&typed(PasswordForm::Register, "x", None), Lang::It);
        assert_eq!((unknown.level, unknown.label.as_str()), (-1, "Efficacia della password sconosciuta"));
        assert!(unknown.visible && !unknown.submit_disabled);
    }

    #[test]
    fn orders_are_blocked_only_where_the_shop_says_so() {
        let mut form = typed(PasswordForm::Checkout, "x", Some(2));
        assert!(!meter(&form, Lang::It).submit_disabled);
        form.stop_checkout = true;
        assert!(meter(&form, Lang::It).submit_disabled);
    }

    #[test]
    fn a_differing_repetition_is_told_before_any_strength() {
        for score in [None, Some(0), Some(4)] {
            let mut form = typed(PasswordForm::Register, "x", score);
            form.confirm = Some("y".to_owned());
            let shown = meter(&form, Lang::It);
            assert_eq!((shown.level, shown.label.as_str()), (5, "Mancata corrispondenza"));
            form.confirm = Some(String::new());
            assert_ne!(meter(&form, Lang::It).level, 5);
        }
    }

    #[test]
    fn short_words_other_fields_and_repeats_do_not_count() {
        let fields = [("billing_company", "Trattoria"), ("first_name", "Müller"), ("email", "anna.conti@example.com")];
        let page = PasswordPage {
            title: "Il mio Conti conti Conti".to_owned(),
            url: String::new(),
            fields: fields.map(|(id, value)| (id.to_owned(), value.to_owned())).into(),
        };
        assert_eq!(words(&page), ["Conti", "conti", "ller", "anna", "example"]);
    }
}
