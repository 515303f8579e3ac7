//! Custom fields of the registration form.

use serde::Serialize;

use crate::base::FieldError;
use crate::platform::messages::codes;

/// A custom field as it is on the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CustomField {
    /// Name of the form field.
    pub name: String,
    /// Label as shown and as named in the alert.
    pub label: String,
    /// Whether it must be filled in.
    pub required: bool,
    /// Whether the field is shown. A hidden field is never required.
    pub visible: bool,
    /// Whether it is a checkbox, which counts as filled in when it is ticked.
    pub checkbox: bool,
    /// Whether the checkbox is ticked.
    pub checked: bool,
    /// Typed or selected value.
    pub value: String,
}

/// Builds the error "{label} is required".
pub(super) fn required(name: &str, label: &str) -> FieldError {
    FieldError::new(name, codes::TRADE_FIELD_REQUIRED).with("label", label)
}
