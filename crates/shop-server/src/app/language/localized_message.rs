//! A sentence in every language of the shop, for errors that arise where the visitor's language is not known yet.

use shop_core::base::{FieldError, Lang, Params};
use shop_core::platform::messages::text;

/// A sentence in Italian and in English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    it: String,
    en: String,
}

impl Spoken {
    /// Writes the sentence in each language.
    pub(crate) fn new(write: impl Fn(Lang) -> String) -> Self {
        Self { it: write(Lang::It), en: write(Lang::En) }
    }

    /// The catalogue's sentence for a code.
    pub(crate) fn of_code(code: &str, params: &Params) -> Self {
        Self::new(|lang| text(code, params, lang))
    }

    /// The catalogue's sentence for a refused field.
    pub(crate) fn of_error(error: &FieldError) -> Self {
        Self::of_code(&error.code, &error.params)
    }

    /// The sentence in a language.
    pub(crate) fn in_language(&self, lang: Lang) -> &str {
        match lang {
            Lang::It => &self.it,
            Lang::En => &self.en,
        }
    }
}
