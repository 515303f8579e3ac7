//! Validation errors as data: field, rule and values. [`crate::platform::messages`] builds the sentence.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Values for a message's placeholders, by placeholder name.
pub type Params = BTreeMap<String, String>;

/// An error of one field.
///
/// `field` is the name that the form and the wire use (`billing_postcode`); empty if the error concerns the whole form. `code` is
/// a message code of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
pub struct FieldError {
    /// Name of the invalid field.
    pub field: String,
    /// Code of the message.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub code: Cow<'static, str>,
    /// Values for the message's placeholders.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub params: Params,
}

impl FieldError {
    /// Creates an error without placeholders.
    pub fn new(field: impl Into<String>, code: &'static str) -> Self {
        Self { field: field.into(), code: Cow::Borrowed(code), params: Params::new() }
    }

    /// Adds the value of a placeholder.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }
}
