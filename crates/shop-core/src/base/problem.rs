//! Refusals as data: which field, which rule, with what values. The sentence is made by [`crate::platform::messages`].

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Values that a message's placeholders take, by placeholder name.
pub type Params = BTreeMap<String, String>;

/// One refused field.
///
/// `field` is the name that the form and the wire use (`billing_postcode`); empty when the refusal concerns the whole
/// form. `code` names a message of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
pub struct FieldError {
    /// Name of the refused field.
    pub field: String,
    /// Code of the message.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub code: Cow<'static, str>,
    /// Values for the message's placeholders.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub params: Params,
}

impl FieldError {
    /// A refusal without placeholders.
    pub fn new(field: impl Into<String>, code: &'static str) -> Self {
        Self { field: field.into(), code: Cow::Borrowed(code), params: Params::new() }
    }

    /// Adds a placeholder's value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }
}
