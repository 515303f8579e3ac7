//! A message in every language of the shop, for errors that arise before the visitor's language is known.

use shop_core::base::{FieldError, Lang, Params};
use shop_core::platform::messages::text;

/// A message in Italian and in English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalizedMessage {
    it: String,
    en: String,
}

impl LocalizedMessage {
    /// Formats the message in each language.
    pub(crate) fn new(write: impl Fn(Lang) -> String) -> Self {
        Self { it: write(Lang::It), en: write(Lang::En) }
    }

    /// Looks up the message of a code.
    pub(crate) fn from_code(code: &str, params: &Params) -> Self {
        Self::new(|lang| text(code, params, lang))
    }

    /// Looks up the message of a field error.
    pub(crate) fn from_error(error: &FieldError) -> Self {
        Self::from_code(&error.code, &error.params)
    }

    /// Returns the message in a language.
    pub(crate) fn in_language(&self, lang: Lang) -> &str {
        match lang {
            Lang::It => &self.it,
            Lang::En => &self.en,
        }
    }
}
