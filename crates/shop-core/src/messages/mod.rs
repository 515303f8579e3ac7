//! The message catalogue: every sentence of the rules, by code, in Italian and English. One place; server, browser and
//! page renderer read it here.
//!
//! Placeholders are written `{name}` and filled from [`Params`]. Each subject has a file; [`find`] looks through all.

mod analytics;
mod attribution;
mod cart;
mod checkout;
mod consent;
mod coupon;
mod password;
mod payment;
mod purchase;
mod review;
mod subaccount;
mod tax_ids;
mod trade;
mod variation;
mod widget;

use serde::{Deserialize, Serialize};

use crate::problem::{FieldError, Params};

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

/// One message: its code and its sentence in each language.
#[derive(Debug)]
pub struct Message {
    /// Stable name, sent on the wire.
    pub code: &'static str,
    /// Italian sentence.
    pub it: &'static str,
    /// English sentence.
    pub en: &'static str,
}

/// Declares the messages of one subject: a constant for each code, and the list `ALL`.
macro_rules! messages {
    ($($(#[$doc:meta])* $name:ident $code:literal: $it:literal, $en:literal;)*) => {
        $($(#[$doc])* #[doc = $it] pub const $name: &str = $code;)*
        pub(super) static ALL: &[super::Message] = &[$(super::Message { code: $code, it: $it, en: $en },)*];
    };
}
pub(crate) use messages;

/// Codes for cart and stock refusals.
pub mod codes {
    pub use super::analytics::*;
    pub use super::attribution::*;
    pub use super::cart::*;
    pub use super::checkout::*;
    pub use super::consent::*;
    pub use super::coupon::*;
    pub use super::password::*;
    pub use super::payment::*;
    pub use super::purchase::*;
    pub use super::review::*;
    pub use super::subaccount::*;
    pub use super::tax_ids::*;
    pub use super::trade::*;
    pub use super::variation::*;
    pub use super::widget::*;
}

static SUBJECTS: &[&[Message]] = &[
    analytics::ALL,
    attribution::ALL,
    cart::ALL,
    checkout::ALL,
    consent::ALL,
    coupon::ALL,
    password::ALL,
    payment::ALL,
    purchase::ALL,
    review::ALL,
    subaccount::ALL,
    tax_ids::ALL,
    trade::ALL,
    variation::ALL,
    widget::ALL,
];

/// All messages, subject by subject.
pub fn all() -> impl Iterator<Item = &'static Message> {
    SUBJECTS.iter().flat_map(|subject| subject.iter())
}

/// The message of a code.
pub fn find(code: &str) -> Option<&'static Message> {
    all().find(|message| message.code == code)
}

/// The sentence for a code with its placeholders filled. A code without a message gives the code itself, so that nothing
/// is ever shown empty.
pub fn text(code: &str, params: &Params, lang: Lang) -> String {
    let Some(message) = find(code) else { return code.to_owned() };
    let template = match lang {
        Lang::It => message.it,
        Lang::En => message.en,
    };
    let mut out = template.to_owned();
    for (name, value) in params {
        out = out.replace(&format!("{{{name}}}"), value);
    }
    out
}

/// The sentence for a refused field.
pub fn sentence(error: &FieldError, lang: Lang) -> String {
    text(&error.code, &error.params, lang)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect()
    }

    #[test]
    fn codes_are_unique() {
        let mut seen = BTreeSet::new();
        for message in all() {
            assert!(seen.insert(message.code), "{} appears twice", message.code);
        }
    }

    #[test]
    fn both_languages_use_the_same_placeholders() {
        for message in all() {
            assert_eq!(placeholders(message.it), placeholders(message.en), "{}", message.code);
        }
    }
}
