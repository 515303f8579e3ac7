//! Custom fields of the checkout and the registration form.

use serde::{Deserialize, Serialize};

use crate::address::{MAX_FIELD_CHARS, one_line};
use crate::base::FieldError;
use crate::messages::codes;

/// A custom field as it stands on the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
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

impl CustomField {
    fn filled(&self) -> bool {
        if self.checkbox { self.checked } else { !one_line(&self.value).is_empty() }
    }
}

/// The refusals in the order of the form: the alert says the first. Required and visible fields that are empty, or
/// checkboxes that are not ticked, are refused; so is text of more than [`MAX_FIELD_CHARS`].
///
/// ```
/// use shop_core::trade::custom_field::{CustomField, errors};
/// let field = CustomField { name: "sdi".into(), label: "Codice SDI".into(), required: true, visible: true, ..CustomField::default() };
/// assert_eq!(errors(&[field])[0].params["label"], "Codice SDI");
/// ```
pub fn errors(fields: &[CustomField]) -> Vec<FieldError> {
    fields.iter().filter(|field| field.visible).filter_map(error).collect()
}

fn error(field: &CustomField) -> Option<FieldError> {
    if field.required && !field.filled() {
        return Some(required(&field.name, &field.label));
    }
    let long = !field.checkbox && one_line(&field.value).chars().count() > MAX_FIELD_CHARS;
    long.then(|| FieldError::new(field.name.as_str(), codes::FIELD_TOO_LONG).with("max", MAX_FIELD_CHARS))
}

/// "{label} is required".
pub(super) fn required(name: &str, label: &str) -> FieldError {
    FieldError::new(name, codes::TRADE_FIELD_REQUIRED).with("label", label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, value: &str) -> CustomField {
        CustomField {
            name: name.to_owned(),
            label: name.to_owned(),
            required: true,
            visible: true,
            value: value.to_owned(),
            ..CustomField::default()
        }
    }

    #[test]
    fn empty_required_fields_are_named_in_the_order_of_the_form() {
        let fields = [field("c", ""), field("a", "x"), field("b", "  "), field("d", "\n")];
        let refused: Vec<(String, String)> =
            errors(&fields).into_iter().map(|e| (e.field, e.params["label"].clone())).collect();
        assert_eq!(refused.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["c", "b", "d"]);
        assert!(refused.iter().all(|(name, label)| name == label));
    }

    #[test]
    fn hidden_and_optional_fields_are_not_asked_for() {
        let hidden = CustomField { visible: false, ..field("a", "") };
        let optional = CustomField { required: false, ..field("b", "") };
        assert_eq!(errors(&[hidden, optional]), []);
    }

    #[test]
    fn a_required_checkbox_must_be_ticked_whatever_its_value() {
        let mut checkbox = CustomField { checkbox: true, ..field("a", "1") };
        assert_eq!(errors(std::slice::from_ref(&checkbox)).len(), 1);
        checkbox.checked = true;
        checkbox.value.clear();
        assert_eq!(errors(&[checkbox]), []);
    }

    #[test]
    fn too_long_a_text_is_refused_even_where_none_is_needed() {
        let optional = CustomField { required: false, ..field("a", &"x".repeat(201)) };
        assert_eq!(errors(&[optional])[0].code, "field_too_long");
        assert_eq!(errors(&[field("a", &"x".repeat(200))]), []);
    }
}
