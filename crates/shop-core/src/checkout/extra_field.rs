//! Additional checkout fields: their kinds, and the parsing of their values.

use serde::{Deserialize, Serialize};

use crate::base::{FieldError, wire_enum};
use crate::checkout::address::{MAX_FIELD_CHARS, one_line};
use crate::platform::messages::codes;

/// Maximum number of options of a list.
pub const MAX_OPTIONS: usize = 50;
/// Value of a ticked box in forms and orders.
pub const TICKED: &str = "1";

wire_enum! {
    /// Type of an additional field, named as in the platform's additional checkout fields.
    ExtraFieldKind {
        /// A line of text.
        Text = "text",
        /// One option of a list.
        Select = "select",
        /// A box to tick.
        Checkbox = "checkbox",
    } default Text
}

/// An additional billing field, with the data needed for validation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ExtraFieldRule {
    /// Name of the form field: `billing_field_285`.
    pub name: String,
    /// Label beside the field and in its errors.
    pub label: String,
    /// Whether it is required; of a checkbox: whether it must be ticked.
    pub required: bool,
    /// Type of its value.
    pub kind: ExtraFieldKind,
    /// Options of a list.
    pub options: Vec<String>,
}

impl ExtraFieldRule {
    /// Parses a submitted value into the stored one: a line of text, one of the options or [`TICKED`]; empty if nothing was
    /// entered.
    ///
    /// # Errors
    /// A required field that is empty or unticked, an option that is not in the list, a text that is too long.
    ///
    /// ```
    /// use shop_core::checkout::extra_field::{ExtraFieldKind, ExtraFieldRule};
    /// let gift = ExtraFieldRule { name: "billing_field_1".into(), kind: ExtraFieldKind::Checkbox, ..Default::default() };
    /// assert_eq!(gift.parse("true").as_deref(), Ok("1"));
    /// let needed = ExtraFieldRule { required: true, ..gift };
    /// assert_eq!(needed.parse("false").unwrap_err().code, "trade_field_required");
    /// ```
    pub fn parse(&self, typed: &str) -> Result<String, FieldError> {
        let text = one_line(typed);
        let error = |code| FieldError::new(self.name.as_str(), code);
        let value = match self.kind {
            ExtraFieldKind::Text => Some(text),
            ExtraFieldKind::Select => Some(text).filter(|text| text.is_empty() || self.options.contains(text)),
            ExtraFieldKind::Checkbox => match text.to_ascii_lowercase().as_str() {
                "" | "0" | "false" | "no" | "off" => Some(String::new()),
                "1" | "true" | "yes" | "on" => Some(TICKED.to_owned()),
                _ => None,
            },
        };
        let Some(value) = value else {
            return Err(error(codes::TRADE_CHOICE_UNKNOWN).with("label", self.label.as_str()));
        };
        if self.required && value.is_empty() {
            return Err(error(codes::TRADE_FIELD_REQUIRED).with("label", self.label.as_str()));
        }
        if value.chars().count() > MAX_FIELD_CHARS {
            return Err(error(codes::FIELD_TOO_LONG).with("max", MAX_FIELD_CHARS));
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(kind: ExtraFieldKind, required: bool) -> ExtraFieldRule {
        let options = vec!["Mattina".to_owned(), "Sera".to_owned()];
        let (name, label) = ("billing_field_1".to_owned(), "Consegna".to_owned());
        ExtraFieldRule { name, label, required, kind, options }
    }

    fn code(kind: ExtraFieldKind, required: bool, typed: &str) -> String {
        let error = field(kind, required).parse(typed).expect_err(typed);
        assert_eq!(error.field, "billing_field_1");
        error.code.into_owned()
    }

    #[test]
    fn a_box_is_ticked_or_not_however_clients_write_it() {
        for (typed, value) in [
            ("1", "1"),
            ("true", "1"),
            ("on", "1"),
            (" YES ", "1"),
            ("", ""),
            ("0", ""),
            ("false", ""),
            ("off", ""),
            ("no", ""),
            (" ", ""),
        ] {
            assert_eq!(field(ExtraFieldKind::Checkbox, false).parse(typed).as_deref(), Ok(value), "{typed}");
        }
        for typed in ["2", "forse", "[]", "null", "truefalse"] {
            assert_eq!(code(ExtraFieldKind::Checkbox, false, typed), "trade_choice_unknown", "{typed}");
        }
    }

    #[test]
    fn a_required_box_that_is_not_ticked_is_refused() {
        for typed in ["", "0", "false", "off", "no", " "] {
            assert_eq!(code(ExtraFieldKind::Checkbox, true, typed), "trade_field_required", "{typed:?}");
        }
        assert_eq!(field(ExtraFieldKind::Checkbox, true).parse("on").as_deref(), Ok("1"));
    }

    #[test]
    fn a_list_takes_its_own_choices_alone() {
        assert_eq!(field(ExtraFieldKind::Select, true).parse(" Sera ").as_deref(), Ok("Sera"));
        assert_eq!(field(ExtraFieldKind::Select, false).parse("").as_deref(), Ok(""));
        assert_eq!(code(ExtraFieldKind::Select, true, ""), "trade_field_required");
        for typed in ["sera", "Notte", "Mattina,Sera"] {
            assert_eq!(code(ExtraFieldKind::Select, false, typed), "trade_choice_unknown", "{typed}");
        }
    }

    #[test]
    fn a_text_is_one_line_of_a_bounded_length() {
        assert_eq!(field(ExtraFieldKind::Text, true).parse(" scala\nB ").as_deref(), Ok("scala B"));
        assert_eq!(code(ExtraFieldKind::Text, true, " "), "trade_field_required");
        assert_eq!(code(ExtraFieldKind::Text, false, &"x".repeat(MAX_FIELD_CHARS + 1)), "field_too_long");
    }
}
