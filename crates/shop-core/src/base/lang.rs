//! The languages of the shop.

use serde::{Deserialize, Serialize};

/// Languages that the shop speaks. Italian is the source language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Italian.
    #[default]
    It,
    /// English.
    En,
}

impl Lang {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::It, Self::En];

    /// Its code: `it`, `en`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::It => "it",
            Self::En => "en",
        }
    }

    /// The language of a code.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.as_str() == code)
    }

    /// Its name, as those who speak it call it.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::It => "Italiano",
            Self::En => "English",
        }
    }
}
