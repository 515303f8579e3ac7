//! Languages of the shop.

use serde::{Deserialize, Serialize};

/// A language of the shop. Italian is the source language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    #[default]
    It,
    En,
}

impl Lang {
    /// All languages, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::It, Self::En];

    /// Returns its code: `it`, `en`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::It => "it",
            Self::En => "en",
        }
    }

    /// Finds the language by its code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.as_str() == code)
    }

    /// Finds the language of a locale in any notation: `it_IT`, `en-GB`, `IT`.
    ///
    /// ```
    /// use shop_core::base::Lang;
    /// assert_eq!(Lang::from_locale("en_US"), Some(Lang::En));
    /// assert_eq!(Lang::from_locale("de_DE"), None);
    /// ```
    pub fn from_locale(locale: &str) -> Option<Self> {
        let code = locale.trim().split(['_', '-']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|lang| lang.as_str().eq_ignore_ascii_case(code))
    }

    /// Selects a text of the merchant in this language: the English one if there is one, else the Italian.
    pub fn select<'a>(self, it: &'a str, en: &'a str) -> &'a str {
        if self == Self::En && !en.is_empty() { en } else { it }
    }

    /// Returns its name in the language itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::It => "Italiano",
            Self::En => "English",
        }
    }
}
