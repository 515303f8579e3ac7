//! Add-ons as configured by the merchant and chosen by a buyer: a checkbox, a list or a text.

use serde::{Deserialize, Serialize};

use super::{ADD_ON_PREFIX, last_value};
use crate::base::FieldError;
use crate::catalogue::purchase::add_on_price::AddOn;
use crate::platform::messages::codes;

/// An add-on of a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddOnField {
    /// Name, unique in the product: lower-case letters, digits, `-`.
    pub key: String,
    pub label: String,
    /// Label in English; empty: the Italian one.
    #[serde(default)]
    pub label_en: String,
    /// Type of input.
    pub input: AddOnInput,
    /// Whether it is required.
    #[serde(default)]
    pub required: bool,
    /// Keys of add-ons that are required for this one.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Keys of add-ons that exclude this one.
    #[serde(default)]
    pub excludes: Vec<String>,
}

/// Type of input for an add-on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AddOnInput {
    /// A checkbox to tick.
    Check {
        /// Price; `None`: free of charge.
        #[serde(default)]
        price: Option<AddOn>,
    },
    /// A list with one choice.
    Choice {
        /// Options, at least one.
        options: Vec<AddOnOption>,
    },
    Text {
        /// Maximum length, in characters.
        max_chars: u32,
        /// Price if a text is entered; `None`: free of charge.
        #[serde(default)]
        price: Option<AddOn>,
    },
}

/// An option of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddOnOption {
    /// Name, unique in the list: lower-case letters, digits, `-`.
    pub key: String,
    pub label: String,
    /// Label in English; empty: the Italian one.
    #[serde(default)]
    pub label_en: String,
    /// Price; `None`: free of charge.
    #[serde(default)]
    pub price: Option<AddOn>,
}

impl AddOnField {
    /// Returns its name in forms and on the wire.
    pub fn wire_name(&self) -> String {
        format!("{ADD_ON_PREFIX}{}", self.key)
    }
}

/// A chosen add-on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenAddOn<'a> {
    /// The add-on's configuration.
    pub field: &'a AddOnField,
    /// Submitted value: `1` for a ticked box, the key of the chosen option, or the text.
    pub value: &'a str,
}

impl<'a> ChosenAddOn<'a> {
    /// Returns the chosen option of a list.
    pub fn option(&self) -> Option<&'a AddOnOption> {
        match &self.field.input {
            AddOnInput::Choice { options } => options.iter().find(|option| option.key == self.value),
            _ => None,
        }
    }

    /// Returns its price; `None`: free of charge.
    pub fn price(&self) -> Option<AddOn> {
        match &self.field.input {
            AddOnInput::Check { price } | AddOnInput::Text { price, .. } => *price,
            AddOnInput::Choice { .. } => self.option().and_then(|option| option.price),
        }
    }
}

/// Parses the submitted add-ons. Empty ones are not chosen; a non-empty one that the product does not have is an error, as its
/// sender relies on it.
pub(super) fn choose<'a>(
    fields: &'a [AddOnField],
    given: &'a [(String, String)],
    errors: &mut Vec<FieldError>,
) -> Vec<ChosenAddOn<'a>> {
    let mut chosen = Vec::new();
    for field in fields {
        let name = field.wire_name();
        match value(field, last_value(given, &name).unwrap_or_default()) {
            Ok(Some(value)) => chosen.push(ChosenAddOn { field, value }),
            Ok(None) if field.required => {
                errors.push(FieldError::new(name, codes::ADD_ON_REQUIRED).with("label", &field.label));
            }
            Ok(None) => {}
            Err(error) => errors.push(error),
        }
    }
    let unknown = given.iter().filter(|(name, text)| {
        name.strip_prefix(ADD_ON_PREFIX)
            .is_some_and(|key| !text.trim().is_empty() && fields.iter().all(|field| field.key != key))
    });
    errors.extend(unknown.map(|(name, _)| FieldError::new(name.clone(), codes::ADD_ON_UNKNOWN)));
    let misfits: Vec<FieldError> = chosen.iter().filter_map(|one| misfit(one, &chosen, fields)).collect();
    chosen.retain(|one| misfits.iter().all(|error| error.field != one.field.wire_name()));
    errors.extend(misfits);
    chosen
}

/// Returns the value of a field as stored; `None`: not chosen.
fn value<'a>(field: &AddOnField, text: &'a str) -> Result<Option<&'a str>, FieldError> {
    let invalid = |code| Err(FieldError::new(field.wire_name(), code).with("label", &field.label));
    match &field.input {
        _ if text.is_empty() => Ok(None),
        AddOnInput::Check { .. } => match text {
            "0" | "no" | "false" => Ok(None),
            "1" | "on" | "yes" | "true" => Ok(Some("1")),
            _ => invalid(codes::ADD_ON_CHOICE_UNKNOWN),
        },
        AddOnInput::Choice { options } if options.iter().any(|option| option.key == text) => Ok(Some(text)),
        AddOnInput::Choice { .. } => invalid(codes::ADD_ON_CHOICE_UNKNOWN),
        AddOnInput::Text { max_chars, .. } => {
            // A line break counts as one character, as in the browser's own limit.
            let length = text.chars().filter(|one| *one != '\r').count();
            if length > usize::try_from(*max_chars).unwrap_or(usize::MAX) {
                let error = FieldError::new(field.wire_name(), codes::ADD_ON_TEXT_TOO_LONG);
                return Err(error.with("label", &field.label).with("maximum", max_chars).with("length", length));
            }
            if text.chars().any(|one| one.is_control() && !matches!(one, '\n' | '\r' | '\t')) {
                return invalid(codes::ADD_ON_TEXT_INVALID);
            }
            Ok(Some(text))
        }
    }
}

fn misfit(one: &ChosenAddOn<'_>, chosen: &[ChosenAddOn<'_>], fields: &[AddOnField]) -> Option<FieldError> {
    let is_chosen = |key: &str| chosen.iter().any(|other| other.field.key == key);
    let label = |key: &str| fields.iter().find(|field| field.key == key).map_or(key, |field| &field.label).to_owned();
    let invalid = |code, other: &str| {
        FieldError::new(one.field.wire_name(), code).with("label", &one.field.label).with("other", label(other))
    };
    let needed = one.field.needs.iter().find(|key| !is_chosen(key));
    let excluded = one.field.excludes.iter().find(|key| is_chosen(key));
    needed
        .map(|key| invalid(codes::ADD_ON_NEEDS, key))
        .or_else(|| excluded.map(|key| invalid(codes::ADD_ON_EXCLUDES, key)))
}
