//! Fields of the registration form: their kinds, and the merchant's settings.

use serde::{Deserialize, Serialize};

use crate::base::{FieldError, Lang, wire_enum};
use crate::checkout::address::{MAX_FIELD_CHARS, one_line};
use crate::platform::messages::codes;

/// Maximum number of options of a list.
pub const MAX_CHOICES: usize = 50;
/// Maximum number of fields of a shop.
pub const MAX_FIELDS: usize = 60;
/// Longest field name, in characters.
pub const MAX_NAME_CHARS: usize = 40;

wire_enum! {
    /// Type of a field: its input, its validation and the company data that it holds.
    FieldKind {
        /// A line of text.
        Text = "text",
        /// A number, optionally with decimals.
        Number = "number",
        /// One option of a list.
        Select = "select",
        /// A box to tick.
        Checkbox = "checkbox",
        Date = "date",
        /// A file: PDF, JPEG or PNG.
        File = "file",
        /// The VAT number, shown and required according to the list of countries.
        Vat = "vat",
        /// The name of the business.
        BusinessName = "business_name",
        /// The Italian tax code of a business or a person.
        TaxCode = "tax_code",
        /// Recipient of electronic invoices: recipient code, or certified mailbox.
        InvoiceRecipient = "invoice_recipient",
        /// A telephone number.
        Phone = "phone",
        /// State or province of the country; shown according to that country's address format.
        State = "state",
    } default Text
}

/// A field as the registration form shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct RoleField {
    /// Name of the form field.
    pub name: String,
    /// Label as shown.
    pub label: String,
    /// Role that the field belongs to; `None`: all roles.
    pub role: Option<String>,
    /// Whether it is required where it is shown.
    pub required: bool,
    /// Type of its value.
    pub kind: FieldKind,
    /// Options of a list, as stored.
    pub options: Vec<String>,
    /// Labels of the options, in the same order.
    pub option_labels: Vec<String>,
}

/// A field as configured by the merchant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RegistrationField {
    /// Label in Italian.
    #[cfg_attr(feature = "openapi", schema(max_length = 200))]
    pub label: String,
    /// Label in English; empty: the Italian one.
    #[cfg_attr(feature = "openapi", schema(max_length = 200))]
    pub label_en: String,
    /// Type of its value.
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(text|number|select|checkbox|date|file|vat|business_name|tax_code|invoice_recipient|phone|state)$"))]
    pub kind: FieldKind,
    /// Whether it is required where it is shown.
    pub required: bool,
    /// Options of a list, at most 50.
    #[cfg_attr(feature = "openapi", schema(max_items = 50))]
    pub options: Vec<String>,
    /// The options in English, in the same order; a missing or empty one: the Italian one.
    #[cfg_attr(feature = "openapi", schema(max_items = 50))]
    pub options_en: Vec<String>,
}

impl RegistrationField {
    /// Returns its label in a language.
    pub fn label(&self, lang: Lang) -> &str {
        lang.select(&self.label, &self.label_en)
    }

    /// Builds the form field, for one role or for all.
    pub fn in_form(&self, name: &str, role: Option<&str>, lang: Lang) -> RoleField {
        RoleField {
            name: name.to_owned(),
            label: self.label(lang).to_owned(),
            role: role.map(str::to_owned),
            required: self.required,
            kind: self.kind,
            options: self.options.clone(),
            option_labels: self.option_labels(lang),
        }
    }

    /// Returns the labels of its options in a language, in their order.
    fn option_labels(&self, lang: Lang) -> Vec<String> {
        let english = |at: usize| self.options_en.get(at).filter(|text| lang == Lang::En && !text.is_empty());
        self.options.iter().enumerate().map(|(at, option)| english(at).unwrap_or(option).clone()).collect()
    }

    /// Returns the field as it is stored: one-line texts, without empty or repeated options and their translations.
    #[must_use]
    pub fn normalised(&self) -> Self {
        let (mut options, mut options_en): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for (at, option) in self.options.iter().map(|option| one_line(option)).enumerate() {
            if self.kind == FieldKind::Select && !option.is_empty() && !options.contains(&option) {
                options.push(option);
                options_en.push(self.options_en.get(at).map(|text| one_line(text)).unwrap_or_default());
            }
        }
        Self { label: one_line(&self.label), label_en: one_line(&self.label_en), options, options_en, ..self.clone() }
    }

    /// Validates the field: a label is required, and a list needs at least two options.
    ///
    /// ```
    /// use shop_core::trade::registration_field::{FieldKind, RegistrationField};
    /// let field = RegistrationField { kind: FieldKind::Select, ..RegistrationField::default() };
    /// let refused: Vec<String> = field.errors().into_iter().map(|error| error.field).collect();
    /// assert_eq!(refused, ["label", "options"]);
    /// ```
    pub fn errors(&self) -> Vec<FieldError> {
        let mut out = Vec::new();
        if one_line(&self.label).is_empty() {
            out.push(FieldError::new("label", codes::TRADE_LABEL_REQUIRED));
        }
        for (field, text) in [("label", &self.label), ("label_en", &self.label_en)] {
            out.extend(too_long(field, text));
        }
        let Self { options, options_en, .. } = self.normalised();
        if self.kind == FieldKind::Select && !(2..=MAX_CHOICES).contains(&options.len()) {
            out.push(FieldError::new("options", codes::TRADE_CHOICES_NEEDED).with("max", MAX_CHOICES));
        }
        out.extend(options.iter().find_map(|option| too_long("options", option)));
        out.extend(options_en.iter().find_map(|option| too_long("options_en", option)));
        out
    }
}

/// Returns an error for a text of more than [`MAX_FIELD_CHARS`] characters.
pub(super) fn too_long(field: &str, text: &str) -> Option<FieldError> {
    (one_line(text).chars().count() > MAX_FIELD_CHARS)
        .then(|| FieldError::new(field, codes::FIELD_TOO_LONG).with("max", MAX_FIELD_CHARS))
}

/// Validates the name of a field or a role: lower-case letters, digits and underscores or hyphens, a letter first.
///
/// ```
/// use shop_core::trade::registration_field::name_error;
/// assert_eq!(name_error("name", "tipo_locale"), None);
/// assert_eq!(name_error("name", "Tipo di locale").unwrap().code, "trade_name_shape");
/// ```
pub fn name_error(field: &str, name: &str) -> Option<FieldError> {
    let letters = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-'));
    let good = letters && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.len() <= MAX_NAME_CHARS;
    (!good).then(|| FieldError::new(field, codes::TRADE_NAME_SHAPE).with("max", MAX_NAME_CHARS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(options: &[&str]) -> RegistrationField {
        RegistrationField {
            label: "Tipo di locale".into(),
            kind: FieldKind::Select,
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            ..RegistrationField::default()
        }
    }

    #[test]
    fn a_list_needs_two_choices_that_differ() {
        for (options, good) in
            [(&["Bar", "Ristorante"][..], true), (&["Bar"], false), (&["Bar", " Bar ", ""], false), (&[], false)]
        {
            assert_eq!(list(options).errors().is_empty(), good, "{options:?}");
        }
        let many: Vec<String> = (0..=MAX_CHOICES).map(|n| n.to_string()).collect();
        assert_eq!(list(&many.iter().map(String::as_str).collect::<Vec<_>>()).errors()[0].field, "options");
    }

    #[test]
    fn a_choice_keeps_its_english_and_is_shown_in_it_where_it_has_one() {
        let english = ["", "Restaurant", "", " Wine bar\n"].map(str::to_owned).to_vec();
        let stored =
            RegistrationField { options_en: english, ..list(&["Bar", "Ristorante", "", "Enoteca"]) }.normalised();
        assert_eq!((stored.options.len(), stored.options_en.len()), (3, 3));
        let shown = |lang| stored.in_form("tipo", None, lang).option_labels;
        assert_eq!(shown(Lang::En), ["Bar", "Restaurant", "Wine bar"]);
        assert_eq!(shown(Lang::It), stored.in_form("tipo", None, Lang::En).options);
        let long = RegistrationField { options_en: vec!["x".repeat(MAX_FIELD_CHARS + 1)], ..list(&["a", "b"]) };
        assert_eq!(long.errors()[0].field, "options_en");
    }

    #[test]
    fn other_kinds_keep_no_choices() {
        let text = RegistrationField { kind: FieldKind::Text, ..list(&["Bar", "Ristorante"]) };
        assert_eq!(text.normalised().options, Vec::<String>::new());
        assert_eq!(text.errors(), []);
    }

    #[test]
    fn labels_of_more_than_the_longest_field_are_refused() {
        let long = RegistrationField { label_en: "x".repeat(MAX_FIELD_CHARS + 1), ..list(&["a", "b"]) };
        assert_eq!(long.errors()[0].field, "label_en");
    }

    #[test]
    fn a_name_is_what_forms_and_addresses_can_carry() {
        for (name, good) in [
            ("licenza", true),
            ("tipo_locale-2", true),
            ("", false),
            ("2x", false),
            ("tipo locale", false),
            ("Tipo", false),
            ("però", false),
        ] {
            assert_eq!(name_error("name", name).is_none(), good, "{name}");
        }
        assert!(name_error("name", &"a".repeat(MAX_NAME_CHARS + 1)).is_some());
    }
}
