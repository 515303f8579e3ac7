//! Custom fields of the registration form.

use serde::Serialize;

use crate::base::FieldError;
use crate::platform::messages::codes;

/// A custom field as it stands on the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CustomField {
    /// Name in the form.
    pub name: String,
    /// Label as shown, named in the alert.
    pub label: String,
    /// Whether it must be filled in.
    pub required: bool,
    /// Whether it is shown. A hidden field is never asked for.
    pub visible: bool,
    /// A checkbox: filled in when it is ticked.
    pub checkbox: bool,
    /// Whether the checkbox is ticked.
    pub checked: bool,
    /// What is typed or selected.
    pub value: String,
}

/// "{label} is required".
pub(super) fn required(name: &str, label: &str) -> FieldError {
    FieldError::new(name, codes::TRADE_FIELD_REQUIRED).with("label", label)
}
