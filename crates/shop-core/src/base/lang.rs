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
    /// Its code: `it`, `en`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::It => "it",
            Self::En => "en",
        }
    }
}
